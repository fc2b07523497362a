import 'server-only';
import { z } from 'zod';
import { phonePlace } from '@/lib/cash/save-carrier.server';
import { hasDigits } from '@/lib/deliveries/has-digits';
import { stopAnswers } from '@/lib/deliveries/stop-limits';
import type {
  OrderEnd,
  SheetState,
  StopContent,
  StopResultView,
  StopView,
} from '@/lib/deliveries/delivery-view';
import { findOrdersToShip } from '@/lib/orders/order/fulfillment/find-orders-to-ship.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Money } from '@/lib/shared/numbers/money';
import type { Tx } from '@/lib/system/db';
import type { Carrier, DeliverySheet, DeliveryStop } from '@/lib/system/generated/prisma/client';
import { decrypt, encrypt, openAs, orUnreadable, type Place } from '@/lib/system/keys/crypto';

type SheetRow = Pick<DeliverySheet, 'installId' | 'id'>;
type StopRow = Pick<DeliveryStop, 'installId' | 'sheetId' | 'id'>;

/**
 * Places of the encrypted values of a delivery sheet and a stop. A place is the install, column and row in which a
 * value is stored. A value can be decrypted only with the place for which it was encrypted.
 */
export const sheetPlace = (
  column: 'delivery_sheets.note_enc' | 'delivery_sheets.link_enc',
  { installId, id }: SheetRow,
): Place => ({ installId, column, row: [id] });

export const stopPlace = (
  column: 'delivery_stops.content_enc' | 'delivery_stops.reason_enc',
  { installId, sheetId, id }: StopRow,
): Place => ({ installId, column, row: [sheetId, id] });

const Content = z.object({
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  province: z.string(),
  provinceName: z.object({ ar: z.string(), en: z.string() }).nullable(),
  city: z.string(),
  notes: z.string(),
});

/** Encrypts the customer and address of a stop. */
export const sealContent = (stop: StopRow, content: StopContent) =>
  encrypt(JSON.stringify(content), stopPlace('delivery_stops.content_enc', stop));

/** Decrypts the customer and address of a stop; null if they were deleted or cannot be read. */
export function contentOf(stop: DeliveryStop): StopContent | null {
  const sealed = stop.contentEnc;
  if (sealed === null) return null;
  const content = orUnreadable(() => openAs(Content, sealed, stopPlace('delivery_stops.content_enc', stop)));
  return content === 'unreadable' ? null : content;
}

/** Encrypts a text. Returns null if the text is empty. */
export const sealText = (text: string, place: Place) => (text === '' ? null : encrypt(text, place));

/** Decrypts a text. Returns an empty text if there is no text, or if it cannot be decrypted. */
export function textOf(sealed: string | null, place: Place): string {
  const text = sealed === null ? '' : orUnreadable(() => decrypt(sealed, place));
  return text === 'unreadable' ? '' : text;
}

/**
 * Decrypts the phone number of a driver. `needsDigits`: the driver's page asks for the last four digits.
 * `isUnreadable`: the number cannot be decrypted, so the page accepts no digits.
 */
export function driverPhoneOf(installId: string, carrier: Pick<Carrier, 'id' | 'phoneEnc'> | null) {
  const phone = textOf(carrier?.phoneEnc ?? null, phonePlace(installId, carrier?.id ?? ''));
  const isUnreadable = phone === '' && Boolean(carrier?.phoneEnc);
  return { phone, isUnreadable, needsDigits: isUnreadable || hasDigits(phone) };
}

/**
 * The amount to collect for an order. Its currency and decimals are those of the cash notebook. The order can have
 * others, because the notebook keeps them after the first posting.
 */
export type Due = { dueMinor: bigint; currency: string; decimals: number };

/**
 * Returns the amount to collect for each order: the open amount in the cash notebook, at least 0. An order of which no
 * cash is expected is left out.
 */
