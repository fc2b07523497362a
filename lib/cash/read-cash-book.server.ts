import 'server-only';
import type { EntryKind } from '@/lib/cash/cash-commands';
import { type CashBook, type CarrierView, type PostingView, unreadCarriersMax } from '@/lib/cash/cash-view';
import { isCarrierUnread } from '@/lib/cash/list-cash-orders.server';
import { notePlace, orderCountOfPosting, sumsOfPosting } from '@/lib/cash/post-cash.server';
import { readBalances } from '@/lib/cash/read-balances.server';
import { readUnrecorded } from '@/lib/cash/read-unrecorded.server';
import { phoneOf } from '@/lib/cash/save-carrier.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readPhone } from '@/lib/shared/phone';
import { decrypt, orUnreadable, type Place } from '@/lib/system/keys/crypto';

/** Number of postings that the screen shows, newest first. */
const postingsShown = 20;

/**
 * Maximum number of carriers that the screen lists. Each balance and each order contains the name of its carrier, so
 * the names of further carriers are still shown.
 */
const carriersShown = 200;

type Context = Pick<InstallContext, 'installId' | 'db' | 'store'>;

/** Reads the carriers, what each of them owes, and the last postings. */
export async function readCashBook(context: Context): Promise<CashBook> {
  const [carriers, balances, postings] = [
    await readCarriers(context),
    await readBalances(context),
    await readPostings(context),
  ];
  return {
    carriers,
    balances,
    postings,
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

/** Reads the newest postings. Only for postings of an earlier release, it reads the entries and sums them. */
async function readPostings({ installId, db }: Context): Promise<PostingView[]> {
  const rows = await db.transaction(
    (tx) => tx.$queryRaw<Row[]>`
      SELECT p.id, p.source, p.created_at AS at, p.actor_name AS "actorName", p.note_enc AS "noteEnc",
        p.undone_at AS "undoneAt", p.undone_name AS "undoneName",
        CASE WHEN p.order_count IS NULL THEN ${orderCountOfPosting} ELSE p.order_count END AS orders,
        CASE WHEN p.order_count IS NULL THEN ${sumsOfPosting} ELSE p.sums END AS sums
      FROM (SELECT * FROM cash_postings WHERE install_id = ${installId}
        ORDER BY created_at DESC, id DESC LIMIT ${postingsShown}) AS p
      ORDER BY p.created_at DESC, p.id DESC`,
  );
  return rows.map(({ at, noteEnc, undoneAt, undoneName, sums, ...row }) => ({
    ...row,
    at: at.toISOString(),
    note: open(noteEnc, notePlace(installId, row.id)),
    sums: (sums ?? []).map(({ kind, minor, currency, decimals }) => ({
      kind,
      sum: { amount_minor: Number(minor), currency, decimals },
    })),
    undone: undoneAt && { at: undoneAt.toISOString(), actorName: undoneName },
  }));
}

/** Decrypts a value. Returns an empty text if there is no value, or if it cannot be decrypted. */
function open(sealed: string | null, place: Place): string {
  const value = sealed === null ? '' : orUnreadable(() => decrypt(sealed, place));
  return value === 'unreadable' ? '' : value;
}
