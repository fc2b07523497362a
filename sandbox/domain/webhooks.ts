import type { z } from 'zod';
import {
  type PutWebhookBody,
  topicScopes,
  type WebhookSubscription,
} from 'commerce-platform-client/contract/webhooks';
import type { InstallRecord, SubscriptionRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { dropPending } from './deliveries';
import { type EndpointPolicy, isAllowedEndpoint } from './endpoint-policy';
import { type Refusal, refuse, refuseFields } from './refusal';
import { effectiveScopes } from './scopes';
import { newSecret } from './tokens';

type Subscription = z.input<typeof WebhookSubscription>;

/**
 * Returns the webhook subscription of an install. A revoked subscription is ignored, because it belongs to an earlier
 * installation with the same id.
 */
export function subscriptionOf(world: World, installId: string): SubscriptionRecord | undefined {
  const row = world.subscriptions.get(installId);
  return row?.status === 'revoked' ? undefined : row;
}

/** Builds the response of GET /webhooks. The signing secret is never included. */
export function projectSubscription(row: SubscriptionRecord): Subscription {
  return {
    id: row.subscription_id,
    endpoint_url: row.endpoint_url,
    topics: row.topics,
    status: row.status,
    consecutive_failures: row.consecutive_failures,
    activated_at: row.activated_at,
    disabled_at: row.disabled_at,
  };
}

/**
 * Handles PUT /webhooks: replaces the endpoint and the topics of the subscription. A signing secret is
 * returned only once, in the response that creates the subscription or rotates the secret. A disabled
 * subscription becomes active again, and its pending deliveries are due immediately (platform: Webhooks).
 */
export function putSubscription(
  world: World,
  install: InstallRecord,
  body: PutWebhookBody,
  policy: EndpointPolicy,
): Subscription | Refusal {
  if (!isAllowedEndpoint(body.endpoint_url, policy))
    return refuseFields(400, [{ path: 'endpoint_url', message: 'must be a public https URL' }]);
  const topics = [...new Set(body.topics)];
  const forbidden = topics.filter((topic) => {
    const scope = topicScopes[topic];
    return scope !== null && !effectiveScopes(install).includes(scope);
  });
  if (forbidden.length > 0) return refuse('forbidden', `no scope for ${forbidden.join(', ')}`);

  const current = subscriptionOf(world, install.id);
  const revived = current?.status === 'disabled';
  const minted = !current || body.rotate_secret === true ? newSecret('whsec') : null;
  const row = world.subscriptions.put({
    id: install.id,
    subscription_id: current?.subscription_id ?? world.newId('sub'),
    endpoint_url: body.endpoint_url,
    topics,
    status: 'active',
    consecutive_failures: current && !revived ? current.consecutive_failures : 0,
    first_failure_ms: current && !revived ? current.first_failure_ms : null,
    activated_at: current && !revived ? current.activated_at : world.now(),
    disabled_at: null,
    secret: minted ?? current?.secret ?? '',
    previous_secret: minted ? (current?.secret ?? null) : (current?.previous_secret ?? null),
  });
  if (revived) deliverBacklog(world, install.id);
  return { ...projectSubscription(row), ...(minted && { secret: minted }) };
}

/** Handles DELETE /webhooks: ends the subscription and drops its pending deliveries. */
export function deleteSubscription(world: World, installId: string): void {
  world.subscriptions.drop(installId);
  dropPending(world, installId);
}

function deliverBacklog(world: World, installId: string): void {
  for (const row of world.deliveries.pendingOf(installId))
    world.deliveries.put({ ...row, next_attempt_ms: world.nowMs() });
}