export async function readDue(
  tx: Tx,
  installId: string,
  orderIds: readonly string[],
): Promise<Map<string, Due>> {
  const rows = await tx.$queryRaw<(Due & { id: string })[]>`
    SELECT order_id AS id, greatest(open_minor, 0) AS "dueMinor", currency, decimals FROM cash_orders
    WHERE install_id = ${installId} AND order_id = ANY(${orderIds}) AND NOT is_paid AND state <> 'none'`;
  return new Map(rows.map(({ id, ...due }) => [id, due]));
}

/** Returns an amount to collect as money; 0 in the currency of the order's total if no cash is expected. */
export const moneyOfDue = (due: Due | undefined, total: Money): Money =>
  due
    ? { amount_minor: Number(due.dueMinor), currency: due.currency, decimals: due.decimals }
    : { ...total, amount_minor: 0 };

/**
 * Converts a stored stop to the form in which screens show it. `scopes`: the scopes that the app has now. Customer and
 * address came from the platform, so they are hidden without the scope clients:read. `ended`: the order of the stop must
 * not be delivered.
 */
export function stopView(stop: DeliveryStop, scopes: ReadonlySet<string>, ended?: OrderEnd): StopView {
  const isHidden = stop.contentEnc !== null && !scopes.has('clients:read');
  const { id, orderId, orderNumber, dueMinor, collectMinor, earlierPaidMinor, currency, decimals } = stop;
  return {
    id,
    orderId,
    number: orderNumber,
    due: { amount_minor: Number(collectMinor ?? dueMinor), currency, decimals },
    ...(collectMinor !== null && { open: { amount_minor: Number(dueMinor), currency, decimals } }),
    content: isHidden ? null : contentOf(stop),
    ...(isHidden && { isHidden }),
    result: resultOf(stop),
    earlierPaid:
      earlierPaidMinor === null ? null : { amount_minor: Number(earlierPaidMinor), currency, decimals },
    ...(ended && { ended }),
  };
}

function resultOf(stop: DeliveryStop): StopResultView | null {
  const answer = stopAnswers.find((one) => one === stop.answer);
  if (!answer || stop.answerId === null || stop.answeredAt === null) return null;
  const { currency, decimals, paidMinor } = stop;
  return {
    id: stop.answerId,
    answer,
    paid: paidMinor === null ? null : { amount_minor: Number(paidMinor), currency, decimals },
    reason: textOf(stop.reasonEnc, stopPlace('delivery_stops.reason_enc', stop)),
    at: stop.answeredAt.toISOString(),
  };
}

/** Returns the state of a delivery sheet, which follows from its stored times. */
export function sheetStateOf({ confirmedAt, finishedAt }: DeliverySheet): SheetState {
  if (confirmedAt === null) return 'open';
  return finishedAt === null ? 'unfinished' : 'confirmed';
}

/**
 * Locks the row of a delivery sheet and returns it; null if there is none. Every function that writes a sheet or its
 * stops locks this row first.
 */
export async function lockSheet(tx: Tx, installId: string, id: string): Promise<DeliverySheet | null> {
  await tx.$executeRaw`
    SELECT 1 FROM delivery_sheets WHERE install_id = ${installId} AND id = ${id}::uuid FOR UPDATE`;
  return tx.deliverySheet.findUnique({ where: { installId_id: { installId, id } } });
}

/** Returns the stops of a delivery sheet in the sequence of delivery. */
export const stopsOf = (tx: Tx, installId: string, sheetId: string) =>
  tx.deliveryStop.findMany({ where: { installId, sheetId }, orderBy: [{ position: 'asc' }, { id: 'asc' }] });

/**
 * Returns the ids of the stops' orders that must be shipped before the platform sets them to delivered. Orders that a
 * customer refused are left out.
 */
export const toShipOf = (
  tx: Tx,
  installId: InstallId,
  stops: readonly Pick<DeliveryStop, 'orderId' | 'answer'>[],
): Promise<string[]> =>
  findOrdersToShip(
    tx,
    installId,
    stops.flatMap(({ orderId, answer }) => (answer === 'refused' ? [] : orderId)),
  );
