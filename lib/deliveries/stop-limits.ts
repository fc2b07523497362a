import { printedOrdersMax } from '@/lib/shared/orders/print-path';

// This file must not import zod, because screens load it at their first visit.

/** Maximum number of orders on a sheet. Each order is read from the platform once, as on a print page. */
export const stopsMax = printedOrdersMax;

/**
 * What happened at a stop.
 *
 * - `delivered`: handed over, nothing collected.
 * - `paid`: handed over, and an amount collected.
 * - `refused`: the customer did not accept the order.
 */
export const stopAnswers = ['delivered', 'paid', 'refused'] as const;
export type StopAnswer = (typeof stopAnswers)[number];

/** Maximum number of characters of the reason of a refusal. */
export const reasonMax = 500;

/** How many days after today the day of a new sheet may be. */
export const daysAheadMax = 31;
