import 'server-only';
import type { Posting, PostingLine } from '@/lib/cash/cash-commands';
import type { LineProblem, PostCashOutcome, UndoOutcome } from '@/lib/cash/cash-outcome';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { currencyKey } from '@/lib/shared/numbers/money';
import { isDeadlock } from '@/lib/system/data-exception';
import type { Tx } from '@/lib/system/db';
import { type CashPosting, Prisma } from '@/lib/system/generated/prisma/client';
import { encrypt, isSameText, type Place, sha256Hex } from '@/lib/system/keys/crypto';
import { notifyLive } from '@/lib/system/live/notify';

type Context = Pick<InstallContext, 'installId' | 'actor' | 'db'>;

/**
 * Place of the encrypted note of a posting: the install, column and row in which it is stored. The note can be
 * decrypted only with the same place.
 */
export const notePlace = (installId: string, postingId: string): Place => ({
  installId,
  column: 'cash_postings.note_enc',
  row: [postingId],
});

/** SQL: the number of orders of the posting `cash_postings p`, from its entries. Reversals do not count. */
export const orderCountOfPosting = Prisma.sql`(SELECT count(DISTINCT e.order_id)::int FROM cash_entries e
  WHERE e.install_id = p.install_id AND e.posting_id = p.id AND NOT e.is_reversal)`;

/** SQL: the sums of the posting `cash_postings p` by kind, currency and decimals, from its entries without reversals. */
export const sumsOfPosting = Prisma.sql`(SELECT jsonb_agg(s) FROM (
  SELECT e.kind, sum(e.amount_minor)::text AS minor, e.currency, e.decimals FROM cash_entries e
  WHERE e.install_id = p.install_id AND e.posting_id = p.id AND NOT e.is_reversal
  GROUP BY e.kind, e.currency, e.decimals ORDER BY e.kind, e.currency, e.decimals) AS s)`;

/**
 * A posting (cash entries that are stored and undone together). A request with the id of a stored posting is a repeated
 * request if both have the same hash. By default, it is the hash of the lines. If something else than the lines must be
 * the same, the caller passes the hash of it as `contentHash`.
 *
 * With `skipsUnknown`, lines of orders that the store does not have get no entry, and the other lines are posted. If
 * all lines have such an order, the posting is refused. The hash covers the skipped lines too.
 */
type Posted = Posting & { contentHash?: string; skipsUnknown?: boolean };

/**
 * The note is not part of the hash. A note can have personal data, which somebody could guess from the hash. So the
 * notes are compared by themselves. The decimals are not part of the hash either, because a page of an earlier release
 * leaves them out.
 */
const contentHashOf = (
  source: Posting['source'],
  sheetHash: string | null,
  lines: readonly PostingLine[],
): string =>
  sha256Hex(
    JSON.stringify([
      source,
      sheetHash,
      lines.map((line) => [line.orderId, line.kind, line.amountMinor, line.currency]),
    ]),
  );

/**
 * Posts all lines in one transaction, or no line (but see `skipsUnknown`). A second request with the same posting
 * returns the same outcome and adds no entry. If the posting was undone, the second request returns `posting_undone`.
 * Several lines of one order are all posted. If a carrier hands over too much, the open amount becomes negative.
 */
