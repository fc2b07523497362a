import 'server-only';
import { createBatcher } from '@/lib/system/batcher';
import { isDataException } from '@/lib/system/data-exception';
import { asSystemSql, dbPool } from '@/lib/system/db';
import { notifyWorkSql } from '@/lib/system/live/notify';
import type { InboxRow } from '@/lib/webhooks/read-event';

/**
 * Maximum number of INSERT statements that may store events at the same time. While one statement runs, new events are
 * collected for the next statement. With two statements at a time, each would store half as many events. The second
 * would use CPU that the process needs to read further deliveries.
 */
const statementsMax = 1;
const wakeEveryMs = 50;

/**
 * Stores a webhook event durably in the inbox. The primary key is the install and the signed event id, so a repeated
 * delivery changes nothing (EVT-2, M3, S11). Events that arrive at the same time are stored by one statement
 * (docs/decisions/group-commit.md). If PostgreSQL cannot store an event, the remaining events of its statement are
 * stored (isDataException).
 */
export const storeEvent: (row: InboxRow) => Promise<void> = createBatcher<InboxRow, void>({
  run: insert,
  inFlightMax: statementsMax,
  batchMax: { items: 200, weight: 4 * 1024 * 1024 },
  waitingMax: { items: 10_000, weight: 64 * 1024 * 1024 },
  weigh: ({ body }) => body.length,
  isOfOneItem: isDataException,
});

/** Error for an event that contains a character which cannot be sent to PostgreSQL. */
class UnsendableError extends Error {
  override name = 'UnsendableError';
  /** SQLSTATE with which PostgreSQL refuses a character that it does not support (character_not_in_repertoire). */
  code = '22021';
}

/**
 * Inserts a batch of events in one round trip to the database: all statements are sent in one message. PostgreSQL runs
 * them as one transaction, so the role and the time limits end with that transaction, even if a transaction pooler
 * shares the connection. A message with several statements cannot have parameters, so the values are in the text of the
 * SQL.
 */
async function insert(batch: InboxRow[]): Promise<void[]> {
  // Two processes may insert the same events at the same time. Both sort the events, so they insert them in
  // the same order and cannot deadlock.
  const rows = batch.toSorted(byKey);
  const sql = `${asSystemSql}; ${insertSql}${rows.map(valuesOf).join()} ${ignoringKnown}`;
  // An event with a NUL character is not sent to PostgreSQL: its protocol would end the query at this character, and
  // its type `text` cannot store it.
  if (sql.includes('\0')) throw new UnsendableError('the event contains a NUL character');
  await dbPool().query(sql);
  if (rows.some(({ state }) => state === 'stored')) wakeWorkers();
  return rows.map(() => undefined);
}

const byKey = (a: InboxRow, b: InboxRow) =>
  a.installId < b.installId || (a.installId === b.installId && a.eventId < b.eventId) ? -1 : 1;

const insertSql = `INSERT INTO inbox (
  install_id, event_id, topic, occurred_at, body, state, reason, kind, entity_id, traceparent, movement, sequence, test)
  VALUES `;
/**
 * ON CONFLICT names no index, because the primary key is the only unique index. To find a named index, PostgreSQL would
 * look at all indexes, which would take a tenth of the statement's time.
 */
const ignoringKnown = 'ON CONFLICT DO NOTHING';

function valuesOf(row: InboxRow): string {
  const { installId, eventId, topic, occurredAt, body, state, reason, kind, entityId, movement } = row;
  const { traceparent = null } = row;
  const texts = [installId, eventId, topic, occurredAt, body, state, reason, kind, entityId, traceparent];
  const document = movement && JSON.stringify(movement);
  return `(${texts.map(literal).join()},${literal(document)},${row.sequence ?? 'NULL'},${row.test})`;
}

/** Returns a text as an SQL literal. Its meaning does not depend on the setting standard_conforming_strings. */
function literal(text: string | null): string {
  if (text === null) return 'NULL';
  // Most texts contain no quote and no backslash, so they are used without escaping and copying.
  return /['\\]/.test(text) ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text}'`;
}

let wokenAtMs = 0;
let wakeTimer: NodeJS.Timeout | undefined;

/**
 * Notifies the workers of new events. The caller does not wait for the notification, because workers also poll. A
 * notification is sent at most once in 50 ms, because NOTIFY makes commits wait for each other. After the last event,
 * one more notification always follows.
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
