import 'server-only';
import { randomUUID } from 'node:crypto';
import type { CreateSheetCommand } from '@/lib/deliveries/delivery-commands';
import { readDue, sealContent, sealText, sheetPlace } from '@/lib/deliveries/delivery-rows.server';
import type { CreateSheetOutcome, RepeatedOrder, StopContent } from '@/lib/deliveries/delivery-view';
import { findEndedOrders } from '@/lib/deliveries/find-ended-orders.server';
import { groupStops } from '@/lib/deliveries/group-stops';
import { isUndeliverable, repeatedStatusOf } from '@/lib/deliveries/order-end';
import { daysAheadMax } from '@/lib/deliveries/stop-limits';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { partCarriersOf } from '@/lib/orders/order/fulfillment/find-part-shipments.server';
import { readOneByOne } from '@/lib/orders/print/read-one-by-one.server';
import { findErasedOrders, lockErasures } from '@/lib/orders/purge-order-customers.server';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { readPhone } from '@/lib/shared/phone';
import { dayOf, daysBefore, previousDay } from '@/lib/shared/store-day';
import { readStore } from '@/lib/store/read-store.server';
import type { Tx } from '@/lib/system/db';
import { isSameText, sha256Hex } from '@/lib/system/keys/crypto';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Creates a delivery sheet. Customer and address of each order are read from the platform now and stored encrypted. So
 * the driver's page works even while the platform is not available. The amount to collect is the open amount of the
 * cash notebook; 0 if no cash is expected. If a part of the goods was already sent, it is the typed amount of `collect`,
 * but at most the open amount. A second request with the same id returns the same sheet.
 */
