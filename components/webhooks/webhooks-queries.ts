import { queryOptions } from '@tanstack/react-query';
import type { SubscriptionView, TestEventView } from '@/lib/webhooks/subscription-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** Returns the React Query options for the webhook subscription, as stored on the platform. */
export function subscriptionOptions(installId: string) {
  return queryOptions({
    queryKey: ['install', installId, 'subscription'],
    queryFn: ({ signal }) =>
      readJson<SubscriptionView>(`/api${installPath(installId, '/subscription')}`, signal),
  });
}

/** Returns the React Query options for the time at which a test event arrived. */
export function testEventOptions(installId: string, eventId: string) {
  const path = `/subscription/test-events/${encodeURIComponent(eventId)}` as const;
  return queryOptions({
    queryKey: ['install', installId, 'testEvent', eventId],
    queryFn: ({ signal }) => readJson<TestEventView>(`/api${installPath(installId, path)}`, signal),
  });
}
