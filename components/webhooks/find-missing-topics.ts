import type { SubscriptionView, TopicView } from '@/lib/webhooks/subscription-view';

/**
 * Returns two lists of webhook topics.
 *
 * - `granted`: the topics that the app may subscribe to
 * - `missing`: the granted topics that are not in the active subscription, so the platform sends no events for them
 *
 * If this app has no active subscription, `missing` is empty. The connection screen then says that all updates are off,
 * so a list of topics would add nothing.
 */
export function findMissingTopics({ subscription, topics }: SubscriptionView): {
  granted: TopicView[];
  missing: TopicView[];
} {
  const granted = topics.filter(({ isGranted }) => isGranted);
  const isDelivered = subscription?.isOurs === true && subscription.status === 'active';
  return { granted, missing: isDelivered ? granted.filter(({ isSubscribed }) => !isSubscribed) : [] };
}
