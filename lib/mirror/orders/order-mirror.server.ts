import 'server-only';
import { z } from 'zod';
import { storableJson, storableText } from 'commerce-platform-client/contract/storable-text';
import { OrderDetail, type Order } from 'commerce-platform-client/contract/orders';
import { foldText } from '@/lib/shared/fold-text';
import type { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { decrypt, encrypt, orUnreadable, type Place } from '@/lib/system/keys/crypto';
import type { Tx } from '@/lib/system/db';
import { type MirrorOrder, Prisma } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/live/notify';
import { inSpan } from '@/lib/system/tracing/tracing';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import { keepCustomer } from './keep-customer.server';
import { cutText } from '@/lib/shared/text/cut-text';

/**
 * The read from which a row of the mirror (our copy of the platform's data) comes. `fence` is a number that was taken
 * before the read and that only grows. So if two reads have different fences, the read with the greater fence began
 * later.
 */
export type ReadOrigin = {
  fence: bigint;
  /** True if a webhook event caused the read. Only a read after an event confirms an order that this app created. */
  byEvent: boolean;
  /** True if the write also records that data of the install was just read (touchSynced). */
  isSync?: boolean;
};

/**
 * Writes orders of GET /orders to the mirror in one statement. A stored row is replaced only by newer data (D4):
 * `updated_at` is greater, or it is equal and the fence is greater. The fence is a number that is taken before each
 * read and only grows. If the stored row is marked as deleted, only the fence decides. Returns the ids of the rows that
 * were written.
 */
export async function writeOrders(
  tx: Tx,
  installId: InstallId,
  orders: readonly Order[],
  { fence }: Pick<ReadOrigin, 'fence'>,
): Promise<OrderId[]> {
  if (orders.length === 0) return [];
  const written = await tx.$queryRaw<{ id: OrderId }[]>(upsertOrders(installId, orders, fence));
  return written.map(({ id }) => id);
}

/** SQL statement of writeOrders. It returns the column id of each row that was written. */
function upsertOrders(installId: InstallId, orders: readonly Order[], fence: bigint): Prisma.Sql {
  // A list may contain an order twice, but one SQL statement cannot write the same row twice. So only the last
  // occurrence of the order is written.
  const rows = [...new Map(orders.map((order) => [order.id, headerRow(order)])).values()];
  return Prisma.sql`
    INSERT INTO orders AS stored (install_id, id, order_number, status, payment_status, source, tags, total_minor,
      created_at, updated_at, header, search_text, fence)
    SELECT ${installId}, id, order_number, status, payment_status, source, tags, total_minor, created_at, updated_at,
      header, search_text, ${fence}
    FROM jsonb_to_recordset(${storableJson(rows)}::jsonb) AS read (id text, order_number text, status text,
      payment_status text, source text, tags text[], total_minor bigint, created_at timestamptz,
      updated_at timestamptz, header jsonb, search_text text)
    -- The rows are sorted by id, so that two transactions lock the same orders in the same sequence and cannot
    -- deadlock.
    ORDER BY id
    ON CONFLICT (install_id, id) DO UPDATE SET
      order_number = excluded.order_number, status = excluded.status, payment_status = excluded.payment_status,
      source = excluded.source, tags = excluded.tags, total_minor = excluded.total_minor,
      created_at = excluded.created_at, updated_at = excluded.updated_at, header = excluded.header,
      search_text = split_part(stored.search_text, E'\\n', 1) || E'\\n' || split_part(excluded.search_text, E'\\n', 2),
      fence = excluded.fence, deleted_at = NULL
    WHERE may_replace(stored.deleted_at, stored.updated_at, stored.fence, excluded.updated_at, excluded.fence)
    RETURNING id`;
}

function headerRow(order: Order) {
  return {
    id: order.id,
    order_number: indexable(order.order_number),
    status: indexable(order.status),
    payment_status: indexable(order.payment_status),
    source: order.source === null ? null : indexable(order.source),
    tags: order.tags,
    total_minor: order.total.amount_minor,
    created_at: order.created_at,
    updated_at: order.updated_at,
    header: order,
    search_text: storableText(`${foldText(order.order_number)}\n${foldText(order.tags.join(' '))}`),
  };
}

/**
 * Columns with an index get at most 200 characters of a text; `header` has the full text. An index refuses texts of
 * several kilobytes, and then the row could not be stored.
 */
const indexable = (text: string) => cutText(text, 200);

/**
 * Writes an order to the mirror from the response of GET /orders/{id}, or of a write with a response of the same form.
 * First, writeOrders writes the fields that lists contain too. Then a second statement writes the detail, if it is
 * newer than the stored detail. The detail needs its own comparison, because a list may have updated the row since the
 * detail was stored.
 *
 * The fields customer and shipping_address are not stored in the table `orders` (D5). keepCustomer may store the
 * customer.
 */
export function writeOrderDetail(
  tx: Tx,
  installId: InstallId,
  order: OrderDetail,
  origin: ReadOrigin,
): Promise<void> {
  const facts = { 'install.id': installId, 'entity.kind': 'order', 'order.id': order.id };
  return inSpan('mirror.write', facts, () => writeDetail(tx, installId, order, origin));
}

async function writeDetail(
  tx: Tx,
  installId: InstallId,
  order: OrderDetail,
  origin: ReadOrigin,
): Promise<void> {
  const {
    items,
    fulfillments,
    refunds,
    note,
    attributes,
    customer: _c,
    shipping_address: address,
    ...header
  } = order;
  // One statement writes the header and returns the row as it was before. The database runs the INSERT although nothing
  // reads its result.
  const [before] = await tx.$queryRaw<OrderTimes[]>`
    WITH written AS (${upsertOrders(installId, [header], origin.fence)})
    SELECT updated_at AS "updatedAt", detail_updated_at AS "detailUpdatedAt", event_read_at AS "eventReadAt",
      deleted_at AS "deletedAt" FROM orders WHERE install_id = ${installId} AND id = ${order.id}`;
  const detail = storableJson({
    items,
    fulfillments,
    refunds,
    attributes,
    ...(address !== undefined && { hasAddress: address !== null }),
  } satisfies StoredDetail & z.infer<typeof AddressMark>);
  const readAt = new Date();
  const noteEnc = note === null ? null : encrypt(note, notePlace({ installId, id: order.id }));
  const written = await tx.$executeRaw`
    -- Keeps the field hasAddress of an earlier read if this read has none. A read without the scope clients:read does
    -- not return the address, and the address of an order never changes.
    UPDATE orders SET detail = jsonb_strip_nulls(jsonb_build_object('hasAddress', detail->'hasAddress')) || ${detail}::jsonb,
      note_enc = ${noteEnc}, detail_read_at = now(), detail_fence = ${origin.fence},
      detail_updated_at = ${order.updated_at}::timestamptz,
      -- A read after an event confirms that the platform has the order, if this app created it.
      event_read_at = coalesce(${origin.byEvent ? readAt : null}::timestamptz, event_read_at),
      search_text = ${wordsOf(order)}::text || E'\\n' || split_part(search_text, E'\\n', 2)
    WHERE install_id = ${installId} AND id = ${order.id} AND deleted_at IS NULL
      AND (detail IS NULL OR is_forward(detail_updated_at, detail_fence, ${order.updated_at}::timestamptz, ${origin.fence}))`;
  // The customer is stored only if the detail was written. Without this condition, an older read could replace a newer
  // customer.
  if (written > 0) await keepCustomer(tx, installId, order);
  // The time of a read after an event is stored even if the row already has newer data.
  else if (origin.byEvent)
    await tx.mirrorOrder.updateMany({
      where: { installId, id: order.id, deletedAt: null },
      data: { eventReadAt: readAt },
    });
  // Screens are notified only if the read changed something. Otherwise there would be an endless loop, because a
  // notified screen reads the order again, and this read would cause the next notification.
  const updatedAt = new Date(order.updated_at);
  const isNews =
    !before?.detailUpdatedAt ||
    before.deletedAt !== null ||
    before.detailUpdatedAt < updatedAt ||
    before.updatedAt < updatedAt ||
    (origin.byEvent && before.eventReadAt === null);
  const news = isNews ? ({ installId, kind: 'order', id: order.id } as const) : undefined;
  if (origin.isSync) await touchSynced(tx, installId, news);
  else if (news) await notifyLive(tx, news);
}

/** Times of an order's row that decide whether a read has news. */
type OrderTimes = Pick<MirrorOrder, 'updatedAt' | 'detailUpdatedAt' | 'eventReadAt' | 'deletedAt'>;

/**
 * Returns the words by which an order's detail can be found: order number, names of the lines and tracking numbers. The
 * column search_text contains these words, then a line break and the words of the tags. Order lists contain the tags,
 * so the words of the tags are written by another statement.
 */
function wordsOf({ order_number, items, fulfillments }: OrderDetail): string {
  const words = [order_number, ...items.map(({ name }) => name)];
  const tracking = fulfillments.flatMap(({ tracking_number }) => tracking_number ?? []);
  return storableText(foldText([...words, ...tracking].join('\n')));
}

/**
 * Writes a tombstone (a row for a deleted order). Call this after the platform responded with 404. The tombstone is
 * removed by a read that began later and returns the order; an event does not remove it (M5).
 */
export async function buryOrder(
  tx: Tx,
  installId: InstallId,
  id: OrderId,
  { fence }: Pick<ReadOrigin, 'fence'>,
): Promise<void> {
  // The INSERT also writes a tombstone (a row for a deleted order) for an order that the mirror has never contained.
  // Without it, a list page that was read earlier and still contains the order would insert the order.
  const tombstones = await tx.$executeRaw`
    INSERT INTO orders AS stored (install_id, id, order_number, status, payment_status, total_minor, created_at,
      updated_at, header, fence, deleted_at)
    VALUES (${installId}, ${id}, '', '', '', 0, now(), now(), '{}', ${fence}, now())
    -- A later 404 raises the fence of the tombstone. Otherwise a read that began between the two reads with a 404 would
    -- replace the tombstone.
    ON CONFLICT (install_id, id) DO UPDATE SET
      deleted_at = coalesce(stored.deleted_at, excluded.deleted_at), fence = excluded.fence
    WHERE stored.fence <= excluded.fence`;
  if (tombstones === 0) return;
  // The empty row of an erased customer stays. If the platform returns the order later, its customer is not stored again.
  await tx.orderCustomer.deleteMany({ where: { installId, orderId: id, customerEnc: { not: null } } });
  await notifyLive(tx, { installId, kind: 'order', id });
}

/**
 * Fields of GET /orders/{id} that lists do not contain and that are stored in one JSON column, without customer and
 * address. The column is not encrypted. Texts that people typed, such as the reason of a refund, can contain a name.
 * The note has its own column, because it is encrypted.
 */
const StoredDetail = OrderDetail.pick({
  items: true,
  fulfillments: true,
  refunds: true,
  attributes: true,
});
type StoredDetail = z.infer<typeof StoredDetail>;

/**
 * True if the order has a delivery address; absent if no read contained the address field. The address itself is
 * personal data, so only this fact is stored.
 */
const AddressMark = z.object({ hasAddress: z.boolean().optional() });

/**
 * Returns true if the stored detail of an order has a delivery address; null if no read contained the address field.
 */
export function hasAddressOf(detail: unknown): boolean | null {
  return AddressMark.nullish().parse(detail)?.hasAddress ?? null;
}

/** Fields of GET /orders/{id} that lists do not contain, with the decrypted note and without customer data. */
export type MirrorDetail = Pick<OrderDetail, 'items' | 'fulfillments' | 'refunds' | 'note' | 'attributes'>;

type DetailRow = Pick<MirrorOrder, 'installId' | 'id' | 'detail' | 'noteEnc'>;

/** Parses the stored detail of an order and decrypts its note. The note is null if it cannot be decrypted. */
export function openDetail(row: DetailRow): MirrorDetail {
  const { noteEnc } = row;
  const note = noteEnc === null ? null : orUnreadable(() => decrypt(noteEnc, notePlace(row)));
  return { ...StoredDetail.parse(row.detail), note: note === 'unreadable' ? null : note };
}

const notePlace = ({ installId, id }: { installId: string; id: string }): Place => ({
  installId,
  column: 'orders.note_enc',
  row: [id],
});
