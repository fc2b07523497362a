/**
 * Those of the given orders whose customers refused most of their last parcels, in the sequence in which they were
 * given. `number` is the order number. `unknown` is the number of given orders for which the app has no phone number;
 * nothing is known about the customers of these orders. The value has no personal data.
 */
export type RefusalHint = { orders: { id: string; number: string }[]; unknown: number };
