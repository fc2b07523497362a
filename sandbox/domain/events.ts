import { topicScopes, type WebhookTopic } from 'commerce-platform-client/contract/webhooks';
import type { DeliveryRecord, EventRecord, InstallRecord } from '@/sandbox/world/records';
import type { Context } from './context';
import { effectiveScopes } from './scopes';

/**
 * Creates an event of a store and queues one delivery for each install that subscribed to the event's topic (platform:
 * Events). A delivery is queued even if the subscription is disabled. The event gets the next sequence number.
 * `onlyInstallId` limits the event to one install. `test` marks an event that POST /webhooks/test requested.
 */
export function emit(
  context: Context,
  storeId: string,
  topic: WebhookTopic,
  data: Record<string, unknown>,
  onlyInstallId?: string,
  test = false,
): { event: EventRecord; deliveries: DeliveryRecord[] } {
  const { world } = context;
  const counters = world.counters.need(storeId);
  const sequence = nextSequence(counters.event);
  world.counters.put({ ...counters, event: sequence });
  const event: EventRecord = {
    id: world.newId('evt'),
    store_id: storeId,
    topic,
    sequence,
    occurred_at: world.now(),
    ...(test && { test }),
    data,
  };
  const audience = world.installs
    .values()
    .filter(
      (row) =>
        row.store_id === storeId && (onlyInstallId ? row.id === onlyInstallId : mayReceive(row, topic)),
    )
    .filter((row) => {
      const subscription = world.subscriptions.get(row.id);
      const stale = subscription?.status === 'revoked' && onlyInstallId === undefined;
      return subscription?.topics.includes(topic) && !stale;
    });
  if (audience.length > 0) world.events.put(event);
  const deliveries = audience.map((row) =>
    world.deliveries.put({
      id: world.newId('dlv'),
      install_id: row.id,
      event_id: event.id,
      topic,
      sequence,
      status: 'pending',
      attempts: [],
      next_attempt_ms: world.nowMs(),
      replayed: false,
    }),
  );
  return { event, deliveries };
}

function mayReceive(row: InstallRecord, topic: WebhookTopic): boolean {
  const scope = topicScopes[topic];
  return row.status === 'active' && (scope === null || effectiveScopes(row).includes(scope));
}

/**
 * Returns the next sequence number of a store's events. The numbers always grow, but they are not consecutive: after
 * each number n for which n mod 7 = 6, two numbers are skipped. An app that assumes consecutive numbers therefore fails
 * in the tests (EVT-5).
 */
function nextSequence(last: number): number {
  return last % 7 === 6 ? last + 3 : last + 1;
}
