import 'server-only';
import type { DirtyEntity } from '@/lib/mirror/dirty/dirty-queue.server';
import { readOrderTrace } from '@/lib/operations/sending/read-order-trace.server';
import { systemQuery } from '@/lib/system/db';
import { recordSpan, type SpanOrigins } from '@/lib/system/tracing/tracing';

/** Maximum number of events that the span of a read links to. */
const eventsMax = 32;

type TracedEvent = { eventId: string; topic: string; traceparent: string; seconds: number };

/**
 * Returns the traces to which the read of claimed dirty marks (rows for data that must be read) belongs. Call it only
 * if this process exports traces.
 *
 * - If an operation on the order has a trace (readOrderTrace), the read continues the trace of the newest operation.
 *   It links to the deliveries of the events that set the mark. The operation's trace also gets a span for each of
 *   these events, from the arrival of the event until now.
 * - If there is no such operation, the read continues the trace of the newest delivery.
 */
export async function findMarkOrigins(entities: readonly DirtyEntity[]): Promise<SpanOrigins> {
  const [first] = entities;
  if (!first) return [];
  const { installId, kind } = first;
  const events = await systemQuery<TracedEvent>(
    `SELECT event_id AS "eventId", topic, traceparent, extract(epoch FROM now() - received_at)::float8 AS seconds
     FROM inbox
     WHERE install_id = $1 AND kind = $2 AND entity_id = ANY ($3) AND state = 'marked' AND traceparent IS NOT NULL
     ORDER BY received_at DESC LIMIT ${eventsMax}`,
    [installId, kind, entities.map(({ entityId }) => entityId)],
  );
  const deliveries = events.map(({ traceparent }) => traceparent);
  const written = kind === 'order' ? await readOrderTrace(installId, first.entityId) : null;
  if (written === null) return deliveries;
  for (const { eventId, topic, traceparent, seconds } of events)
    recordSpan(
      'inbox.event',
      { 'install.id': installId, 'event.id': eventId, 'event.topic': topic, 'order.id': first.entityId },
      { origins: [written, traceparent], seconds },
    );
  return [written, ...deliveries];
}
