import 'server-only';
import { createBatcher } from '@/lib/system/batcher';
import { isDataException } from '@/lib/system/data-exception';
import { asSystemSql, dbPool } from '@/lib/system/db';
import { notifyWorkSql } from '@/lib/system/live/notify';
import type { InboxRow } from '@/lib/webhooks/read-event';

/**
 * Number of concurrent INSERT statements. With two, each has half as many events, and the second takes CPU that reads
 * the next deliveries.
 */
const statementsMax = 1;
const wakeEveryMs = 50;

/**
 * Stores an event durably. The key is the install and the signed event id, so a repeated delivery changes nothing
 * (EVT-2, M3, S11). Many concurrent events share a statement (docs/decisions/group-commit.md). An event that cannot be
 * stored fails alone (isDataException).
 */
export const storeEvent: (row: InboxRow) => Promise<void> = createBatcher<InboxRow, void>({
  run: insert,
  inFlightMax: statementsMax,
  batchMax: { items: 200, weight: 4 * 1024 * 1024 },
  waitingMax: { items: 10_000, weight: 64 * 1024 * 1024 },
  weigh: ({ body }) => body.length,
  isOfOneItem: isDataException,
});

/** A value that cannot be sent to PostgreSQL at all. */
class UnsendableError extends Error {
  override name = 'UnsendableError';
  /** SQLSTATE character_not_in_repertoire. */
  code = '22021';
}

/**
 * Inserts a batch in one round trip. The statements of one message are one transaction, so the role and the time limits
 * apply only to that transaction, also behind a transaction pooler. Such a message takes no parameters, so the SQL text
 * contains the values.
 */
async function insert(batch: InboxRow[]): Promise<void[]> {
  // Two statements with the same events insert them in the same order, so they cannot deadlock.
  const rows = batch.toSorted(byKey);
  const sql = `${asSystemSql}; ${insertSql}${rows.map(valuesOf).join()} ${ignoringKnown}`;
  // A NUL would end the message, and PostgreSQL's text type cannot store it.
  if (sql.includes('\0')) throw new UnsendableError('the event contains a NUL character');
  await dbPool().query(sql);
  if (rows.some(({ state }) => state === 'stored')) wakeWorkers();
  return rows.map(() => undefined);
}

const byKey = (a: InboxRow, b: InboxRow) =>
  a.installId < b.installId || (a.installId === b.installId && a.eventId < b.eventId) ? -1 : 1;

const insertSql = `INSERT INTO inbox (
  install_id, event_id, topic, occurred_at, body, state, reason, kind, entity_id, movement, sequence, test) VALUES `;
/**
 * The primary key is the only unique index. If it were named, PostgreSQL would search all indexes for it, a tenth of
 * its work.
 */
const ignoringKnown = 'ON CONFLICT DO NOTHING';

function valuesOf(row: InboxRow): string {
  const { installId, eventId, topic, occurredAt, body, state, reason, kind, entityId, movement } = row;
  const texts = [installId, eventId, topic, occurredAt, body, state, reason, kind, entityId];
  const document = movement && JSON.stringify(movement);
  return `(${texts.map(literal).join()},${literal(document)},${row.sequence ?? 'NULL'},${row.test})`;
}

/** Writes a text as an SQL literal, with the same meaning for every value of standard_conforming_strings. */
function literal(text: string | null): string {
  if (text === null) return 'NULL';
  // Most texts contain neither character, so they are not copied.
  return /['\\]/.test(text) ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text}'`;
}

let wokenAtMs = 0;
let wakeTimer: NodeJS.Timeout | undefined;

/**
 * Notifies the workers. It is only a hint, so the caller does not wait for it. It is sent at most once in 50 ms,
 * because NOTIFY makes commits wait for each other. The last event of a burst is always followed by one.
 */
function wakeWorkers(): void {
  if (wakeTimer) return;
  const wake = () => {
    wakeTimer = undefined;
    wokenAtMs = Date.now();
    dbPool()
      .query(`SELECT ${notifyWorkSql('inbox')}`)
      .catch(() => undefined);
  };
  const waitMs = wokenAtMs + wakeEveryMs - Date.now();
  if (waitMs <= 0 || waitMs > wakeEveryMs) wake();
  else wakeTimer = setTimeout(wake, waitMs).unref();
}
