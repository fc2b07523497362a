import 'server-only';
import { purgeStops } from '@/lib/deliveries/purge-stops.server';
import { purgeExpired } from '@/lib/installs/purge-expired.server';
import { purgeBodiesOfUninstalled, purgeUninstalled } from '@/lib/installs/purge-uninstalled.server';
import { purgeDrifts } from '@/lib/mirror/sweeps/purge-drifts.server';
import { purgeBulkRuns, purgeOperations } from '@/lib/operations/activity/purge-history.server';
import { purgeBulkNotes, purgeRequests } from '@/lib/operations/sending/purge-requests.server';
import { purgeOrderLinks } from '@/lib/orders/link/purge-order-links.server';
import { purgeKeptCustomers, purgeOrderCustomers } from '@/lib/orders/purge-order-customers.server';
import { purgeQuotes } from '@/lib/quotes/end-quotes.server';
import { log } from '@/lib/system/log';
import { metrics } from '@/lib/system/metrics/metrics';
import { purgeStaticFiles } from '@/lib/system/static-files';
import { renewBodyPartitions } from '@/lib/webhooks/body-partitions.server';
import { purgeEventBodies, purgeEvents, purgeQuarantinedBodies } from '@/lib/webhooks/purge-inbox.server';

/** All purges, in the order in which they run. The purges of personal data run first (S20). */
const purges = {
  requests: purgeRequests,
  bulkNotes: purgeBulkNotes,
  uninstalled: purgeUninstalled,
  bodiesOfUninstalled: purgeBodiesOfUninstalled,
  quotes: purgeQuotes,
  deliveryStops: purgeStops,
  orderCustomers: purgeOrderCustomers,
  keptCustomers: purgeKeptCustomers,
  orderLinks: purgeOrderLinks,
  bodyPartitions: renewBodyPartitions,
  eventBodies: purgeEventBodies,
  quarantinedBodies: purgeQuarantinedBodies,
  events: purgeEvents,
  operations: purgeOperations,
  bulkRuns: purgeBulkRuns,
  drifts: purgeDrifts,
  expired: purgeExpired,
  staticFiles: purgeStaticFiles,
};

/**
 * Sets the counter of failures to 0 for each purge. Otherwise Prometheus would not detect the first failure as an
 * increase.
 */
export function startPurgeFailures(): void {
  for (const purge of Object.keys(purges)) metrics().purgeFailures.inc({ purge }, 0);
}

/**
 * Runs all purges of expired data. It is called every 10 minutes, and any number of workers may call it. If a purge
 * fails, the next purges still run. Returns the number of deleted rows of each purge; null for a purge that failed. The
 * number of `bodyPartitions` counts dropped partitions.
 */
export async function purgeAll(): Promise<Record<keyof typeof purges, number | null>> {
  const removed: Record<string, number | null> = {};
  for (const [name, purge] of Object.entries(purges))
    removed[name] = await purge().catch((error: unknown) => {
      metrics().purgeFailures.inc({ purge: name });
      log.error(
        { error, purge: name },
        'purge failed; the other purges continue and this one is retried at the next run',
      );
      return null;
    });
  log.info({ removed }, 'purge run finished');
  return removed as Record<keyof typeof purges, number | null>;
}
