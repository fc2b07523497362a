import 'server-only';
import type { SheetCommand } from '@/lib/deliveries/delivery-commands';
import { lockSheet, sealText, sheetPlace, textOf } from '@/lib/deliveries/delivery-rows.server';
import type { SheetLinkOutcome } from '@/lib/deliveries/delivery-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { nextDay, startOfDay } from '@/lib/shared/store-day';
import { areDigitsClosed } from '@/lib/system/http/unlock-tries';
import { dbNow } from '@/lib/system/db';
import { randomToken, sha256Hex } from '@/lib/system/keys/crypto';
import { notifyLive } from '@/lib/system/live/notify';

type NotFound = { code: 'not_found'; status: 404 };
type Context = Pick<InstallContext, 'installId' | 'db' | 'store'>;

/**
 * Returns the end of a driver's link: the end of the day after the delivery sheet's day, in the store's time zone. So a
 * driver who comes home late can still answer.
 */
function linkEndOf(day: string, timeZone: string): Date | null {
  return startOfDay(nextDay(nextDay(day)), timeZone);
}

/**
 * Makes the driver's link of a delivery sheet. A link that still works stays, so a second press changes nothing. After
 * too many wrong digits, a new link replaces the old one.
 */
export async function createSheetLink(
  { installId, db, store }: Context,
  { sheetId: id }: SheetCommand,
): Promise<SheetLinkOutcome | NotFound> {
  return db.transaction(async (tx): Promise<SheetLinkOutcome | NotFound> => {
    const sheet = await lockSheet(tx, installId, id);
    if (!sheet) return { code: 'not_found', status: 404 };
    const now = await dbNow(tx);
    const end = linkEndOf(sheet.day, store.timezone);
    if (sheet.confirmedAt || sheet.purgedAt || !end || end <= now) return { code: 'too_late', status: 409 };
    const place = sheetPlace('delivery_sheets.link_enc', { installId, id });
    const works = textOf(sheet.linkEnc, place) !== '' && sheet.linkExpiresAt && sheet.linkExpiresAt > now;
    if (works && !areDigitsClosed(sheet)) return { code: 'saved', status: 200 };
    const token = randomToken();
    await tx.deliverySheet.update({
      where: { installId_id: { installId, id } },
      data: {
        linkHash: sha256Hex(token),
        linkEnc: sealText(token, place),
        linkExpiresAt: end,
        tries: 0,
        triedAt: null,
        wrongTries: 0,
      },
    });
    await notifyLive(tx, { installId, kind: 'delivery', id });
    return { code: 'saved', status: 200 };
  });
}

/**
 * Withdraws the driver's link of a delivery sheet. The link then gives the same response as an unknown link. A second
 * call changes nothing.
 */
export async function withdrawSheetLink(
  { installId, db }: Context,
  { sheetId: id }: SheetCommand,
): Promise<SheetLinkOutcome | NotFound> {
  return db.transaction(async (tx): Promise<SheetLinkOutcome | NotFound> => {
    const { count } = await tx.deliverySheet.updateMany({
      where: { installId, id },
      data: { linkHash: null, linkEnc: null, linkExpiresAt: null },
    });
    if (count === 0) return { code: 'not_found', status: 404 };
    await notifyLive(tx, { installId, kind: 'delivery', id });
    return { code: 'saved', status: 200 };
  });
}