export async function postCash(
  { installId, actor, db }: Context,
  {
    postingId,
    source,
    sheetHash,
    note,
    lines,
    contentHash = contentHashOf(source, sheetHash, lines),
    skipsUnknown = false,
  }: Posted,
): Promise<PostCashOutcome> {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))];
  return repeatAfterDeadlock(() => db.transaction(post));

  async function post(tx: Tx): Promise<PostCashOutcome> {
    const repeated = await findRepeated(tx);
    if (repeated) return repeated;
    const added = await addAndLockOrders(tx, installId, orderIds);
    // Look for the posting again. Another request may have stored it while this request waited for the locks.
    const refusal =
      (await findRepeated(tx)) ?? (await checkLines(tx, { installId, lines, orderIds, skipsUnknown }));
    if (refusal) {
      await followMirror(tx, installId, added);
      return refusal;
    }
    const written = await tx.$executeRaw`
      INSERT INTO cash_postings (install_id, id, source, sheet_hash, content_hash, note_enc, actor_sub, actor_name)
      VALUES (${installId}, ${postingId}::uuid, ${source}, ${sheetHash}, ${contentHash},
        ${note === '' ? null : encrypt(note, notePlace(installId, postingId))}, ${actor?.sub ?? null},
        ${actor?.name ?? null})
      ON CONFLICT DO NOTHING`;
    if (written === 0) {
      const other = await findRepeated(tx);
      if (!other) throw new Error('a posting conflicted with a posting that does not exist');
      return other;
    }
    await insertEntries(tx, installId, postingId, lines);
    await notifyLive(tx, { installId, kind: 'cash', id: '' });
    return { code: 'posted', status: 200, postingId };
  }

  async function findRepeated(tx: Tx): Promise<PostCashOutcome | null> {
    const known = await tx.cashPosting.findUnique({ where: { installId_id: { installId, id: postingId } } });
    if (known && !isSamePosting(known)) return { code: 'reused', status: 409 };
    if (known?.undoneAt) return { code: 'posting_undone', status: 409 };
    if (known) return { code: 'posted', status: 200, postingId };
    const same =
      sheetHash === null
        ? null
        : await tx.cashPosting.findFirst({
            where: { installId, sheetHash, undoneAt: null },
            select: { id: true },
          });
    return same && { code: 'already_posted', status: 409, postingId: same.id };
  }

  function isSamePosting(known: CashPosting): boolean {
    return (
      known.contentHash === contentHash && isSameText(known.noteEnc, notePlace(installId, postingId), note)
    );
  }
}

/**
 * Undoes a posting in one transaction: a reversal is added for each of its entries. A posting is undone once; a second
 * undo changes nothing. A write-off that a later posting has taken back is not undone before that posting, because the
 * carrier would owe the cash again that it has paid.
 */
export async function undoPosting(
  { installId, actor, db }: Context,
  postingId: string,
): Promise<UndoOutcome> {
  return repeatAfterDeadlock(() => db.transaction(undo));

  async function undo(tx: Tx): Promise<UndoOutcome> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT order_id AS id FROM cash_entries
      WHERE install_id = ${installId} AND posting_id = ${postingId}::uuid`;
    const orderIds = rows.map(({ id }) => id);
    // The orders are locked before the posting, as in postCash. With this sequence, an undo and a posting cannot
    // deadlock.
    await lockOrders(tx, installId, orderIds);
    if (await isTakenBack(tx, installId, postingId)) return { code: 'taken_back', status: 409 };
    const undone = await tx.$executeRaw`
      UPDATE cash_postings SET undone_at = now(), undone_sub = ${actor?.sub ?? null},
        undone_name = ${actor?.name ?? null}
      WHERE install_id = ${installId} AND id = ${postingId}::uuid AND undone_at IS NULL`;
    if (undone === 0) {
      const count = await tx.cashPosting.count({ where: { installId, id: postingId } });
      return count > 0 ? { code: 'undone', status: 200 } : { code: 'not_found', status: 404 };
    }
    await tx.$executeRaw`
      INSERT INTO cash_entries (install_id, posting_id, line, is_reversal, order_id, kind, amount_minor, currency,
        decimals)
      SELECT install_id, posting_id, line, true, order_id, kind, -amount_minor, currency, decimals
      FROM cash_entries WHERE install_id = ${installId} AND posting_id = ${postingId}::uuid AND NOT is_reversal`;
    await addEntries(tx, installId, postingId, true);
    await followMirror(tx, installId, orderIds);
    await notifyLive(tx, { installId, kind: 'cash', id: '' });
    return { code: 'undone', status: 200 };
  }
}

/** Returns true if the orders of a posting no longer have its write-offs. The caller has locked the orders. */
async function isTakenBack(tx: Tx, installId: string, postingId: string): Promise<boolean> {
  const orders = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM (
      SELECT e.order_id, sum(e.amount_minor) AS minor FROM cash_entries e
        JOIN cash_postings p ON p.install_id = e.install_id AND p.id = e.posting_id AND p.undone_at IS NULL
      WHERE e.install_id = ${installId} AND e.posting_id = ${postingId}::uuid AND e.kind = 'written_off'
      GROUP BY e.order_id) AS own
    JOIN cash_orders k ON k.install_id = ${installId} AND k.order_id = own.order_id
    WHERE k.written_off_minor < own.minor LIMIT 1`;
  return orders.length > 0;
}

