import 'server-only';
import type { DirtyEntity } from '@/lib/mirror/dirty/dirty-queue.server';
import { readOrderTrace } from '@/lib/operations/sending/read-order-trace.server';
import { systemQuery } from '@/lib/system/db';
import { type SpanOrigins, traceIdOf } from '@/lib/system/tracing/tracing';

/** Maximum number of events that the span of a read links to. */
const eventsMax = 32;

/**
 * Returns the traces that the read of claimed dirty marks continues: those of the events that set the marks, newest
 * first, and that of the operation that wrote to the order. If an event is in the trace of the operation, the read
 * continues this event. If the event arrived before the operation ended, the event has a trace of its own. The read then
 * continues the operation and links to the event.
 */
export async function findMarkOrigins(entities: readonly DirtyEntity[]): Promise<SpanOrigins> {
  const [first] = entities;
  if (!first) return [];
  const { installId, kind } = first;
  const events = await systemQuery<{ traceparent: string }>(
    `SELECT traceparent FROM inbox
     WHERE install_id = $1 AND kind = $2 AND entity_id = ANY ($3) AND state = 'marked' AND traceparent IS NOT NULL
     ORDER BY received_at DESC LIMIT ${eventsMax}`,
    [installId, kind, entities.map(({ entityId }) => entityId)],
  );
  const traces = events.map(({ traceparent }) => traceparent);
  const written = kind === 'order' ? await readOrderTrace(installId, first.entityId) : null;
  if (written === null) return traces;
  const continued = traces.find((event) => traceIdOf(event) === traceIdOf(written)) ?? written;
  return [continued, ...traces.filter((event) => event !== continued)];
}
