import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { EventId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';
import type { TestEventView } from '@/lib/webhooks/subscription-view';

/**
 * Returns the time at which the test event arrived in the inbox of the install; null if it has not arrived. The app
 * looks in the inbox, because the platform has no endpoint for the status of its deliveries.
 */
export async function readTestEvent(
  { installId }: Pick<InstallContext, 'installId'>,
  eventId: EventId,
): Promise<TestEventView> {
  const event = await withSystem((tx) =>
    tx.inboxEvent.findUnique({
      where: { installId_eventId: { installId, eventId }, test: true },
      select: { receivedAt: true },
    }),
  );
  return { receivedAt: event?.receivedAt.toISOString() ?? null };
}