/**
 * Locks the rows of the given orders in the cash notebook, sorted by id. The SQL function follow_cash locks the rows in
 * the same sequence, so no deadlock occurs.
 */
export async function lockOrders(tx: Tx, installId: string, orderIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM cash_orders WHERE install_id = ${installId} AND order_id = ANY(${orderIds})
    ORDER BY order_id FOR UPDATE`;
}

/**
 * Adds the orders that are not in the cash notebook, and locks the rows of all orders. An order is missing, for
 * example, if the store marked it as paid before the remittance was posted. Returns the ids of the added orders.
 *
 * The orders of the mirror (our copy of the platform's data) are locked first, as a write of the mirror does. Without
 * these locks, follow_cash could read an order, wait for a write of the mirror, and then store old data in the
 * notebook. All locks are taken in the sequence of the ids.
 */
async function addAndLockOrders(tx: Tx, installId: string, orderIds: readonly string[]): Promise<string[]> {
  await tx.$executeRaw`
    SELECT 1 FROM orders WHERE install_id = ${installId} AND id = ANY(${orderIds}) ORDER BY id FOR SHARE`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM unnest(${orderIds}::text[]) AS id
    WHERE NOT EXISTS (SELECT FROM cash_orders k WHERE k.install_id = ${installId} AND k.order_id = id)`;
  await tx.$executeRaw`SELECT follow_cash(${installId}, ${orderIds}, true)`;
  // follow_cash does not lock the row of an order that was deleted in the mirror, so all rows are locked here.
  await lockOrders(tx, installId, orderIds);
  return rows.map(({ id }) => id);
}

/**
 * Runs a transaction once more if PostgreSQL ended it to resolve a deadlock. The transaction must be idempotent. A
 * deadlock is possible in two cases:
 *
 * - A transaction that writes to the mirror locks several of the same orders in another sequence.
 * - An order was deleted in the mirror. Its row is locked last and not in the sequence of the ids.
 */
export async function repeatAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    return run();
  }
}

/**
 * Updates orders without an entry in the cash notebook from their data in the mirror. Rows of orders that expect no
 * cash are deleted.
 */
export async function followMirror(tx: Tx, installId: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.$executeRaw`SELECT follow_cash(${installId}, ${orderIds}, false)`;
}

type CheckedLines = {
  installId: string;
  lines: readonly PostingLine[];
  orderIds: readonly string[];
  skipsUnknown: boolean;
};

type CheckedOrder = { id: string; currency: string; decimals: number; open: bigint; writtenOff: bigint };

/** Checks the lines against the locked orders. Returns the refusal; null if the lines can be posted. */
async function checkLines(
  tx: Tx,
  { installId, lines, orderIds, skipsUnknown }: CheckedLines,
): Promise<PostCashOutcome | null> {
  const rows = await tx.$queryRaw<CheckedOrder[]>`
    SELECT order_id AS id, currency, decimals, open_minor AS open, written_off_minor AS "writtenOff" FROM cash_orders
    WHERE install_id = ${installId} AND order_id = ANY(${orderIds})`;
  const known = new Map(rows.map((row) => [row.id, row]));
  const problems = lines.flatMap(
    ({ orderId, currency, decimals, openMinor, kind, amountMinor }, line): LineProblem[] => {
      const order = known.get(orderId);
      if (!order) return [{ line, code: 'unknown_order' }];
      const given = { currency, decimals: decimals ?? order.decimals };
      if (currencyKey(order) !== currencyKey(given)) return [{ line, code: 'currency' }];
      const hasChanged = openMinor !== undefined && order.open !== BigInt(openMinor);
      const takesTooMuch = kind === 'written_off' && order.writtenOff + BigInt(amountMinor) < 0n;
      return hasChanged || takesTooMuch ? [{ line, code: 'changed' }] : [];
    },
  );
  const isSkipped = ({ code }: LineProblem) => skipsUnknown && code === 'unknown_order';
  const canPost = problems.every(isSkipped) && problems.length < lines.length;
  return canPost ? null : { code: 'lines_refused', status: 422, problems };
}

