import { EventEnvelope, WebhookSubscription, webhookTopics } from '@/lib/platform/contract/webhooks';
import type { Api, Received, World } from '@/tests/integration/sandbox/sandbox-world';

/** Where the worlds of these tests deliver to. */
export const endpointUrl = 'http://localhost:3000/api/webhooks';

/** platform: Topics, each with the scope that governs it; written out, since the contract is what is tested. */
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

/** Puts a subscription to every topic, or as changed, and answers it. */
export async function subscribe(to: Api, change: Record<string, unknown> = {}): Promise<WebhookSubscription> {
  const answer = await to.call<{ data: unknown }>('PUT', '/webhooks', {
    endpoint_url: endpointUrl,
    topics: webhookTopics,
    ...change,
  });
  return WebhookSubscription.parse(answer.body.data);
}

/** Deliveries of one topic so far, after everything due was sent. */
export async function received(world: World, topic: string): Promise<Received[]> {
  await world.sandbox.tick();
  return world.received.filter((delivery) => topicOf(delivery) === topic);
}

export const topicOf = (delivery: Received) => delivery.headers['x-platform-event'];
export const envelopeOf = (delivery: Received) => EventEnvelope.parse(JSON.parse(delivery.body));
