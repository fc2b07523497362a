import { listSteps } from '@/lib/home/first-steps';
import type { HomeView } from '@/lib/home/home-view';

/**
 * Place of the set-up on the home screen:
 *
 * - `top`: above the waiting work
 * - `below_work`: below the waiting work, above the sales of today and the cash
 * - `below_cash`: below the cash
 */
export type SetUpPlace = 'top' | 'below_work' | 'below_cash';

type SetUpLook = {
  place: SetUpPlace;
  /** True if the set-up is one row without a step. */
  isCompact: boolean;
  /** True if a phone shows only the next step, in one row. A larger screen shows all steps. */
  isNextOnPhone: boolean;
  /** True if a laptop shows the set-up below the row of today's sales and cash. A phone shows it above them. */
  isBelowCashOnLaptop: boolean;
};

/**
 * Returns the place of the set-up on the home screen, and whether it is one row that opens on a press.
 *
 * - If no work waits, the set-up is the first thing on the screen.
 * - If work waits and no first step is done, the merchant is new. All steps are shown, above the cash, if the user may
 *   change the settings (`maySetUp`).
 * - Otherwise the set-up is below the cash. It is one row, unless the app is still reading the store's data or an
 *   earlier installation left data.
 * - If all steps are shown above money (sales of today or cash), a phone shows only the next step. Otherwise the steps
 *   would move the money to the second screen.
 * - A laptop shows today's sales and the cash in one row. The row is above the set-up, unless no work waits and no
 *   amount is known.
 */
export function placeSetUp(view: HomeView, maySetUp: boolean): SetUpLook {
  const { orders, guide, sync, earlierDataCount } = view;
  const mayBeShort = sync.nextStep !== 'wait_backfill' && earlierDataCount === 0;
  const isBelowCashOnLaptop = hasMoney(view);
  const isNextOnPhone = mayBeShort && isBelowCashOnLaptop;
  if (orders && !hasWork(view)) return { place: 'top', isCompact: false, isNextOnPhone, isBelowCashOnLaptop };
  const steps = listSteps(guide?.steps ?? {});
  if (maySetUp && orders && steps.length > 0 && steps.every(({ isDone }) => !isDone))
    return { place: 'below_work', isCompact: false, isNextOnPhone, isBelowCashOnLaptop: true };
  return { place: 'below_cash', isCompact: mayBeShort, isNextOnPhone: false, isBelowCashOnLaptop: false };
}

/** Whether the screen shows an amount: sales of today, or cash that is not in the store yet. */
function hasMoney({ orders }: HomeView): boolean {
  if (!orders) return false;
  const { today, cash, notebook = [] } = orders;
  return cash.orders > 0 || notebook.length > 0 || today.currencies.some((one) => one.today.orders > 0);
}

/** Whether an order or a quote waits for the merchant. */
function hasWork({ orders, quotes }: HomeView): boolean {
  const { to_review = 0, to_ship = 0, problems = 0 } = orders?.counts ?? {};
  return to_review + to_ship + problems + quotes.attention.count + (quotes.moved?.count ?? 0) > 0;
}