/** Adds an entry for each line. A line of an order that is not in the cash notebook gets none. */
async function insertEntries(
  tx: Tx,
  installId: string,
  postingId: string,
  lines: readonly PostingLine[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO cash_entries (install_id, posting_id, line, is_reversal, order_id, kind, amount_minor, currency,
      decimals)
    SELECT ${installId}, ${postingId}::uuid, l.line - 1, false, l.order_id, l.kind, l.amount, k.currency, k.decimals
    FROM unnest(${lines.map(({ orderId }) => orderId)}::text[], ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ amountMinor }) => BigInt(amountMinor))}::bigint[]) WITH ORDINALITY
      AS l (order_id, kind, amount, line)
    JOIN cash_orders k ON k.install_id = ${installId} AND k.order_id = l.order_id`;
  await addEntries(tx, installId, postingId, false);
  // The entries of a posting never change, so their number of orders and their sums are stored once.
  await tx.$executeRaw`
    UPDATE cash_postings p SET order_count = ${orderCountOfPosting}, sums = ${sumsOfPosting}
    WHERE p.install_id = ${installId} AND p.id = ${postingId}::uuid`;
}

/**
 * Adds the entries of a posting, or the reversals of these entries, to the sums of their orders.
 *
 * If the store marked an order as paid before the cash notebook expected cash for it, the amount that the customer had
 * to pay is unknown. The expected amount of such an order is computed from its postings:
 *
 * - The amount of the first posting becomes the expected amount.
 * - An undo lowers the expected amount to at most the sum of the remaining entries. So the carrier does not owe the
 *   undone amount.
 * - After an undo, a new posting raises the expected amount if the open amount is 0. So the carrier gets no credit.
 */
async function addEntries(tx: Tx, installId: string, postingId: string, isReversal: boolean): Promise<void> {
  await tx.$executeRaw`
    UPDATE cash_orders k SET remitted_minor = k.remitted_minor + s.remitted, fee_minor = k.fee_minor + s.fee,
      written_off_minor = k.written_off_minor + s.written_off,
      entries = k.entries + CASE WHEN ${isReversal} THEN -s.entries ELSE s.entries END,
      due_minor = CASE WHEN NOT k.is_paid OR k.stage <> 'none' THEN k.due_minor
        WHEN k.entries = 0 THEN s.total
        WHEN ${isReversal} THEN least(k.due_minor, k.due_minor - k.open_minor + s.total)
        WHEN k.open_minor = 0 AND EXISTS (
          SELECT FROM cash_entries e
          WHERE e.install_id = k.install_id AND e.order_id = k.order_id AND e.is_reversal) THEN k.due_minor + s.total
        ELSE k.due_minor END
    FROM (
      SELECT order_id, count(*)::int AS entries, sum(amount_minor)::bigint AS total,
        coalesce(sum(amount_minor) FILTER (WHERE kind = 'remitted'), 0)::bigint AS remitted,
        coalesce(sum(amount_minor) FILTER (WHERE kind = 'fee'), 0)::bigint AS fee,
        coalesce(sum(amount_minor) FILTER (WHERE kind = 'written_off'), 0)::bigint AS written_off
      FROM cash_entries
      WHERE install_id = ${installId} AND posting_id = ${postingId}::uuid AND is_reversal = ${isReversal}
      GROUP BY order_id) AS s
    WHERE k.install_id = ${installId} AND k.order_id = s.order_id`;
}
