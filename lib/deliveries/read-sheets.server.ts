import 'server-only';
import type { SheetId } from '@/lib/deliveries/delivery-commands';
import {
  driverPhoneOf,
  sheetPlace,
  sheetStateOf,
  stopsOf,
  stopView,
  textOf,
  toShipOf,
} from '@/lib/deliveries/delivery-rows.server';
import {
  driversShown,
  type DriverList,
  type SheetList,
  sheetsShown,
  type SheetView,
  type StopView,
} from '@/lib/deliveries/delivery-view';
import { findEndedOrders } from '@/lib/deliveries/find-ended-orders.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findPartShipments } from '@/lib/orders/order/fulfillment/find-part-shipments.server';
import { sumsToCollect } from '@/lib/deliveries/sums-to-collect';
import { knownKey } from '@/lib/shared/known-key';
import { readPhone } from '@/lib/shared/phone';
import { dayOf } from '@/lib/shared/store-day';
import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbNow, type Tx } from '@/lib/system/db';
import { areDigitsClosed } from '@/lib/system/http/unlock-tries';

type Context = Pick<InstallContext, 'installId' | 'db'>;
type StoreContext = Context & Pick<InstallContext, 'store'>;

/**
 * Reads the delivery sheets, each with the number of its answered stops. The unfinished sheets are first, then the open
 * ones, then the newest confirmed ones. So an old sheet that still needs work is always in the list.
 */
export async function readSheets({
  installId,
  db,
  store,
  scopes,
}: StoreContext & Pick<InstallContext, 'scopes'>): Promise<SheetList> {
  return db.transaction(async (tx) => {
    const now = await dbNow(tx);
    const today = dayOf(now, store.timezone);
    const found = await tx.deliverySheet.findMany({
      where: { installId },
      orderBy: [
        { finishedAt: { sort: 'desc', nulls: 'first' } },
        { confirmedAt: { sort: 'desc', nulls: 'last' } },
        { createdAt: 'desc' },
        { id: 'desc' },
      ],
      take: sheetsShown + 1,
    });
    const sheets = found.slice(0, sheetsShown);
    const names = await tx.carrier.findMany({
      where: { installId, id: { in: sheets.map(({ carrierId }) => carrierId) } },
      select: { id: true, name: true },
    });
    const counts = await tx.deliveryStop.groupBy({
      by: ['sheetId'],
      where: { installId, sheetId: { in: sheets.map(({ id }) => id) } },
      _count: { id: true, answer: true },
    });
    const missing = await findMissingCash(tx, installId, sheets);
    const refused = new Set(missing.flatMap(({ sheetId, isDeleted }) => (isDeleted ? [] : sheetId)));
    const undelivered = await countNotDelivered(
      tx,
      installId,
      sheets.flatMap(({ confirmId }) => confirmId ?? []),
    );
    const paid = await sumCollected(tx, installId, sheets);
    const stops = await readOpenStops(tx, { installId, scopes }, sheets);
    const items = sheets.map((sheet) => {
      const count = counts.find(({ sheetId }) => sheetId === sheet.id)?._count;
      return {
        id: sheet.id,
        day: sheet.day,
        driver: names.find(({ id }) => id === sheet.carrierId)?.name ?? '',
        stops: count?.id ?? 0,
        answered: count?.answer ?? 0,
        collected: paid
          .filter(({ sheetId }) => sheetId === sheet.id)
          .map(({ currency, decimals, minor }) => ({ amount_minor: Number(minor), currency, decimals })),
        toCollect: sumsToCollect(stops.filter(({ sheetId }) => sheetId === sheet.id)),
        isDayOver: sheet.day < today,
        isCashRefused: refused.has(sheet.id),
        notDelivered: undelivered.get(sheet.confirmId ?? '') ?? 0,
        hasLink:
          sheet.linkHash !== null &&
          sheet.linkExpiresAt !== null &&
          sheet.linkExpiresAt > now &&
          !areDigitsClosed(sheet),
        state: sheetStateOf(sheet),
      };
    });
    return { sheets: items, isCut: found.length > sheetsShown };
  });
}

/**
 * Returns the collected amounts of delivery sheets, one sum for each sheet and currency. If a user has undone the posting
 * of a sheet, its amounts are left out. An amount counts again if its order has a later posting.
 */
