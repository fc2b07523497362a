import { EventEnvelope, WebhookSubscription, webhookTopics } from '@/lib/platform/contract/webhooks';
import type { Api, Received, World } from '@/tests/integration/sandbox/sandbox-world';

/** The webhook endpoint that the sandbox delivers to in these tests. */
export const endpointUrl = 'http://localhost:3000/api/webhooks';

/**
 * platform: Topics. The topics under the scope that governs each one. The list is written out because these tests check
 * the contract itself.
 */
export const topicsByScope = {
  'orders:read': [
    'order.created',
    'order.status_changed',
    'order.paid',
    'fulfillment.requested',
    'fulfillment.created',
    'fulfillment.updated',
    'refund.created',
  ],
  'products:read': ['product.created', 'product.updated', 'product.deleted'],
  'inventory:read': ['inventory.movement_created'],
};

/** Creates a webhook subscription to every topic, or with this change, and returns it. */
export async function subscribe(to: Api, change: Record<string, unknown> = {}): Promise<WebhookSubscription> {
  const answer = await to.call<{ data: unknown }>('PUT', '/webhooks', {
    endpoint_url: endpointUrl,
    topics: webhookTopics,
    ...change,
  });
  return WebhookSubscription.parse(answer.body.data);
}

/** Sends every due delivery, then returns all deliveries of one topic so far. */
export async function received(world: World, topic: string): Promise<Received[]> {
  await world.sandbox.tick();
  return world.received.filter((delivery) => topicOf(delivery) === topic);
}

export const topicOf = (delivery: Received) => delivery.headers['x-platform-event'];
export const envelopeOf = (delivery: Received) => EventEnvelope.parse(JSON.parse(delivery.body));
