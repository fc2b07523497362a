import 'server-only';
import { createBatcher } from '@/lib/system/batcher';
import { dbPool } from '@/lib/system/db';
import { notifyWorkSql } from '@/lib/system/live/notify';
import type { InboxRow } from '@/lib/webhooks/read-event';

/** With two, each holds half as many events, and the second one takes the CPU that reads the next deliveries. */
const statementsMax = 1;
const wakeEveryMs = 50;

/**
 * Stores an event durably. The signed event id per install is the key, so a repeated delivery changes nothing
 * (EVT-2, mirror M3). Many at once share a statement (docs/decisions/group-commit.md); one that can't be stored
 * fails by itself (isDataException).
 */
export const storeEvent: (row: InboxRow) => Promise<void> = createBatcher<InboxRow, void>({
  run: insert,
  inFlightMax: statementsMax,
  batchMax: { items: 200, weight: 4 * 1024 * 1024 },
  waitingMax: { items: 10_000, weight: 64 * 1024 * 1024 },
  weigh: ({ body }) => body.length,
  isOfOneItem: isDataException,
});

/** A value that PostgreSQL can't hold: SQLSTATE class 22, or what would not even get there. */
export function isDataException(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('22');
}

class UnsendableError extends Error {
  override name = 'UnsendableError';
  /** character_not_in_repertoire */
  code = '22021';
}

/**
 * One round trip: the statements of one message are one transaction, so that the role holds for it alone, behind a
 * transaction pooler too. Such a message takes no parameters, so the values stand in it.
 */
async function insert(batch: InboxRow[]): Promise<void[]> {
  // Two statements that hold the same events take them in the same order, and so never wait for each other in a ring.
  const rows = batch.toSorted(byKey);
  const sql = `SET LOCAL ROLE daftar_system; ${insertSql}${rows.map(valuesOf).join()} ${ignoringKnown}`;
  // It would end the message, and PostgreSQL's text holds none.
  if (sql.includes('\0')) throw new UnsendableError('an event holds a NUL');
  await dbPool().query(sql);
  if (rows.some(({ state }) => state === 'stored')) wakeWorkers();
  return rows.map(() => undefined);
}

const byKey = (a: InboxRow, b: InboxRow) =>
  a.installId < b.installId || (a.installId === b.installId && a.eventId < b.eventId) ? -1 : 1;

const insertSql = `INSERT INTO inbox (
  install_id, event_id, topic, occurred_at, body, state, reason, kind, entity_id, movement, sequence, test) VALUES `;
/** The primary key is the only unique one. Named, PostgreSQL would look through all indexes for it, a tenth of its work. */
const ignoringKnown = 'ON CONFLICT DO NOTHING';

function valuesOf(row: InboxRow): string {
  const { installId, eventId, topic, occurredAt, body, state, reason, kind, entityId, movement } = row;
  const texts = [installId, eventId, topic, occurredAt, body, state, reason, kind, entityId];
  const document = movement && JSON.stringify(movement);
  return `(${texts.map(literal).join()},${literal(document)},${row.sequence ?? 'NULL'},${row.test})`;
}

/** Means the same whatever standard_conforming_strings is. */
function literal(text: string | null): string {
  if (text === null) return 'NULL';
  // Most hold neither, and are not copied.
  return /['\\]/.test(text) ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text}'`;
}

let wokenAtMs = 0;
let wakeTimer: NodeJS.Timeout | undefined;

/**
 * A hint, so nobody waits for it; and seldom, since NOTIFY makes commits wait for each other (mirror, shape). The
 * last event of a burst is followed by one.
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