export async function createSheet(
  context: InstallContext,
  { operationId: id, carrierId, day, note, orderIds: given, mayRepeat, collect }: CreateSheetCommand,
): Promise<CreateSheetOutcome> {
  const { installId, db, actor, scopes } = context;
  const orderIds = [...new Set(given)];
  const typed = new Map(collect.map(({ orderId, amountMinor }) => [orderId, BigInt(amountMinor)]));
  const typedAmounts = orderIds.map((orderId) => typed.get(orderId)?.toString() ?? null);
  // Without a typed amount, the hash is the one that an earlier release stored.
  const contentHash = sha256Hex(
    JSON.stringify([carrierId, day, orderIds, ...(typed.size > 0 ? [typedAmounts] : [])]),
  );
  const known = await db.transaction((tx) => findKnown(tx));
  if (known) return known;
  if (!scopes.has('clients:read')) return { code: 'customers_hidden', status: 403 };
  const today = dayOf(new Date(), context.store.timezone);
  if (day < today || day > daysBefore(today, -daysAheadMax)) return { code: 'day_out', status: 422 };
  const store = await readStore(context);
  const erased = await db.transaction((tx) => findErasedOrders(tx, installId, orderIds));
  const reads = await Promise.all(readOneByOne(context, orderIds));
  // Two kinds of reads are not accepted. A copy from the mirror (our copy of the platform's data) may have an old
  // address. After a read without the customer, the driver's stop would have no name and address.
  const orders = reads.flatMap((read) =>
    read.code === 'found' && !read.view.stale && read.view.order.customer !== undefined
      ? [read.view.order]
      : [],
  );
  const ended = await findEnded();
  if (ended.length > 0) return { code: 'orders_ended', status: 409, orders: ended };
  if (orders.length < orderIds.length)
    return { code: 'orders_unread', status: 503, count: orderIds.length - orders.length };
  if (!mayRepeat) {
    // One answer names the orders of all reasons, because the next press accepts all of them.
    const onSheets = new Map(
      (await db.transaction((tx) => readRepeated(tx))).map((order) => [order.id, order]),
    );
    const repeated = orders.flatMap(({ id, status, order_number: number }): RepeatedOrder[] => {
      const why = repeatedStatusOf(status);
      const onSheet = onSheets.get(id);
      return why ? [{ id, number, why }] : onSheet ? [onSheet] : [];
    });
    if (repeated.length > 0) return repeatedOutcome(repeated);
  }
  const stops = orders.map((order) => ({ order, content: contentOfOrder(order, store) }));
  const sorted = groupStops(stops).flatMap((group) => group.stops);
  return db.transaction(async (tx): Promise<CreateSheetOutcome> => {
    const driver = await tx.carrier.count({ where: { installId, id: carrierId } });
    if (driver === 0) return { code: 'no_driver', status: 404 };
    // Another user may have created a delivery sheet of these orders while this request read them from the platform. A
    // lock lets only one request of an install store a sheet at a time, so this check includes the sheet of the other
    // user.
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} delivery sheets`}, 0))`;
    const known = await findKnown(tx);
    if (known) return known;
    const repeated = mayRepeat ? [] : await readRepeated(tx);
    if (repeated.length > 0) return repeatedOutcome(repeated);
    // A user may have erased a customer after this request read the order. The customer must not be stored again.
    await lockErasures(tx, installId, 'shared');
    const gone = [...(await findErasedOrders(tx, installId, orderIds))].filter((one) => !erased.has(one));
    if (gone.length > 0) return { code: 'orders_unread', status: 503, count: gone.length };
    const due = await readDue(tx, installId, orderIds);
    const { count } = await tx.deliverySheet.createMany({
      data: {
        installId,
        id,
        carrierId,
        day,
        noteEnc: sealText(note, sheetPlace('delivery_sheets.note_enc', { installId, id })),
        contentHash,
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
      },
      skipDuplicates: true,
    });
    if (count === 0) return (await findKnown(tx)) ?? { code: 'reused', status: 409 };
    await tx.deliveryStop.createMany({
      data: sorted.map(({ order, content }, position) => {
        const stop = { installId, sheetId: id, id: randomUUID() };
        const { currency, decimals } = order.total;
        const open = due.get(order.id) ?? { dueMinor: 0n, currency, decimals };
        const { dueMinor } = open;
        const collectMinor = partCarriersOf(order) ? typed.get(order.id) : undefined;
        return {
          ...stop,
          orderId: order.id,
          orderNumber: order.order_number,
          position,
          ...open,
          collectMinor: collectMinor === undefined ? null : collectMinor < dueMinor ? collectMinor : dueMinor,
          contentEnc: sealContent(stop, content),
        };
      }),
    });
    await notifyLive(tx, { installId, kind: 'delivery', id: '' });
    return { code: 'created', status: 200, sheetId: id };
  });

  async function findKnown(tx: Tx): Promise<CreateSheetOutcome | null> {
    const sheet = await tx.deliverySheet.findUnique({ where: { installId_id: { installId, id } } });
    if (!sheet) return null;
    const place = sheetPlace('delivery_sheets.note_enc', sheet);
    return sheet.contentHash === contentHash && isSameText(sheet.noteEnc, place, note)
      ? { code: 'created', status: 200, sheetId: id }
      : { code: 'reused', status: 409 };
  }

  /**
   * Returns the orders that cannot be delivered. The platform has just said that it has no such order, or that the order
   * was cancelled or returned. A deleted order has its number only in the mirror; without it, its id is returned.
   */
  async function findEnded(): Promise<{ id: string; number: string }[]> {
    const gone = orderIds.filter((_, n) => reads[n]?.code === 'not_found');
    const mirrored = await db.transaction((tx) => findEndedOrders(tx, installId, gone));
    return [
      ...gone.map((id) => ({ id, number: mirrored.get(id)?.number || id })),
      ...orders.flatMap(({ id, order_number: number, status }) =>
        isUndeliverable(status) ? [{ id, number }] : [],
      ),
    ];
  }

  /** Returns the given orders that are already on an open delivery sheet whose link can still work. */
  async function readRepeated(tx: Tx): Promise<RepeatedOrder[]> {
    const rows = await tx.$queryRaw<
      { id: string; number: string; sheetId: string; driver: string; day: string }[]
    >`
      SELECT DISTINCT ON (p.order_number, p.order_id) p.order_id AS id, p.order_number AS number, d.id AS "sheetId",
        coalesce(c.name, '') AS driver, d.day
      FROM delivery_stops p
      JOIN delivery_sheets d ON d.install_id = p.install_id AND d.id = p.sheet_id
      LEFT JOIN carriers c ON c.install_id = d.install_id AND c.id = d.carrier_id
      WHERE p.install_id = ${installId} AND p.order_id = ANY(${orderIds})
        AND d.confirmed_at IS NULL AND d.day >= ${previousDay(today)}
      ORDER BY p.order_number, p.order_id, d.created_at DESC, d.id`;
    return rows.map((row) => ({ ...row, why: 'on_sheet' }));
  }
}

const repeatedOutcome = (orders: RepeatedOrder[]): CreateSheetOutcome => ({
  code: 'repeated',
  status: 409,
  // A page of an earlier release reads only the numbers.
  numbers: orders.map(({ number }) => number),
  orders,
});

type Store = Awaited<ReturnType<typeof readStore>>;

/**
 * Takes customer and address from an order. If a phone number has no country code, the country code of the store is
 * added.
 */
function contentOfOrder(order: OrderDetail, { provinces, country }: Store): StopContent {
  const { customer, shipping_address: address } = order;
  const part = (key: string) => {
    const value = address?.[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  const phone = customer?.phone ?? '';
  const reading = readPhone(phone, country);
  const province = provinces.find(({ value }) => value === part('province'));
  return {
    name: [customer?.first_name, customer?.last_name].filter(Boolean).join(' '),
    phone: reading.ok ? reading.e164 : phone,
    address: part('address'),
    province: part('province'),
    provinceName: province ? { ar: province.ar, en: province.en } : null,
    city: part('city'),
    notes: part('notes'),
  };
}
