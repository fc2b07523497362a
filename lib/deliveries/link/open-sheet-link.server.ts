import 'server-only';
import { SheetId } from '@/lib/deliveries/delivery-commands';
import { driverPhoneOf, sheetPlace, stopsOf, stopView, textOf } from '@/lib/deliveries/delivery-rows.server';
import type { StopView } from '@/lib/deliveries/delivery-view';
import { findEndedOrders } from '@/lib/deliveries/find-ended-orders.server';
import { readPieces } from '@/lib/deliveries/read-pieces.server';
import { findPartShipments } from '@/lib/orders/order/fulfillment/find-part-shipments.server';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { areDigitsClosed } from '@/lib/system/http/unlock-tries';
import { dbNow, tenantDb, withSystem } from '@/lib/system/db';
import { isToken, sha256Hex } from '@/lib/system/keys/crypto';
import { knownTimeZone } from '@/lib/shared/store-day';

/** A delivery sheet that was found by the driver's link. */
export type LinkedSheet = {
  installId: InstallId;
  sheetId: SheetId;
  /** SHA-256 of the link's token. With this hash, a later write checks that the link still works. */
  linkHash: string;
  day: string;
  storeName: string;
  /** Country and time zone of the store. */
  country: string;
  timeZone: string;
  driver: string;
  /** Phone of the driver; empty if it is not known or cannot be decrypted. */
  driverPhone: string;
  /** True if the page asks for the last four digits of the driver's phone. */
  needsDigits: boolean;
  note: string;
  /**
   * The stops, with personal data if the app may read customers. Empty after the merchant has confirmed.
   */
  stops: StopView[];
  isConfirmed: boolean;
  /**
   * True if the page accepts no digits, because too many wrong digits were typed or the driver's phone cannot be
   * decrypted.
   */
  areDigitsClosed: boolean;
};

/**
 * Returns the delivery sheet of a link's token. Returns null if the token is unknown, incomplete, withdrawn or expired,
 * or if the store has uninstalled the app. The caller cannot distinguish these cases. The function changes nothing.
 */
export async function openSheetLink(token: string): Promise<LinkedSheet | null> {
  if (!isToken(token)) return null;
  const linkHash = sha256Hex(token);
  const found = await withSystem((tx) =>
    tx.deliverySheet.findFirst({ where: { linkHash }, select: { installId: true, id: true } }),
  );
  if (!found) return null;
  const installId = InstallId.parse(found.installId);
  return tenantDb(installId).transaction(async (tx) => {
    const sheet = await tx.deliverySheet.findUnique({
      where: { installId_id: { installId, id: found.id }, linkHash },
    });
    const install = await tx.install.findUnique({ where: { installId } });
    if (!sheet?.linkExpiresAt || !install || install.revokedAt) return null;
    if (sheet.linkExpiresAt <= (await dbNow(tx))) return null;
    const carrier = await tx.carrier.findUnique({
      where: { installId_id: { installId, id: sheet.carrierId } },
    });
    const driver = driverPhoneOf(installId, carrier);
    const isConfirmed = sheet.confirmedAt !== null;
    const stops = isConfirmed ? [] : await stopsOf(tx, installId, sheet.id);
    const orderIds = stops.map(({ orderId }) => orderId);
    const scopes = new Set(install.effectiveScopes);
    const allEnded = await findEndedOrders(tx, installId, orderIds);
    const shipped = await findPartShipments(tx, installId, orderIds);
    const allPieces = await readPieces(tx, installId, orderIds);
    return {
      installId,
      sheetId: SheetId.parse(sheet.id),
      linkHash,
      day: sheet.day,
      storeName: install.storeName,
      country: install.country,
      timeZone: knownTimeZone(install.timezone),
      driver: carrier?.name ?? '',
      driverPhone: driver.phone,
      needsDigits: driver.needsDigits,
      note: isConfirmed ? '' : textOf(sheet.noteEnc, sheetPlace('delivery_sheets.note_enc', sheet)),
      stops: stops.map((stop) => {
        const isPart = shipped.has(stop.orderId);
        const pieces = isPart ? null : allPieces.get(stop.orderId);
        return {
          ...stopView(stop, scopes, allEnded.get(stop.orderId)?.ended),
          // The page is public, so it does not name the carriers.
          ...(stop.collectMinor === null && isPart && { partCarriers: [] }),
          ...(pieces && { pieces }),
        };
      }),
      isConfirmed,
      areDigitsClosed: driver.isUnreadable || areDigitsClosed(sheet),
    };
  });
}
