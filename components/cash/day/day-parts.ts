import type { DayFigures, DaySum } from '@/lib/cash/day/day-view';
import type { Money } from '@/lib/shared/numbers/money';

/**
 * The figures of a day. The first list is from the cash notebook (the app's records about the cash of orders), the
 * second from the drawer in the day's record. The names are listed in the order on the screen.
 */
export const figureParts = ['created', 'shipped', 'remitted', 'fee', 'writtenOff', 'owed'] as const;
export const drawerParts = ['opening', 'remitted', 'moneyIn', 'moneyOut', 'expected', 'counted'] as const;

/**
 * Returns one figure of a day. `orders` is the number of orders in the sum; null if the figure is not a sum over
 * orders.
 */
export function figureOf(
  figures: DayFigures,
  part: (typeof figureParts)[number],
): { orders: number | null; money: Money } {
  const figure = figures[part];
  return 'orders' in figure ? { orders: figure.orders, money: figure.sum } : { orders: null, money: figure };
}

/**
 * Returns how the counted cash differs from the expected cash: `short` if cash is missing, `over` if there is too much,
 * `none` if both are equal.
 */
export function differenceState({ difference }: Pick<DaySum, 'difference'>): 'short' | 'over' | 'none' {
  if (difference.amount_minor === 0) return 'none';
  return difference.amount_minor < 0 ? 'short' : 'over';
}

/**
 * Returns the amount of a difference without its sign. The sign is not needed, because the text around the amount says
 * whether cash is missing or too much.
 */
export const withoutSign = (money: Money): Money => ({
  ...money,
  amount_minor: Math.abs(money.amount_minor),
});
