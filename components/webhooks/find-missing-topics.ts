import type { SubscriptionView, TopicView } from '@/lib/webhooks/subscription-view';

/**
 * Returns the topics that the app may subscribe to (`granted`), and those of them of which the platform sends no events
 * although it sends events of others (`missing`). Without an active subscription of this app, `missing` is empty: the
 * connection screen then says that all updates are off.
 */
export function findMissingTopics({ subscription, topics }: SubscriptionView): {
  granted: TopicView[];
  missing: TopicView[];
} {
  const granted = topics.filter(({ isGranted }) => isGranted);
  const isDelivered = subscription?.isOurs === true && subscription.status === 'active';
  return { granted, missing: isDelivered ? granted.filter(({ isSubscribed }) => !isSubscribed) : [] };
}
