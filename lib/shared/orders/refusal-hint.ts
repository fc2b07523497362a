/**
 * Warns of customers who refuse parcels, for a list of requested orders. `orders`: the requested orders whose customers
 * refused most of their last parcels, in the sequence of the request; `number` is the order number. `unknown`: how many
 * of the requested orders have no phone number in the app, so that nothing is known about their customers. The value
 * has no personal data.
 */
export type RefusalHint = { orders: { id: string; number: string }[]; unknown: number };
