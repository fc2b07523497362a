import 'server-only';
import { type CarrierValues, isSameCarrier, type SaveCarrierCommand } from '@/lib/cash/carrier-commands';
import type { SaveCarrierOutcome } from '@/lib/cash/cash-outcome';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Tx } from '@/lib/system/db';
import type { Carrier } from '@/lib/system/generated/prisma/client';
import { decrypt, encrypt, orUnreadable, type Place } from '@/lib/system/keys/crypto';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Place of the encrypted phone number of a carrier: the install, column and row in which it is stored. The number can
 * be decrypted only with the same place.
 */
export const phonePlace = (installId: string, carrierId: string): Place => ({
  installId,
  column: 'carriers.phone_enc',
  row: [carrierId],
});

/** Decrypts the phone number of a carrier; empty if there is none or if it cannot be decrypted. */
export function phoneOf({ installId, id, phoneEnc }: Pick<Carrier, 'installId' | 'id' | 'phoneEnc'>): string {
  const phone = phoneEnc === null ? '' : orUnreadable(() => decrypt(phoneEnc, phonePlace(installId, id)));
  return phone === 'unreadable' ? '' : phone;
}

/**
 * Adds or changes a carrier. If another user has changed the carrier since the form was opened, nothing is changed.
 *
 * A carrier matches the fulfillments that name it. If the user changes the name of the carrier later, screens show the
 * new name, but the fulfillments are still matched by the first name. So both names belong to this carrier, and no other
 * carrier can get one of them.
 */
export async function saveCarrier(
  { installId, db, store }: Pick<InstallContext, 'installId' | 'db' | 'store'>,
  { carrierId: id, seen, ...command }: SaveCarrierCommand,
): Promise<SaveCarrierOutcome> {
  const { name, phone, trackingUrl, feeMinor, isArchived } = command;
  return db.transaction(async (tx): Promise<SaveCarrierOutcome> => {
    // A lock lets only one request of an install save a carrier at a time, so this check includes the name of the other
    // request.
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} carriers`}, 0))`;
    if (await isNameTaken(tx, { installId, id, name })) return { code: 'name_taken', status: 409 };
    const phoneEnc = phone === '' ? null : encrypt(phone, phonePlace(installId, id));
    const added = await tx.$executeRaw`
      INSERT INTO carriers (install_id, id, name, match_key) VALUES (${installId}, ${id}::uuid, ${name}, fold_tag(${name}))
      ON CONFLICT DO NOTHING`;
    const carrier = await lockCarrier(tx, installId, id);
    // If the INSERT adds no row and no carrier has this id, a shipment has just added a carrier with the same name.
    if (!carrier) return { code: 'name_taken', status: 409 };
    const isKnown = added === 1 || seen === undefined || isSameCarrier(carrier, command);
    if (!isKnown && !(seen && isSameCarrier(carrier, seen))) return { code: 'stale', status: 409, carrier };
    await tx.$executeRaw`
      UPDATE carriers SET name = ${name}, phone_enc = ${phoneEnc}, tracking_url = nullif(${trackingUrl}, ''),
        fee_minor = ${feeMinor}::bigint, currency = ${store.currency}, decimals = ${store.decimals}::int,
        archived_at = CASE WHEN ${isArchived} THEN coalesce(archived_at, now()) END
      WHERE install_id = ${installId} AND id = ${id}::uuid`;
    await notifyLive(tx, { installId, kind: 'cash', id: '' });
    return { code: 'saved', status: 200 };
  });
}

/**
 * Returns true if another carrier has this name now or had it at first. An unchanged name is not checked, because an
 * earlier release could give two carriers the same name.
 */
async function isNameTaken(
  tx: Tx,
  { installId, id, name }: { installId: string; id: string; name: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ isOwn: boolean }[]>`
    SELECT id = ${id}::uuid AS "isOwn" FROM carriers
    WHERE install_id = ${installId} AND (fold_tag(name) = fold_tag(${name})
      OR (match_key = fold_tag(${name}) AND id <> ${id}::uuid))`;
  return rows.length > 0 && !rows.some(({ isOwn }) => isOwn);
}

/** Locks a carrier until the transaction ends and returns its values; null if there is no carrier with this id. */
async function lockCarrier(tx: Tx, installId: string, id: string): Promise<CarrierValues | null> {
  await tx.$queryRaw`SELECT 1 FROM carriers WHERE install_id = ${installId} AND id = ${id}::uuid FOR UPDATE`;
  const row = await tx.carrier.findUnique({ where: { installId_id: { installId, id } } });
  return (
    row && {
      name: row.name,
      phone: phoneOf(row),
      trackingUrl: row.trackingUrl ?? '',
      feeMinor: Number(row.feeMinor),
      isArchived: row.archivedAt !== null,
    }
  );
}
