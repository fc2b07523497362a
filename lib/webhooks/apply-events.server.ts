import 'server-only';
import { systemMessage, withSystem } from '@/lib/system/db';
import { isTracing, recordSpan } from '@/lib/system/tracing/tracing';

const batch = 500;

/**
 * Applies the stored events of the inbox (D3). An event marks its entity as dirty, requests a sweep (a repeated read of
 * platform data), or is written to the stock ledger of the mirror (our copy of the platform's data). The same
 * transaction records that the event was applied. Returns the number of applied events. Several processes may call this
 * function at the same time.
 */
export async function applyEvents(): Promise<number> {
  if (isTracing()) return applyTraced();
  const [row] = await systemMessage<{ applied: number }>({
    text: 'SELECT apply_events($1) AS applied',
    values: [batch],
  });
  return row?.applied ?? 0;
}

type Applied = { installId: string; eventId: string; topic: string; state: string; traceparent: string };

/**
 * Applies the stored events as applyEvents does, and records a span for each event whose delivery has a trace. The
 * events are locked before apply_events is called. So each span is about an event that this call has applied.
 */
async function applyTraced(): Promise<number> {
  const startedAt = performance.now();
  const { applied, events } = await withSystem(async (tx) => {
    const claimed = await tx.$queryRaw<{ installId: string; eventId: string }[]>`
      SELECT install_id AS "installId", event_id AS "eventId" FROM inbox
      WHERE state = 'stored' ORDER BY received_at LIMIT ${batch} FOR UPDATE SKIP LOCKED`;
    const [row] = await tx.$queryRaw<{ applied: number }[]>`SELECT apply_events(${batch}::int) AS applied`;
    const events = await tx.$queryRaw<Applied[]>`
      SELECT install_id AS "installId", event_id AS "eventId", topic, state, traceparent FROM inbox
      JOIN jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb) AS c ("installId" text, "eventId" text)
        ON (install_id, event_id) = (c."installId", c."eventId")
      WHERE state <> 'stored' AND traceparent IS NOT NULL`;
    return { applied: row?.applied ?? 0, events };
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const { installId, eventId, topic, state, traceparent } of events)
    recordSpan(
      'inbox.apply',
      { 'install.id': installId, 'event.id': eventId, 'event.topic': topic, 'result.code': state },
      { origins: [traceparent], seconds },
    );
  return applied;
}
