/**
 * Which of the asked orders go to customers who refused most of their last parcels, in the sequence of the question.
 * `number` is the order number. `unknown` is the number of asked orders of which the app has no phone number, so nothing
 * is known about their customers. The value has no personal data.
 */
export type RefusalHint = { orders: { id: string; number: string }[]; unknown: number };
