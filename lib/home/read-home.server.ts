import 'server-only';
import { readCashTotals } from '@/lib/cash/read-cash-totals.server';
import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import type { HomeView } from '@/lib/home/home-view';
import { readFirstSteps } from '@/lib/home/read-first-steps.server';
import { setUpGuide } from '@/lib/home/set-up-guide';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOrderCurrencies } from '@/lib/mirror/orders/find-order-currencies.server';
import { findOrderNumbers } from '@/lib/mirror/orders/find-order-numbers.server';
import { readFreshness } from '@/lib/mirror/health/read-freshness.server';
import { readSyncHealth } from '@/lib/mirror/health/read-sync-health.server';
import { listRecentOperations } from '@/lib/operations/activity/list-recent-operations.server';
import { readCash } from '@/lib/orders/charts/read-cash.server';
import { readOldestWork, readOrderWork, readWorkSums } from '@/lib/orders/charts/read-order-work.server';
import { readToday } from '@/lib/orders/charts/read-today.server';
import { readQuoteWork } from '@/lib/quotes/waiting/read-quote-work.server';
import { hasRight } from '@/lib/shared/roles/roles';

const activityShown = 8;

/**
 * Reads the data of the home screen. The read is fast even for a large store, because each count or sum has a
 * maximum or covers only two days.
 */
export async function readHome(context: InstallContext): Promise<HomeView> {
  const { installId, db, scopes } = context;
  const [health, freshness, quotes, orders, activity] = await Promise.all([
    readSyncHealth(context),
    db.read((tx) => readFreshness(tx, installId)),
    readQuoteWork(context),
    scopes.has('orders:read') ? readOrders(context) : null,
    listRecentOperations(context, activityShown, { findOrderNumbers, findOrderCurrencies }),
  ]);
  const first = await readFirstSteps(context, { hasSentQuote: quotes.hasSent });
  const guide = setUpGuide({ scopes, subscription: health.subscription.state, ...first });
  const mayImport = hasRight(context.role, 'change_settings');
  const earlier = guide && mayImport ? await listEarlierData(context) : null;
  return {
    guide,
    earlierDataCount: earlier ? earlier.quotes.length + earlier.views.length : 0,
    orders,
    quotes,
    sync: { nextStep: health.nextStep, syncedAt: freshness.syncedAt },
    activity,
  };
}

async function readOrders(context: InstallContext): Promise<HomeView['orders']> {
  const { isNotebookUsed, ...cash } = await readCash(context);
  return {
    today: await readToday(context),
    counts: await readOrderWork(context),
    oldest: await readOldestWork(context),
    sums: await readWorkSums(context),
    cash,
    ...(hasRight(context.role, 'see_cash') && (await readNotebook(context, isNotebookUsed))),
  };
}

/** Reads what the card of the cash shows to a user who may see cash. An unused notebook needs no read. */
async function readNotebook(context: InstallContext, isUsed: boolean) {
  const { totals, callFirst } = isUsed ? await readCashTotals(context) : { totals: [], callFirst: null };
  return { notebook: totals, callFirst };
}
