/**
 * Number of days for which the personal data of a quote or an order is stored. It applies if the store has not chosen
 * another number.
 */
export const defaultRetentionDays = 90;
