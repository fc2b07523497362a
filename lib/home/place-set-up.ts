import { listSteps } from '@/lib/home/first-steps';
import type { HomeView } from '@/lib/home/home-view';

/**
 * Place of the set-up on the home screen:
 *
 * - `top`: above everything else, because nothing else has content
 * - `below_cash`: below the waiting work, the sales of today and the cash
 */
export type SetUpPlace = 'top' | 'below_cash';

type SetUpLook = {
  place: SetUpPlace;
  /** True if the set-up is one row without a step. */
  isCompact: boolean;
  /** True if the set-up shows only the next step until a press. */
  isNextOnly: boolean;
};

/**
 * Returns the place of the set-up on the home screen, and whether it is one row that opens on a press.
 *
 * - If no work waits and no amount is known, the set-up is the first thing on the screen, with all its steps.
 * - Otherwise the set-up is below the cash, so that the screen has the same sequence on each day and each device.
 * - If no first step is done, the merchant is new. The next step is shown if the user may change the settings
 *   (`maySetUp`); the others are shown on a press. Otherwise the set-up is one row.
 * - If an earlier installation left data, the step for it stays visible, with the next step.
 * - All steps are shown while the app still reads the store's data.
 */
export function placeSetUp(view: HomeView, maySetUp: boolean): SetUpLook {
  const { orders, guide, sync, earlierDataCount } = view;
  if (orders && !hasWork(view) && !hasMoney(view))
    return { place: 'top', isCompact: false, isNextOnly: false };
  const mayBeShort = sync.nextStep !== 'wait_backfill';
  const hasEarlierData = earlierDataCount > 0;
  const steps = listSteps(guide?.steps ?? {});
  const isNew = maySetUp && orders !== null && steps.length > 0 && steps.every(({ isDone }) => !isDone);
  const isOpen = isNew || hasEarlierData;
  return { place: 'below_cash', isCompact: mayBeShort && !isOpen, isNextOnly: mayBeShort && isOpen };
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
