import { z } from 'zod';
import { deliveryStatuses, subscriptionStatuses } from '../assumptions';
import { EventId, InstallId, StoreId } from './ids';
import { isStorableJson, unstorableMessage } from './storable-text';
import { openEnum, Timestamp } from './common';
import type { Scope } from './scopes';

/**
 * Webhook topics. The value of each topic is the scope that an app needs to subscribe to this topic; null if no scope
 * is needed. platform: Topics.
 */
export const topicScopes = {
  'order.created': 'orders:read',
  'order.status_changed': 'orders:read',
  'order.paid': 'orders:read',
  'fulfillment.requested': 'orders:read',
  'fulfillment.created': 'orders:read',
  'fulfillment.updated': 'orders:read',
  'refund.created': 'orders:read',
  'product.created': 'products:read',
  'product.updated': 'products:read',
  'product.deleted': 'products:read',
  'inventory.movement_created': 'inventory:read',
  'app.uninstalled': null,
} as const satisfies Record<string, Scope | null>;
/** A topic that the platform document names. An event may have another topic. */
export type WebhookTopic = keyof typeof topicScopes;
/** All topics of the platform document. platform: Webhooks. */
export const webhookTopics = Object.keys(topicScopes) as [WebhookTopic, ...WebhookTopic[]];

/**
 * The webhook subscription of an install. The secret is present only in the response to PUT /webhooks (WHK-6).
 * platform: WebhookSubscription.
 */
export const WebhookSubscription = z.object({
  id: z.string(),
  endpoint_url: z.string(),
  topics: z.array(openEnum(webhookTopics)),
  status: openEnum(subscriptionStatuses),
  consecutive_failures: z.int(),
  activated_at: Timestamp.nullish(),
  disabled_at: Timestamp.nullish(),
  secret: z.string().optional(),
});
export type WebhookSubscription = z.infer<typeof WebhookSubscription>;

/** Body of PUT /webhooks. This endpoint accepts no Idempotency-Key. */
export const PutWebhookBody = z.strictObject({
  endpoint_url: z.url().max(2048),
  topics: z.array(z.enum(webhookTopics)).min(1).max(webhookTopics.length),
  rotate_secret: z.boolean().optional(),
});
export type PutWebhookBody = z.infer<typeof PutWebhookBody>;

/**
 * Body of a webhook delivery. New topics and new data fields are accepted, because the platform may add them.
 * `sequence` must be a safe integer, because events are sorted by it. platform: Envelope.
 */
export const EventEnvelope = z.object({
  id: EventId,
  api_version: z.string(),
  topic: openEnum(webhookTopics),
  store_id: StoreId,
  install_id: InstallId,
  sequence: z.int(),
  occurred_at: Timestamp,
  test: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

/**
 * Header names of a webhook delivery, in lower case as Node.js and the Headers class give them (platform: Delivery
 * headers).
 */
export const deliveryHeaders = {
  deliveryId: 'x-platform-delivery-id',
  installId: 'x-platform-install-id',
  event: 'x-platform-event',
  timestamp: 'x-platform-timestamp',
  apiVersion: 'x-platform-api-version',
  signature: 'x-platform-hmac-sha256',
} as const;

/** Body of POST /webhooks/test. The platform merges `data` into its sample event. `data` has at most 16 KB (WHK-5). */
export const TestWebhookBody = z.strictObject({
  topic: z.enum(webhookTopics),
  data: z.record(z.string(), z.unknown()).refine(isStorableJson, unstorableMessage).optional(),
});
export type TestWebhookBody = z.infer<typeof TestWebhookBody>;

/** Response of POST /webhooks/test. platform: WebhookTestEvent. */
export const WebhookTestEvent = z.object({
  event_id: EventId,
  topic: openEnum(webhookTopics),
  sequence: z.int(),
  occurred_at: Timestamp,
  test: z.literal(true),
  data: z.record(z.string(), z.unknown()),
  deliveries: z.array(
    z.object({
      id: z.string(),
      status: openEnum(deliveryStatuses),
      endpoint_url: z.string(),
    }),
  ),
});
export type WebhookTestEvent = z.infer<typeof WebhookTestEvent>;
