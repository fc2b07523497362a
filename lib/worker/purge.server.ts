import 'server-only';
import { purgeExpired } from '@/lib/installs/purge-expired.server';
import { purgeBodiesOfUninstalled, purgeUninstalled } from '@/lib/installs/purge-uninstalled.server';
import { purgeDrifts } from '@/lib/mirror/sweeps/purge-drifts.server';
import { purgeBulkRuns, purgeOperations } from '@/lib/operations/activity/purge-history.server';
import { purgeBulkNotes, purgeRequests } from '@/lib/operations/sending/purge-requests.server';
import { purgeQuotes } from '@/lib/quotes/end-quotes.server';
import { log } from '@/lib/system/log';
import { purgeEventBodies, purgeEvents, purgeQuarantinedBodies } from '@/lib/webhooks/purge-inbox.server';

/** What carries personal data goes first. */
const purges = {
  requests: purgeRequests,
  bulkNotes: purgeBulkNotes,
  uninstalled: purgeUninstalled,
  bodiesOfUninstalled: purgeBodiesOfUninstalled,
  quotes: purgeQuotes,
  eventBodies: purgeEventBodies,
  quarantinedBodies: purgeQuarantinedBodies,
  events: purgeEvents,
  operations: purgeOperations,
  bulkRuns: purgeBulkRuns,
  drifts: purgeDrifts,
  expired: purgeExpired,
};

/**
 * Removes what has outlived its purpose; to be called every 10 minutes, by as many workers as there are. One that
 * fails holds no other back. Answers how many rows each removed; null: it failed.
 */
export async function purgeAll(): Promise<Record<keyof typeof purges, number | null>> {
  const removed: Record<string, number | null> = {};
  for (const [name, purge] of Object.entries(purges))
    removed[name] = await purge().catch((error: unknown) => {
      log.error({ error, purge: name }, 'a purge failed');
      return null;
    });
  log.info({ removed }, 'purged');
  return removed as Record<keyof typeof purges, number | null>;
}
