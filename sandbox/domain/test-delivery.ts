import type { z } from 'zod';
import {
  type TestWebhookBody,
  topicScopes,
  type WebhookTestEvent,
  type WebhookTopic,
} from 'commerce-platform-client/contract/webhooks';
import type { InstallRecord, OrderRecord, StoreRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import type { Context } from './context';
import { emit } from './events';
import { type Refusal, refuse } from './refusal';
import { effectiveScopes } from './scopes';
import { subscriptionOf } from './webhooks';

const overridesMaxBytes = 16 * 1024;

/**
 * Handles POST /webhooks/test. It sends an event with `test: true` only to the subscription of the install that made
 * the request (WHK-5, WHK-7, WHK-8). A request is refused in these cases:
 *
 * - 403 sandbox_required in a store that is not a development store
 * - 403 if the install lacks the scope of the topic
 * - 413 if the request contains event data of more than 16 KB
 * - 409 with one of three codes of the platform document if no test event can be sent
 */
export function sendTestEvent(
  context: Context,
  install: InstallRecord,
  store: StoreRecord,
  body: TestWebhookBody,
): z.input<typeof WebhookTestEvent> | Refusal {
  if (!store.is_development) return refuse('sandbox_required', 'test deliveries are for sandbox stores');
  const scope = topicScopes[body.topic];
  if (scope !== null && !effectiveScopes(install).includes(scope))
    return refuse('forbidden', `scope ${scope} is required`);
  if (Buffer.byteLength(JSON.stringify(body.data ?? {})) > overridesMaxBytes)
    return refuse('payload_too_large', 'the overrides are above 16 KB');
  const subscription = subscriptionOf(context.world, install.id);
  if (subscription?.status !== 'active')
    return refuse('webhook_not_subscribed', 'there is no active subscription');
  if (!subscription.topics.includes(body.topic))
    return refuse('webhook_topic_not_subscribed', `${body.topic} is not subscribed to`);
  const sample = sampleOf(context.world, install, body.topic);
  if (!sample) return refuse('sample_unavailable', `the store has nothing to make a ${body.topic} of`);

  const data = { ...sample, ...body.data };
  const { event, deliveries } = emit(context, store.id, body.topic, data, install.id, true);
  return {
    event_id: event.id,
    topic: event.topic,
    sequence: event.sequence,
    occurred_at: event.occurred_at,
    test: true,
    data,
    deliveries: deliveries.map((row) => ({
      id: row.id,
      status: row.status,
      endpoint_url: subscription.endpoint_url,
    })),
  };
}

/**
 * Returns sample data for an event of a topic. It is made from the store's newest record of the matching kind, such as
 * the newest order for an order topic. Returns null if the store has no such record. If the platform document does not
 * define the fields of the event, assumption A11 defines them.
 */
function sampleOf(world: World, install: InstallRecord, topic: WebhookTopic): Record<string, unknown> | null {
  const storeId = install.store_id;
  const orders = world.orders.inStore(storeId);
  switch (topic) {
    case 'order.created':
      return ofOrder(orders.at(-1), (order) => ({
        status: order.status,
        total_minor: order.total_minor,
        currency: order.currency,
        source: order.source,
      }));
    case 'order.status_changed':
      return ofOrder(orders.at(-1), (order) => ({ status: order.status, previous_status: 'placed' }));
    case 'order.paid':
      return ofOrder(orders.at(-1), (order) => ({
        total_minor: order.total_minor,
        currency: order.currency,
      }));
    case 'fulfillment.created':
    case 'fulfillment.requested':
    case 'fulfillment.updated': {
      const order = orders.findLast((row) => row.fulfillments.length > 0);
      const last = order?.fulfillments.at(-1);
      if (!order || !last) return null;
      const { id, status, tracking_number } = last;
      return { order_id: order.id, fulfillment_id: id, status, tracking_number };
    }
    case 'refund.created': {
      const order = orders.findLast((row) => row.refunds.length > 0);
      const last = order?.refunds.at(-1);
      if (!order || !last) return null;
      const { id, amount_minor } = last;
      return { order_id: order.id, refund_id: id, amount_minor, currency: order.currency };
    }
    case 'product.created':
    case 'product.updated':
    case 'product.deleted': {
      const last = world.products.inStore(storeId).at(-1);
      return last ? { product_id: last.id } : null;
    }
    case 'inventory.movement_created': {
      const last = world.movements.inStore(storeId).at(-1);
      if (!last) return null;
      const { id, variant_id, location_id, delta, stock_after, reason } = last;
      return { movement_id: id, variant_id, location_id, delta, stock_after, reason };
    }
    case 'app.uninstalled':
      return { install_id: install.id };
  }
}

function ofOrder(
  order: OrderRecord | undefined,
  rest: (order: OrderRecord) => Record<string, unknown>,
): Record<string, unknown> | null {
  return order ? { order_id: order.id, order_number: order.order_number, ...rest(order) } : null;
}
