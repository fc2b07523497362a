import type { DayFigures, DaySum } from '@/lib/cash/day/day-view';
import type { Money } from '@/lib/shared/numbers/money';

/** What the notebook says about a day, and what a record says about the drawer, in their sequence on the screen. */
export const figureParts = ['created', 'shipped', 'remitted', 'fee', 'writtenOff', 'owed'] as const;
export const drawerParts = ['opening', 'remitted', 'moneyIn', 'moneyOut', 'expected', 'counted'] as const;

/** Returns a figure of a day. `orders` is null if the figure is not a sum of orders. */
export function figureOf(
  figures: DayFigures,
  part: (typeof figureParts)[number],
): { orders: number | null; money: Money } {
  const figure = figures[part];
  return 'orders' in figure ? { orders: figure.orders, money: figure.sum } : { orders: null, money: figure };
}

/** What a difference means: less cash than expected, more, or as expected. */
export function differenceState({ difference }: Pick<DaySum, 'difference'>): 'short' | 'over' | 'none' {
  if (difference.amount_minor === 0) return 'none';
  return difference.amount_minor < 0 ? 'short' : 'over';
}

/**
 * Returns the amount of a difference without its sign, for a text that itself says whether cash is missing or too much.
 */
export const withoutSign = (money: Money): Money => ({
  ...money,
  amount_minor: Math.abs(money.amount_minor),
});

/** Parts of the date of a day, for Intl. The time of such a date is noon in UTC (dayDate). */
export const dayParts = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
} as const;

export const dayDate = (day: string): Date => new Date(`${day}T12:00:00Z`);
