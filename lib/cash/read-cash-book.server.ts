import 'server-only';
import { z } from 'zod';
import type { EntryKind } from '@/lib/cash/cash-commands';
import {
  type CashBook,
  type CarrierView,
  type PostingPage,
  type PostingView,
  unreadCarriersMax,
} from '@/lib/cash/cash-view';
import { isCarrierUnread } from '@/lib/cash/list-cash-orders.server';
import { notePlace, orderCountOfPosting, sumsOfPosting } from '@/lib/cash/post-cash.server';
import { readBalances } from '@/lib/cash/read-balances.server';
import { readUnrecorded } from '@/lib/cash/read-unrecorded.server';
import { phoneOf } from '@/lib/cash/save-carrier.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { CursorTime, listCursor } from '@/lib/shared/lists/list-cursor';
import { readPhone } from '@/lib/shared/phone';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { decrypt, orUnreadable, type Place } from '@/lib/system/keys/crypto';

/** Number of postings on one page of their list, newest first. The screen begins with the first page. */
const postingsOnPage = 20;

/** Query of the list of postings. Cursor: `created_at` and id of the last posting of the previous page. */
export const PostingListQuery = z.object({ cursor: listCursor(z.tuple([CursorTime, z.uuid()])).optional() });

/**
 * Maximum number of carriers that the screen lists. Each balance and each order contains the name of its carrier, so
 * the names of further carriers are still shown.
 */
const carriersShown = 200;

type Context = Pick<InstallContext, 'installId' | 'db' | 'store'>;

/** Reads the carriers, what each of them owes, and the first page of the postings. */
export async function readCashBook(context: Context): Promise<CashBook> {
  const [carriers, balances, { postings, next: nextPosting }] = [
    await readCarriers(context),
    await readBalances(context),
    await readPostings(context, {}),
  ];
  return {
    carriers,
    balances,
    postings,
    nextPosting,
    unreadCarriers: await countUnreadCarriers(context),
    unrecorded: await readUnrecorded(context),
  };
}

/**
 * Counts the owed orders whose carrier is not known yet, because the app has not yet read their shipments. At most
 * `unreadCarriersMax` owed orders are read: the oldest ones without a carrier, along an index.
 */
async function countUnreadCarriers({ installId, db }: Context): Promise<number> {
  const [row] = await db.transaction(
    (tx) => tx.$queryRaw<{ orders: number }[]>`
      SELECT count(*)::int AS orders FROM (
        SELECT * FROM cash_orders WHERE install_id = ${installId} AND owed_minor <> 0 AND carrier_id IS NULL
        ORDER BY carrier_id, since, order_id LIMIT ${unreadCarriersMax}) AS k
      JOIN orders o ON o.install_id = ${installId} AND o.id = k.order_id
      WHERE ${isCarrierUnread}`,
  );
  return row?.orders ?? 0;
}

/** Reads the first carriers of the screen: first the carriers in use by name, then the archived ones. */
async function readCarriers({ installId, db, store }: Context): Promise<CarrierView[]> {
  const rows = await db.transaction((tx) =>
    tx.carrier.findMany({
      where: { installId },
      orderBy: [{ archivedAt: { sort: 'asc', nulls: 'first' } }, { name: 'asc' }, { id: 'asc' }],
      take: carriersShown,
    }),
  );
  return rows.map((row) => {
    const { id, name, trackingUrl, feeMinor, currency, decimals, archivedAt } = row;
    const phone = phoneOf(row);
    const reading = readPhone(phone, store.country);
    return {
      id,
      name,
      phone,
      callNumber: reading.ok ? reading.e164 : null,
      trackingUrl: trackingUrl ?? '',
      fee:
        currency === null || feeMinor === 0n
          ? null
          : { amount_minor: Number(feeMinor), currency, decimals: decimals ?? 0 },
      isArchived: archivedAt !== null,
    };
  });
}

type Row = {
  id: string;
  source: string;
  at: Date;
  actorName: string | null;
  noteEnc: string | null;
  undoneAt: Date | null;
  undoneName: string | null;
  orders: number;
  sums: { kind: EntryKind; minor: string; currency: string; decimals: number }[] | null;
};

/**
 * Returns one page of the postings, the newest first, along an index. Only for postings of an earlier release, it reads
 * the entries and sums them.
 */
export async function readPostings(
  { installId, db }: Pick<Context, 'installId' | 'db'>,
  { cursor }: z.output<typeof PostingListQuery>,
): Promise<PostingPage> {
  const before = cursor
    ? Prisma.sql`AND (created_at, id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)`
    : Prisma.empty;
  const rows = await db.transaction(
    (tx) => tx.$queryRaw<Row[]>`
      SELECT p.id, p.source, p.created_at AS at, p.actor_name AS "actorName", p.note_enc AS "noteEnc",
        p.undone_at AS "undoneAt", p.undone_name AS "undoneName",
        CASE WHEN p.order_count IS NULL THEN ${orderCountOfPosting} ELSE p.order_count END AS orders,
        CASE WHEN p.order_count IS NULL THEN ${sumsOfPosting} ELSE p.sums END AS sums
      FROM (SELECT * FROM cash_postings WHERE install_id = ${installId} ${before}
        ORDER BY created_at DESC, id DESC LIMIT ${postingsOnPage + 1}) AS p
      ORDER BY p.created_at DESC, p.id DESC`,
  );
  const postings = rows.slice(0, postingsOnPage).map((row) => viewOf(installId, row));
  const last = rows.length > postingsOnPage ? postings.at(-1) : undefined;
  return { postings, next: last ? `${last.at} ${last.id}` : null };
}

function viewOf(installId: string, { at, noteEnc, undoneAt, undoneName, sums, ...row }: Row): PostingView {
  return {
    ...row,
    at: at.toISOString(),
    note: open(noteEnc, notePlace(installId, row.id)),
    sums: (sums ?? []).map(({ kind, minor, currency, decimals }) => ({
      kind,
      sum: { amount_minor: Number(minor), currency, decimals },
    })),
    undone: undoneAt && { at: undoneAt.toISOString(), actorName: undoneName },
  };
}

/** Decrypts a value. Returns an empty text if there is no value, or if it cannot be decrypted. */
function open(sealed: string | null, place: Place): string {
  const value = sealed === null ? '' : orUnreadable(() => decrypt(sealed, place));
  return value === 'unreadable' ? '' : value;
}
