import type { NextStep, SyncHealth } from '@/lib/mirror/health/sync-health';

/** A running worker applies an event within a second. */
const inboxBehindMs = 60_000;
/** A user's own reads and the budget may delay a read by a minute or two. */
const readsBehindMs = 5 * 60_000;
/** The first retries are seconds apart, so a single failed step is not an outage. */
const failuresMin = 3;
const outageCodes = ['unreachable', 'timed_out', 'bad_answer', 'internal_error'];
/** A bug or an outage on our side, or a request that is invalid (step-sweep.server.ts). */
const ownFaultCodes = ['internal', 'invalid_request'];

/** The one step to report, the most serious first. A later condition is often only a result of an earlier one. */
export function decideNextStep(
  health: Omit<SyncHealth, 'nextStep'>,
  { needsReconnect }: { needsReconnect: boolean },
): NextStep {
  const now = Date.parse(health.readAt);
  const isOlder = (at: string | null, ms: number) => at !== null && now - Date.parse(at) > ms;
  const orders = health.sweeps.find(({ resource, kind }) => resource === 'orders' && kind === 'full');
  const failsWith = (codes: readonly string[]) =>
    health.sweeps.some(
      ({ failures, errorCode }) => failures >= failuresMin && codes.includes(errorCode ?? ''),
    );
  if (needsReconnect) return 'reconnect';
  if (orders?.state === 'no_scope') return 'grant_scope';
  if (failsWith(outageCodes)) return 'platform_unreachable';
  if (failsWith(ownFaultCodes)) return 'sync_failing';
  if (!orders?.last) return 'wait_backfill';
  if (health.subscription.state === 'inactive') return 'subscription_inactive_repairing';
  if (isOlder(health.inbox.oldestAt, inboxBehindMs)) return 'inbox_behind';
  return isOlder(health.dirty.oldestAt, readsBehindMs) ? 'reads_behind' : 'none';
}
