import {
  EventEnvelope,
  WebhookSubscription,
  webhookTopics,
} from 'commerce-platform-client/contract/webhooks';
import type { Api, Received, World } from '@/tests/integration/sandbox/sandbox-world';

/** URL of the webhook endpoint to which the sandbox delivers in these tests. */
export const endpointUrl = 'http://localhost:3000/api/webhooks';

/**
 * The webhook topics for each scope (platform: Topics). The list is typed by hand and not taken from the code, because
 * the tests compare the topics in the code with this list.
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

/**
 * Creates a webhook subscription to every topic, with the given change of the request body. Returns the subscription.
 */
export async function subscribe(to: Api, change: Record<string, unknown> = {}): Promise<WebhookSubscription> {
  const answer = await to.call<{ data: unknown }>('PUT', '/webhooks', {
    endpoint_url: endpointUrl,
    topics: webhookTopics,
    ...change,
  });
  return WebhookSubscription.parse(answer.body.data);
}

/** Makes the sandbox send every due delivery. Returns all deliveries of one topic that the endpoint has received. */
export async function received(world: World, topic: string): Promise<Received[]> {
  await world.sandbox.tick();
  return world.received.filter((delivery) => topicOf(delivery) === topic);
}

export const topicOf = (delivery: Received) => delivery.headers['x-platform-event'];
export const envelopeOf = (delivery: Received) => EventEnvelope.parse(JSON.parse(delivery.body));
