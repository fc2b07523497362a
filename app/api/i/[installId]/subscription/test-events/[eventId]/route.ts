import { EventId } from 'commerce-platform-client/contract/ids';
import { readTestEvent } from '@/lib/webhooks/read-test-event.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the time at which a test event of the webhook subscription arrived, or null if it has not arrived yet. */
export const GET = readRoute<{ installId: string; eventId: string }>('read', (context, _, { eventId }) =>
  readTestEvent(context, EventId.parse(eventId)),
);
