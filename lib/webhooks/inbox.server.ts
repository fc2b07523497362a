import 'server-only';
import { isStorable } from 'commerce-platform-client/contract/storable-text';
import { createBatcher } from '@/lib/system/batcher';
import { isDataException } from '@/lib/system/data-exception';
import { dbPool } from '@/lib/system/db';
import { notifyWorkSql } from '@/lib/system/live/notify';
import type { BoundStatement } from '@/lib/system/statements/bound-message';
import { systemWrite } from '@/lib/system/statements/system-write';
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

/** Error for an event with a text that PostgreSQL cannot store in jsonb. */
class UnstorableError extends Error {
  override name = 'UnstorableError';
  /** SQLSTATE with which PostgreSQL refuses such a text (invalid_text_representation). */
  code = '22P02';
}

/**
 * Inserts a batch of events in one round trip to the database, as one transaction. All values are parameters, because
 * PostgreSQL logs the text of a statement that fails (systemWrite).
 */
async function insert(batch: InboxRow[]): Promise<void[]> {
  // PostgreSQL's error would show the beginning of the JSON, so it is not sent.
  if (batch.some(({ movement }) => movement && !isStorable(movement.reason)))
    throw new UnstorableError('the event contains a text that cannot be stored');
  // Two processes may insert the same events at the same time. Both sort the events, so they insert them in
  // the same order and cannot deadlock.
  const rows = batch.toSorted(byKey);
  await systemWrite((isPrepared) => insertsOf(rows, isPrepared));
  if (rows.some(({ state }) => state === 'stored')) wakeWorkers();
  return rows.map(() => undefined);
}

const byKey = (a: InboxRow, b: InboxRow) =>
  a.installId < b.installId || (a.installId === b.installId && a.eventId < b.eventId) ? -1 : 1;

/** Numbers of rows of the prepared INSERT statements, largest first. A batch is divided into these numbers. */
const preparedRows = [32, 16, 8, 4, 2, 1];

function insertsOf(rows: readonly InboxRow[], isPrepared: boolean): BoundStatement[] {
  const values = rows.map(valuesOf);
  if (!isPrepared) return [{ text: insertSql(values.length), values: values.flat() }];
  const statements: BoundStatement[] = [];
  for (let start = 0, size: number | undefined; start < values.length; start += size) {
    const left = values.length - start;
    size = preparedRows.find((count) => count <= left) ?? 1;
    statements.push({ text: insertSql(size), values: values.slice(start, start + size).flat() });
  }
  return statements;
}

const columns = [
  'install_id',
  'event_id',
  'topic',
  'occurred_at',
  'body',
  'state',
  'reason',
  'kind',
  'entity_id',
  'traceparent',
  'movement',
  'sequence',
  'test',
];

/**
 * ON CONFLICT names no index, because the primary key is the only unique index. To find a named index, PostgreSQL would
 * look at all indexes, which would take a tenth of the statement's time.
 */
function insertSql(rows: number): string {
  const known = insertTexts.get(rows);
  if (known) return known;
  const row = (_: unknown, index: number) =>
    `(${columns.map((__, column) => `$${index * columns.length + column + 1}`).join()})`;
  const text = `INSERT INTO inbox (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, row).join()} ON CONFLICT DO NOTHING`;
  insertTexts.set(rows, text);
  return text;
}

/** The text of the INSERT statement for each number of rows, at most 200. */
const insertTexts = new Map<number, string>();

/** Returns the values of `columns`, as texts of PostgreSQL. */
function valuesOf(row: InboxRow): (string | null)[] {
  const { installId, eventId, topic, occurredAt, body, state, reason, kind, entityId, movement } = row;
  return [
    installId,
    eventId,
    topic,
    occurredAt,
    body,
    state,
    reason,
    kind,
    entityId,
    row.traceparent ?? null,
    movement && JSON.stringify(movement),
    row.sequence === null ? null : String(row.sequence),
    String(row.test),
  ];
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
