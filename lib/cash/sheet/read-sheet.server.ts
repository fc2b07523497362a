import 'server-only';
import {
  type CurrencySum,
  type MatchedSheet,
  matchSheet,
  type RowClass,
  type SheetOrder,
} from '@/lib/cash/sheet/match-sheet';
import { readRemittanceSheet, type RemittanceSheet, sheetMax } from '@/lib/cash/sheet/remittance-sheet';
import {
  isDecided,
  type PostedBefore,
  type PreviewRow,
  type ReadSheetCommand,
  type SheetPreview,
  type SheetRefusal,
  shownMax,
} from '@/lib/cash/sheet/sheet-commands';
import { sheetIdentity } from '@/lib/cash/sheet/sheet-identity';
import { findOrdersByCode } from '@/lib/cash/find-orders-by-code.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Money } from '@/lib/shared/numbers/money';
import { dayOf, startOfDay } from '@/lib/shared/store-day';
import { dbNow, type Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { sha256Hex } from '@/lib/system/keys/crypto';

/** Maximum number of carriers in a preview. The cash screen has the same maximum. */
const carriersShown = 200;

export type SheetContext = Pick<InstallContext, 'installId' | 'actor' | 'db' | 'store'>;

/**
 * Maximum number of postings of one remittance sheet that were not undone. The first one posts the lines that are clear,
 * and later ones post the rest.
 */
const postingsMax = 20;

/**
 * A remittance sheet with the results of all rows, and the preview for the screen. `hash` is for the next posting of the
 * sheet; null if the sheet has `postingsMax` postings.
 */
export type EvaluatedSheet = {
  code: 'evaluated';
  hash: string | null;
  matched: MatchedSheet;
  preview: SheetPreview;
};

/** Reads a remittance sheet and returns what its posting would do. Nothing is stored. */
export async function readSheet(
  context: SheetContext,
  command: ReadSheetCommand,
): Promise<SheetPreview | SheetRefusal> {
  const found = await evaluateSheet(context, command);
  return found.code === 'evaluated' ? found.preview : found;
}

/**
 * Reads a remittance sheet, finds its orders in the mirror (our copy of the platform's data), and evaluates each row.
 * Nothing is stored.
 */
export async function evaluateSheet(
  { installId, db, store }: SheetContext,
  { text, columns, mark, carrierId: chosen, day: chosenDay, full }: ReadSheetCommand,
): Promise<EvaluatedSheet | SheetRefusal> {
  const sheet = readRemittanceSheet(text, { columns, mark });
  if (sheet.rows.length === 0) return { code: 'empty' };
  if (sheet.rows.length > sheetMax.rows) return { code: 'too_many_rows', max: sheetMax.rows };
  const hashes = hashesOf(sheetIdentity(sheet.rows));
  return db.transaction(async (tx) => {
    const posted = await findPosted(tx, installId, hashes);
    const known = await readOrders(tx, installId, {
      ids: await findOrderIds(tx, installId, sheet),
      postings: posted.ids,
    });
    const carrierId = chosen ?? mostFrequent(known.map((order) => order.carrierId));
    const day = chosenDay ?? dayOf(await dbNow(tx), store.timezone);
    const before = startOfDay(day, store.timezone);
    const matched = matchSheet(sheet.rows, known, carrierId);
    return {
      code: 'evaluated',
      hash: posted.next,
      matched,
      preview: {
        code: 'preview',
        seen: seenOf(matched),
        sheet: {
          columns: sheet.columns,
          columnNames: sheet.columnNames,
          hasHeader: sheet.hasHeader,
          mark: sheet.mark,
        },
        classes: matched.classes.map((one) => ({ ...one, sums: one.sums.map(moneyOf) })),
        rows: shownRows(matched, new Set(full)),
        missing: await readMissing(tx, { installId, carrierId, before, named: [...matched.named] }),
        carriers: await readCarriers(tx, installId, carrierId),
        carrierId,
        day,
        postedBefore: posted.newest,
      },
    };
  });
}

/**
 * Returns the hashes of the postings of a remittance sheet, in their sequence. A hash is unique among the postings that
 * were not undone. So if two users post the sheet, or its rest, at the same time, only one posting is stored.
 */
function hashesOf(identity: string): string[] {
  const first = sha256Hex(identity);
  return Array.from({ length: postingsMax }, (_, place) =>
    place === 0 ? first : sha256Hex(`${first} ${place}`),
  );
}

/** The postings of a remittance sheet that were not undone, and the hash of its next posting. */
type Posted = { ids: string[]; newest: PostedBefore | null; next: string | null };

async function findPosted(tx: Tx, installId: string, hashes: readonly string[]): Promise<Posted> {
  const postings = await tx.cashPosting.findMany({
    where: { installId, sheetHash: { in: [...hashes] }, undoneAt: null },
    select: { id: true, sheetHash: true, actorName: true, createdAt: true },
  });
  const last = hashes.findLastIndex((hash) => postings.some(({ sheetHash }) => sheetHash === hash));
  const newest = postings.find(({ sheetHash }) => sheetHash === hashes[last]);
  return {
    ids: postings.map(({ id }) => id),
    newest: newest
      ? { postingId: newest.id, by: newest.actorName, at: newest.createdAt.toISOString() }
      : null,
    next: hashes[last + 1] ?? null,
  };
}

/** Returns the ids of all orders that have a tracking number or an order number of the remittance sheet. */
const findOrderIds = (tx: Tx, installId: string, { rows }: RemittanceSheet) =>
  findOrdersByCode(tx, installId, {
    orders: rows.map(({ order }) => order),
    trackings: rows.map(({ tracking }) => tracking),
  });

type Expected = {
  installId: string;
  carrierId: string | null;
  before: Date | null;
  named: readonly string[];
};

/**
 * Reads the orders that a carrier delivered before a given time, for which the carrier owes cash, and that no row of
 * the remittance sheet names. Only the first `shownMax` orders are read from the mirror, because a carrier can owe the
 * cash of 100,000 orders.
 */
async function readMissing(
  tx: Tx,
  { installId, carrierId, before, named }: Expected,
): Promise<SheetPreview['missing']> {
  const missing = Prisma.sql`cash_orders k
    WHERE k.install_id = ${installId} AND k.carrier_id = ${carrierId}::uuid AND k.owed_minor > 0
      AND k.since < ${before}::timestamptz
      AND NOT EXISTS (SELECT FROM unnest(${named}::text[]) AS row (id) WHERE row.id = k.order_id)`;
  const sums = await tx.$queryRaw<(CurrencySum & { orders: number })[]>`
    SELECT currency, decimals, count(*)::int AS orders, sum(owed_minor)::bigint AS "amountMinor"
    FROM ${missing} GROUP BY currency, decimals ORDER BY currency, decimals`;
  const orders = await tx.$queryRaw<(CurrencySum & { id: string; number: string | null })[]>`
    SELECT k.order_id AS id, o.order_number AS number, k.currency, k.decimals, k.owed_minor AS "amountMinor"
    FROM (SELECT * FROM ${missing} ORDER BY k.since, k.order_id LIMIT ${shownMax}) AS k
      LEFT JOIN orders o ON o.install_id = k.install_id AND o.id = k.order_id
    ORDER BY k.since, k.order_id`;
  return {
    count: sums.reduce((count, sum) => count + sum.orders, 0),
    sums: sums.map(moneyOf),
    orders: orders.map(({ id, number, ...due }) => ({ id, number: number ?? '', due: moneyOf(due) })),
  };
}

/**
 * Reads the carriers that a user can choose: at most 200 that are not archived, and always the carrier that is chosen
 * now.
 */
async function readCarriers(
  tx: Tx,
  installId: string,
  chosen: string | null,
): Promise<SheetPreview['carriers']> {
  return tx.$queryRaw<SheetPreview['carriers']>`
    SELECT id, name FROM (
      SELECT id, name FROM carriers
      WHERE install_id = ${installId} AND (archived_at IS NULL OR id = ${chosen}::uuid)
      ORDER BY id IS NOT DISTINCT FROM ${chosen}::uuid DESC, name, id LIMIT ${carriersShown}) AS shown
    ORDER BY name, id`;
}

/**
 * Reads what the carrier owes for the given orders, in the sequence of `ids`, and the fee that it can keep. There is no
 * such fee if it is in another currency than the order, or if the notebook already has a fee for the order. For an
 * order that is not in the cash notebook, the result has the amount with which it would be added there. An order is
 * missing in the notebook in two cases: the store marked it as paid before the notebook expected its cash, or the app
 * has not read it since the upgrade. `postings` are the earlier postings of the sheet.
 */
async function readOrders(
  tx: Tx,
  installId: string,
  { ids, postings }: { ids: readonly string[]; postings: readonly string[] },
): Promise<SheetOrder[]> {
  if (ids.length === 0) return [];
  return tx.$queryRaw<SheetOrder[]>`
    SELECT o.id, o.order_number AS number, tracking_keys(o.detail) AS "trackingNumbers",
      coalesce(k.currency, f.currency) AS currency, coalesce(k.decimals, f.decimals) AS decimals,
      coalesce(k.open_minor, f.due_minor) AS "dueMinor", coalesce(c.fee_minor, 0) AS "feeMinor",
      coalesce(k.written_off_minor, 0) AS "writtenOffMinor",
      ARRAY(SELECT e.amount_minor FROM cash_entries e
        WHERE e.install_id = ${installId} AND e.order_id = o.id AND e.posting_id = ANY(${postings}::uuid[])
          AND e.kind = 'remitted' AND NOT e.is_reversal) AS "receivedMinor",
      coalesce(k.entries > 0, false) AS "isRemitted",
      coalesce(k.entries > 0, false) OR coalesce(k.stage, f.stage) <> 'none' AS "isExpected",
      k.carrier_id AS "carrierId"
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS wanted (id, position)
    JOIN orders o ON o.install_id = ${installId} AND o.id = wanted.id AND o.deleted_at IS NULL
    LEFT JOIN cash_orders k ON k.install_id = o.install_id AND k.order_id = o.id
    LEFT JOIN carriers c ON c.install_id = k.install_id AND c.id = k.carrier_id AND k.fee_minor = 0
      AND c.currency = k.currency AND c.decimals = k.decimals
    LEFT JOIN cash_facts(${installId}, ARRAY(
      SELECT id FROM unnest(${ids}::text[]) AS id
      WHERE NOT EXISTS (SELECT FROM cash_orders WHERE install_id = ${installId} AND order_id = id)
    )) AS f ON f.order_id = o.id
    ORDER BY wanted.position`;
}

function mostFrequent(carrierIds: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const id of carrierIds) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [best = null] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return best && best[0];
}