function sumCollected(
  tx: Tx,
  installId: InstallId,
  sheets: readonly { id: string }[],
): Promise<{ sheetId: string; currency: string; decimals: number; minor: bigint }[]> {
  return tx.$queryRaw`
    SELECT st.sheet_id AS "sheetId", st.currency, st.decimals, sum(st.paid_minor)::bigint AS minor
    FROM delivery_stops st JOIN delivery_sheets s ON s.install_id = st.install_id AND s.id = st.sheet_id
    WHERE st.install_id = ${installId} AND st.sheet_id = ANY(${sheets.map(({ id }) => id)}::uuid[])
      AND st.paid_minor > 0
      AND (NOT EXISTS (
        SELECT FROM cash_postings u WHERE u.install_id = s.install_id AND u.id = s.confirm_id AND u.undone_at IS NOT NULL)
      OR EXISTS (
        SELECT FROM cash_entries e JOIN cash_postings p ON p.install_id = e.install_id AND p.id = e.posting_id
        WHERE e.install_id = s.install_id AND e.order_id = st.order_id AND p.undone_at IS NULL
          AND p.created_at >= s.confirmed_at))
    GROUP BY st.sheet_id, st.currency, st.decimals ORDER BY st.currency, st.decimals`;
}

/**
 * Reads the amounts of the stops of those of these delivery sheets that are not confirmed. Without the scope
 * orders:read, nothing is said of the state of their orders.
 */
async function readOpenStops(
  tx: Tx,
  { installId, scopes }: Pick<InstallContext, 'installId' | 'scopes'>,
  sheets: readonly { id: string; confirmedAt: Date | null }[],
): Promise<(Pick<StopView, 'due' | 'partCarriers' | 'ended'> & { sheetId: string })[]> {
  const open = sheets.filter(({ confirmedAt }) => confirmedAt === null).map(({ id }) => id);
  const stops = await tx.deliveryStop.findMany({
    where: { installId, sheetId: { in: open }, dueMinor: { gt: 0 } },
    select: {
      sheetId: true,
      orderId: true,
      dueMinor: true,
      collectMinor: true,
      currency: true,
      decimals: true,
      answer: true,
    },
    orderBy: { currency: 'asc' },
  });
  const ids = scopes.has('orders:read') ? [...new Set(stops.map(({ orderId }) => orderId))] : [];
  const ended = await findEndedOrders(tx, installId, ids);
  const shipped = await findPartShipments(tx, installId, ids);
  return stops.map(({ sheetId, orderId, dueMinor, collectMinor, currency, decimals, answer }) => {
    const end = ended.get(orderId)?.ended;
    const partCarriers = collectMinor === null ? shipped.get(orderId) : undefined;
    return {
      sheetId,
      result: answer,
      due: { amount_minor: Number(collectMinor ?? dueMinor), currency, decimals },
      ...(partCarriers && { partCarriers }),
      ...(end && { ended: end }),
    };
  });
}

/**
 * Returns the stops of these delivery sheets whose collected amount is not in the cash notebook. The notebook refused
 * the amount, and the order has no posting since the confirmation. `isDeleted`: the store deleted the order and the
 * notebook does not have it, so the amount cannot be recorded.
 */
function findMissingCash(
  tx: Tx,
  installId: InstallId,
  sheets: readonly { id: string; isCashRefused: boolean }[],
): Promise<{ sheetId: string; stopId: string; isDeleted: boolean }[]> {
  const ids = sheets.filter(({ isCashRefused }) => isCashRefused).map(({ id }) => id);
  return tx.$queryRaw<{ sheetId: string; stopId: string; isDeleted: boolean }[]>`
    SELECT s.id AS "sheetId", st.id AS "stopId", NOT EXISTS (
        SELECT FROM cash_orders k WHERE k.install_id = s.install_id AND k.order_id = st.order_id) AND EXISTS (
        SELECT FROM orders o WHERE o.install_id = s.install_id AND o.id = st.order_id
          AND o.deleted_at IS NOT NULL) AS "isDeleted"
    FROM delivery_sheets s JOIN delivery_stops st ON st.install_id = s.install_id AND st.sheet_id = s.id
    WHERE s.install_id = ${installId} AND s.id = ANY(${ids}::uuid[]) AND st.paid_minor > 0 AND NOT EXISTS (
      SELECT FROM cash_entries e JOIN cash_postings p ON p.install_id = e.install_id AND p.id = e.posting_id
      WHERE e.install_id = s.install_id AND e.order_id = st.order_id AND p.undone_at IS NULL
        AND p.created_at >= s.confirmed_at)`;
}

/**
 * Returns how many orders the given bulk runs did not change, keyed by the id of the run: the platform refused the
 * change, or its outcome is not known. A run without such orders is left out.
 */
async function countNotDelivered(
  tx: Tx,
  installId: InstallId,
  runIds: readonly string[],
): Promise<Map<string, number>> {
  const runs = await tx.bulkRun.findMany({
    where: { installId, id: { in: [...runIds] }, OR: [{ refused: { gt: 0 } }, { needsReview: { gt: 0 } }] },
    select: { id: true, refused: true, needsReview: true },
  });
  return new Map(runs.map(({ id, refused, needsReview }) => [id, refused + needsReview]));
}

