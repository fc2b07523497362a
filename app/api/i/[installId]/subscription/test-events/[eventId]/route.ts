import { EventId } from '@/lib/shared/ids';
import { readTestEvent } from '@/lib/webhooks/read-test-event.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns when a test event arrived, or null if it has not arrived. */
export const GET = readRoute<{ installId: string; eventId: string }>((context, _, { eventId }) =>
  readTestEvent(context, EventId.parse(eventId)),
);
