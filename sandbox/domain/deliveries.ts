import { apiRevision } from 'commerce-platform-client/contract/common';
import { deliveryRetryMinutes, waitingRetryHoldsBack } from 'commerce-platform-client/assumptions';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import type { DeliveryAttempt, DeliveryRecord, SubscriptionRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { createHmac } from 'node:crypto';
import { asDocumented, futureField, type Variation, varyPayload } from './variation';

const attemptsMax = 8;
const failuresToDisable = 8;
const failureSpanMs = 24 * 3_600_000;
const retentionMs = 30 * 86_400_000;

/**
 * Returns the pending webhook deliveries of an install, in the sequence in which they are sent: by due time, then by
 * sequence number. If `waitingRetryHoldsBack` is true (assumption A29), the sequence number alone decides. A delivery
 * that waits for a retry then delays all later ones. The list is empty while the subscription is disabled.
 */
export function sendable(world: World, installId: string): DeliveryRecord[] {
  const subscription = world.subscriptions.get(installId);
  if (!subscription || subscription.status === 'disabled') return [];
  const byTime = (a: DeliveryRecord, b: DeliveryRecord) => (waitingRetryHoldsBack ? 0 : dueMs(a) - dueMs(b));
  return world.deliveries.pendingOf(installId).sort((a, b) => byTime(a, b) || a.sequence - b.sequence);
}

export function dueMs(row: DeliveryRecord): number {
  return row.next_attempt_ms ?? Number.POSITIVE_INFINITY;
}

/** Returns the time at which the next pending delivery of any install is due; null if no delivery is pending. */
export function nextDueMs(world: World): number | null {
  const firsts = world.subscriptions.values().flatMap((row) => sendable(world, row.id).slice(0, 1));
  return firsts.length === 0 ? null : Math.min(...firsts.map(dueMs));
}

/** Ends all pending webhook deliveries of an install. Their status becomes `dead`. */
export function dropPending(world: World, installId: string): void {
  for (const row of world.deliveries.pendingOf(installId))
    world.deliveries.put({ ...row, status: 'dead', next_attempt_ms: null });
}

/**
 * Builds the signed HTTP request of one delivery attempt. The signature includes the time of sending (A29), so the
 * caller passes `sentAtMs`.
 */
export function deliveryRequest(
  world: World,
  row: DeliveryRecord,
  subscription: SubscriptionRecord,
  sentAtMs: number,
  variation: Variation = asDocumented,
): { url: string; headers: Record<string, string>; body: string } {
  const event = world.events.need(row.event_id);
  const body = JSON.stringify({
    id: event.id,
    api_version: 'v1',
    topic: event.topic,
    store_id: event.store_id,
    install_id: row.install_id,
    sequence: event.sequence,
    occurred_at: event.occurred_at,
    ...(event.test && { test: true }),
    data: varyPayload(event.topic, event.data, variation),
    ...(variation.extra_fields && futureField),
  });
  const timestamp = String(Math.floor(sentAtMs / 1000));
  return {
    url: subscription.endpoint_url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Platform-Webhooks/1',
      [deliveryHeaders.deliveryId]: row.id,
      [deliveryHeaders.installId]: row.install_id,
      [deliveryHeaders.event]: event.topic,
      [deliveryHeaders.timestamp]: timestamp,
      [deliveryHeaders.apiVersion]: apiRevision,
      [deliveryHeaders.signature]: createHmac('sha256', subscription.secret)
        .update(`${timestamp}.${body}`)
        .digest('hex'),
    },
    body,
  };
}

/** The result of one delivery attempt, without its time. */
export type AttemptOutcome = Omit<DeliveryAttempt, 'at'>;

/**
 * Stores a delivery attempt and updates the status of the delivery and of its subscription (platform: Delivery and
 * retry).
 */
export function recordAttempt(world: World, deliveryId: string, outcome: AttemptOutcome): void {
  const row = world.deliveries.get(deliveryId);
  // The delivery may have ended while the request was in progress, because the subscription was deleted or the app was
  // uninstalled. The attempt is then not recorded.
  if (row?.status !== 'pending') return;
  const attempts = [...row.attempts, { at: world.now(), ...outcome }];
  const succeeded = isSuccess(outcome.status);
  const spent = row.replayed || attempts.length >= attemptsMax;
  const waitMinutes = deliveryRetryMinutes[attempts.length - 1] ?? 60;
  world.deliveries.put({
    ...row,
    attempts,
    status: succeeded ? 'delivered' : spent ? 'dead' : 'pending',
    next_attempt_ms: succeeded || spent ? null : world.nowMs() + waitMinutes * 60_000,
  });
  const subscription = world.subscriptions.get(row.install_id);
  if (subscription) world.subscriptions.put(succeeded ? healed(subscription) : failed(world, subscription));
}

/**
 * True if the status of the response acknowledges a delivery, that is, if it is 2xx. A redirect is not followed and
 * counts as a failure (DEL-1).
 */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Schedules one more attempt for a delivery that has failed for good (status `dead`). This replay is possible once per
 * delivery (DEL-4). Returns false if the delivery is not dead or was already replayed.
 */
export function replay(world: World, row: DeliveryRecord): boolean {
  if (row.status !== 'dead' || row.replayed) return false;
  world.deliveries.put({ ...row, status: 'pending', next_attempt_ms: world.nowMs(), replayed: true });
  return true;
}

function healed(subscription: SubscriptionRecord): SubscriptionRecord {
  return { ...subscription, consecutive_failures: 0, first_failure_ms: null };
}

/**
 * Returns the subscription after one more failed delivery attempt. The subscription is disabled if two conditions are
 * true. First, eight attempts failed in a row. Second, at least one day has passed between the first and the last of
 * these failures (DEL-3).
 */
function failed(world: World, subscription: SubscriptionRecord): SubscriptionRecord {
  const failures = subscription.consecutive_failures + 1;
  const firstMs = subscription.first_failure_ms ?? world.nowMs();
  const disable =
    subscription.status === 'active' &&
    failures >= failuresToDisable &&
    world.nowMs() - firstMs >= failureSpanMs;
  return {
    ...subscription,
    consecutive_failures: failures,
    first_failure_ms: firstMs,
    ...(disable && { status: 'disabled', disabled_at: world.now() }),
  };
}

/**
 * Deletes delivery records older than 30 days, with any status, and then their events (DEL-4). Both tables are sorted
 * by time, so each scan stops at the first newer record.
 */
export function pruneDeliveries(world: World): void {
  const before = new Date(world.nowMs() - retentionMs).toISOString();
  for (const row of world.deliveries.each()) {
    if (world.events.need(row.event_id).occurred_at > before) break;
    world.deliveries.drop(row.id);
  }
  for (const event of world.events.each()) {
    if (event.occurred_at > before) break;
    world.events.drop(event.id);
  }
}
