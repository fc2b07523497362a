import { printedOrdersMax } from '@/lib/shared/orders/print-path';

// This file must not import zod, because a screen loads this file at the first visit, and zod would be loaded with it.

/**
 * Maximum number of orders on a delivery sheet. The number is limited, because each order must be read from the
 * platform, as for a print page.
 */
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

/** Maximum number of days between today and the day of a new delivery sheet. */
export const daysAheadMax = 31;