/**
 * Returns one hash of the results of all rows of the remittance sheet. The hash does not include the orders that the
 * sheet does not name, because they have no effect on the posting.
 */
function seenOf({ rows }: MatchedSheet): string {
  const results = rows.map((row) => [
    row.line,
    row.class,
    row.orderId,
    row.currency,
    String(row.amountMinor),
    String(row.dueMinor),
    ...(row.writtenOffMinor === 0n ? [] : [String(row.writtenOffMinor)]),
  ]);
  return sha256Hex(JSON.stringify(results));
}

function shownRows({ rows }: MatchedSheet, full: ReadonlySet<RowClass>): PreviewRow[] {
  const counts = new Map<string, number>();
  return rows.flatMap((row): PreviewRow[] => {
    const before = counts.get(row.class) ?? 0;
    counts.set(row.class, before + 1);
    const isParcel = row.togetherMinor !== null;
    if (before >= shownMax && !isDecided(row) && !isParcel && !full.has(row.class)) return [];
    const { currency, decimals } = row;
    const money = (amountMinor: bigint | null) =>
      currency === null || decimals === null || amountMinor === null
        ? null
        : moneyOf({ currency, decimals, amountMinor });
    return [
      {
        line: row.line,
        class: row.class,
        tracking: row.tracking,
        order: row.order,
        amountText: row.amountText,
        orderId: row.orderId,
        orderNumber: row.orderNumber,
        amount: money(row.amountMinor),
        due: money(row.dueMinor),
        writtenOff: row.writtenOffMinor > 0n ? money(row.writtenOffMinor) : null,
        fee: row.feeMinor > 0n ? money(row.feeMinor) : null,
        firstLine: row.firstLine,
        together: money(row.togetherMinor),
      },
    ];
  });
}

/** Converts a sum for the browser. The amounts of a remittance sheet are safe integers (amountMinorMax). */
export function moneyOf({ currency, decimals, amountMinor }: CurrencySum): Money {
  return { currency, decimals, amount_minor: Number(amountMinor) };
}
