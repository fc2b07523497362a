import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { systemQuery } from '@/lib/system/db';
import { notifyWorkSql } from '@/lib/system/notify';

/** An event as it is stored; `entity` is what it marks dirty, if anything. */
export type InboxRow = {
  installId: InstallId;
  eventId: string;
  topic: string;
  sequence: number | null;
  /** RFC 3339. */
  occurredAt: string | null;
  test: boolean;
  body: string;
  state: 'stored' | 'quarantined';
  reason: string | null;
  entity: { kind: 'order' | 'product' | 'install'; id: string } | null;
};

/**
 * Stores an event and marks its entity in one statement: durable when this resolves. The signed event id per
 * install is the key, so a repeated delivery changes nothing (EVT-2, mirror M3).
 */
export async function storeEvent(row: InboxRow): Promise<void> {
  await systemQuery(storeSql, [
    row.installId,
    row.eventId,
    row.topic,
    row.sequence,
    row.occurredAt,
    row.test,
    row.body,
    row.state,
    row.reason,
    row.entity?.kind ?? null,
    row.entity?.id ?? null,
  ]);
}

const storeSql = `
WITH event AS (
  INSERT INTO inbox (install_id, event_id, topic, sequence, occurred_at, test, body, state, reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (install_id, event_id) DO NOTHING
  RETURNING install_id
), mark AS (
  INSERT INTO dirty_marks AS held (install_id, kind, entity_id, mark)
  SELECT install_id, $10::text, $11::text, nextval('mark_seq') FROM event
  -- Of a closed install there is nothing to read, but for the question whether it is closed.
  WHERE $10 = 'install' OR ($10 IS NOT NULL AND EXISTS (
    SELECT FROM installs WHERE installs.install_id = event.install_id AND revoked_at IS NULL))
  ON CONFLICT (install_id, kind, entity_id) DO UPDATE
    SET mark = excluded.mark, marked_at = now(), next_attempt_at = now(), attempts = 0
  RETURNING mark
)
SELECT ${notifyWorkSql} FROM mark`;
