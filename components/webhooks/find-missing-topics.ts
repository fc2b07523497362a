import type { SubscriptionView, TopicView } from '@/lib/webhooks/subscription-view';

/**
 * - `granted`: the topics that the app may subscribe to
 * - `missing`: the granted topics that are not in the active subscription, so the platform sends no events of them. Empty
 *   without an active subscription of this app: the connection screen then says that all updates are off.
 */
export function findMissingTopics({ subscription, topics }: SubscriptionView): {
  granted: TopicView[];
  missing: TopicView[];
} {
  const granted = topics.filter(({ isGranted }) => isGranted);
  const isDelivered = subscription?.isOurs === true && subscription.status === 'active';
  return { granted, missing: isDelivered ? granted.filter(({ isSubscribed }) => !isSubscribed) : [] };
}