/** Reads the carriers that can be the driver of a new delivery sheet, by name. */
export async function readDrivers({ installId, db }: Context): Promise<DriverList> {
  const rows = await db.transaction((tx) =>
    tx.carrier.findMany({
      where: { installId, archivedAt: null },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      select: { id: true, name: true, phoneEnc: true },
      take: driversShown + 1,
    }),
  );
  const drivers = rows.slice(0, driversShown).map((row) => ({
    id: row.id,
    name: row.name,
    needsDigits: driverPhoneOf(installId, row).needsDigits,
  }));
  return { drivers, isCut: rows.length > driversShown };
}

/** Reads a delivery sheet with its stops, the driver's phone and the driver's link; null if there is no such sheet. */
export async function readSheet(
  { installId, db, store, scopes }: StoreContext & Pick<InstallContext, 'scopes'>,
  id: SheetId,
): Promise<SheetView | null> {
  return db.transaction(async (tx) => {
    const sheet = await tx.deliverySheet.findUnique({ where: { installId_id: { installId, id } } });
    if (!sheet) return null;
    const carrier = await tx.carrier.findUnique({
      where: { installId_id: { installId, id: sheet.carrierId } },
    });
    const stops = await stopsOf(tx, installId, id);
    const state = sheetStateOf(sheet);
    const orderIds = state === 'open' && scopes.has('orders:read') ? stops.map(({ orderId }) => orderId) : [];
    const shipped = await findPartShipments(tx, installId, orderIds);
    const allEnded = await findEndedOrders(tx, installId, orderIds);
    const refusals = await findRefusals(
      tx,
      installId,
      state === 'confirmed' && scopes.has('orders:read') ? stops : [],
    );
    const toShip = scopes.has('orders:read') ? await toShipOf(tx, installId, stops) : [];
    const undelivered = await countNotDelivered(tx, installId, sheet.confirmId ? [sheet.confirmId] : []);
    const { phone, needsDigits } = driverPhoneOf(installId, carrier);
    const reading = readPhone(phone, store.country);
    const token = textOf(sheet.linkEnc, sheetPlace('delivery_sheets.link_enc', sheet));
    const until = sheet.linkExpiresAt;
    const missing = await findMissingCash(tx, installId, [sheet]);
    const deleted = new Set(missing.flatMap(({ stopId, isDeleted }) => (isDeleted ? stopId : [])));
    return {
      id,
      day: sheet.day,
      driver: carrier?.name ?? '',
      driverPhone: reading.ok ? reading.e164 : phone,
      needsDigits,
      note: textOf(sheet.noteEnc, sheetPlace('delivery_sheets.note_enc', sheet)),
      stops: stops.map((stop) => {
        const partCarriers = stop.collectMinor === null ? shipped.get(stop.orderId) : undefined;
        const shown = stopView(stop, scopes, allEnded.get(stop.orderId)?.ended);
        const refusal = refusals.get(stop.orderId);
        return { ...shown, ...(partCarriers && { partCarriers }), ...(refusal && { refusal }) };
      }),
      link:
        token === '' || !until || until.getTime() <= Date.now()
          ? null
          : { token, until: until.toISOString() },
      areDigitsClosed: areDigitsClosed(sheet),
      state,
      isDayOver: sheet.day < dayOf(await dbNow(tx), store.timezone),
      confirmedName: sheet.confirmedName,
      isCashRefused: missing.some(({ isDeleted }) => !isDeleted),
      deletedPaid: stops.flatMap((stop) => {
        const paid = deleted.has(stop.id) ? stopView(stop, scopes).result?.paid : null;
        return paid ? [{ number: stop.orderNumber, paid }] : [];
      }),
      toShip,
      notDelivered: undelivered.get(sheet.confirmId ?? '') ?? 0,
      runId: sheet.confirmId,
    };
  });
}

/** Returns the present status of the orders of those stops that a customer refused, keyed by order id (see StopView). */
async function findRefusals(
  tx: Tx,
  installId: InstallId,
  stops: readonly { orderId: string; answer: string | null }[],
): Promise<Map<string, NonNullable<StopView['refusal']>>> {
  const ids = stops.flatMap(({ orderId, answer }) => (answer === 'refused' ? orderId : []));
  if (ids.length === 0) return new Map();
  const rows = await tx.mirrorOrder.findMany({
    where: { installId, id: { in: ids }, deletedAt: null },
    select: { id: true, status: true },
  });
  return new Map(
    rows.flatMap(({ id, status }) => {
      const known = knownKey(orderStatusMoves, status);
      const canFail = known !== null && orderStatusMoves[known].includes('delivered_failed');
      return known ? [[id, { status: known, canFail }] as const] : [];
    }),
  );
}
