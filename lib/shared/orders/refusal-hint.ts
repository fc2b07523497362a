/**
 * Warning about customers who refuse parcels, for a list of requested orders. It contains no personal data.
 *
 * - `orders`: the requested orders whose customers refused most of their last parcels, in the sequence of the
 *   request. `number` is the order number.
 * - `unknown`: the number of requested orders whose customer's phone number is not in the app, so that the customer
 *   cannot be checked
 */
export type RefusalHint = { orders: { id: string; number: string }[]; unknown: number };
