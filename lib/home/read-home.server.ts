import 'server-only';
import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import type { HomeView } from '@/lib/home/home-view';
import { setUpGuide } from '@/lib/home/set-up-guide';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOrderNumbers } from '@/lib/mirror/orders/find-order-numbers.server';
import { readFreshness } from '@/lib/mirror/health/read-freshness.server';
import { readSyncHealth } from '@/lib/mirror/health/read-sync-health.server';
import { listRecentOperations } from '@/lib/operations/activity/list-recent-operations.server';
import { findCreatedOrder } from '@/lib/orders/find-created-order.server';
import { hasRight } from '@/lib/shared/roles/roles';
import { readOrderWork } from '@/lib/orders/charts/read-order-work.server';

const activityShown = 8;

/**
 * Reads the data of the home screen. Each count stops at a maximum, so the read is as quick for a large store as for a
 * new one.
 */
export async function readHome(context: InstallContext): Promise<HomeView> {
  const { installId, db, scopes } = context;
  const [health, freshness, hasOrder, work, activity] = await Promise.all([
    readSyncHealth(context),
    db.transaction((tx) => readFreshness(tx, installId)),
    findCreatedOrder(context),
    scopes.has('orders:read') ? readOrderWork(context) : null,
    listRecentOperations(context, activityShown, findOrderNumbers),
  ]);
  const guide = setUpGuide({ scopes, subscription: health.subscription.state, hasOrder });
  const mayImport = hasRight(context.role, 'change_settings');
  const earlier = guide && mayImport ? await listEarlierData(context) : null;
  return {
    guide,
    earlierDataCount: earlier ? earlier.quotes.length + earlier.views.length : 0,
    work,
    sync: { nextStep: health.nextStep, syncedAt: freshness.syncedAt },
    activity,
  };
}
