import type { NextStep, SyncHealth } from '@/lib/mirror/health/sync-health';
import type { Connection } from '@/lib/shared/live/connection';

/**
 * Maximum time for which an event may wait in the inbox. If an event waits longer, the app reports that the inbox is
 * behind. A running worker applies an event within a second.
 */
const inboxBehindMs = 60_000;
/**
 * Maximum age of a dirty mark (a row for an order or product that must be read). If a mark is older, the app reports
 * that its reads are behind. Requests of users and the request budget may delay a read by one or two minutes.
 */
const readsBehindMs = 5 * 60_000;
/**
 * Number of consecutive failures after which a sweep (a repeated read of platform data) is reported. The first retries
 * are seconds apart, so fewer failures are not an outage.
 */
export const failuresMin = 3;
const outageCodes = ['unreachable', 'timed_out', 'bad_answer', 'internal_error'];
/**
 * Error codes of failed sweeps (repeated reads of platform data) that are caused by the app and not by the platform: a
 * bug, an outage of the app, or an invalid request (step-sweep.server.ts).
 */
const ownFaultCodes = ['internal', 'invalid_request'];

/**
 * Returns the condition of the mirror (our copy of the platform's data) that is reported to the user, or `none`. Of
 * several conditions, the most serious one is returned, because it often causes the less serious ones.
 * `mayReadOrders`: the app has the scope to read orders. The sweep of the orders notices a missing scope only when it is
 * due, but the screens hide the orders at once.
 */
export function decideNextStep(
  health: Omit<SyncHealth, 'nextStep'>,
  { mayReadOrders, ...stops }: Stops & { mayReadOrders: boolean },
): NextStep {
  const now = Date.parse(health.readAt);
  const isOlder = (at: string | null, ms: number) => at !== null && now - Date.parse(at) > ms;
  const orders = health.sweeps.find(({ resource, kind }) => resource === 'orders' && kind === 'full');
  const stop = decideStop(stops);
  if (stop) return stop;
  if (!mayReadOrders || orders?.state === 'no_scope') return 'grant_scope';
  const failure = decideFailure(health.sweeps);
  if (failure) return failure;
  if (!orders?.last) return 'wait_backfill';
  if (health.subscription.state === 'inactive') return 'subscription_inactive_repairing';
  if (isOlder(health.inbox.oldestAt, inboxBehindMs)) return 'inbox_behind';
  return isOlder(health.dirty.oldestAt, readsBehindMs) ? 'reads_behind' : 'none';
}

/**
 * Facts from which the state of the connection is computed. `areUpdatesOff`: the webhook subscription was deleted or
 * stopped.
 */
export type ConnectionFacts = Stops & { areUpdatesOff: boolean; sweeps: readonly Failing[] };
type Stops = { needsReconnect: boolean; isPaused: boolean };
type Failing = Pick<SyncHealth['sweeps'][number], 'failures' | 'errorCode'>;

/**
 * Returns the state of the connection to the store for the top row of all screens. It uses the same rules, in the same
 * sequence, as `decideNextStep`. So the top row never shows "live" while the page shows that the store cannot be
 * reached.
 */
export function decideConnection({ areUpdatesOff, sweeps, ...stops }: ConnectionFacts): Connection {
  return decideStop(stops) ?? decideFailure(sweeps) ?? (areUpdatesOff ? 'updatesOff' : 'ok');
}

function decideStop({ needsReconnect, isPaused }: Stops) {
  if (needsReconnect) return 'reconnect';
  return isPaused ? 'paused' : null;
}

function decideFailure(sweeps: readonly Failing[]) {
  const failsWith = (codes: readonly string[]) =>
    sweeps.some(({ failures, errorCode }) => failures >= failuresMin && codes.includes(errorCode ?? ''));
  if (failsWith(outageCodes)) return 'platform_unreachable';
  return failsWith(ownFaultCodes) ? 'sync_failing' : null;
}
