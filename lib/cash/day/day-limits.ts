/**
 * Limits of the record of a day, for the form and for the command. The limits are in a file without zod, so that the
 * form does not have to load zod (31 kB).
 */

/**
 * Limits of one record: lines of other money in one currency, number of currencies, and characters of a label and of a
 * reason.
 */
export const dayMax = { lines: 50, currencies: 20, labelLength: 100, reasonLength: 500 } as const;

/** Number of past days that can be closed or corrected, today not counted. */
export const pastDaysMax = 31;

/** Maximum amount, 10^14 minor units, so that the sum of all lines of a record is a safe integer. */
export const dayMinorMax = 100_000_000_000_000;
