import 'server-only';
import type { SaveCarrierCommand } from '@/lib/cash/carrier-commands';
import type { SaveCarrierOutcome } from '@/lib/cash/cash-outcome';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { encrypt, type Place } from '@/lib/system/keys/crypto';
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

/**
 * Adds or changes a carrier. A carrier matches the fulfillments that name it. If the user changes the name of the
 * carrier later, screens show the new name, but the fulfillments are still matched by the first name.
 */
export async function saveCarrier(
  { installId, db, store }: Pick<InstallContext, 'installId' | 'db' | 'store'>,
  { carrierId: id, name, phone, trackingUrl, feeMinor, isArchived }: SaveCarrierCommand,
): Promise<SaveCarrierOutcome> {
  return db.transaction(async (tx): Promise<SaveCarrierOutcome> => {
    const phoneEnc = phone === '' ? null : encrypt(phone, phonePlace(installId, id));
    const added = await tx.$executeRaw`
      INSERT INTO carriers (install_id, id, name, match_key) VALUES (${installId}, ${id}::uuid, ${name}, fold_tag(${name}))
      ON CONFLICT DO NOTHING`;
    const written = await tx.$executeRaw`
      UPDATE carriers SET name = ${name}, phone_enc = ${phoneEnc}, tracking_url = nullif(${trackingUrl}, ''),
        fee_minor = ${feeMinor}::bigint, currency = ${store.currency}, decimals = ${store.decimals}::int,
        archived_at = CASE WHEN ${isArchived} THEN coalesce(archived_at, now()) END
      WHERE install_id = ${installId} AND id = ${id}::uuid`;
    // If the INSERT returns no row, another carrier already has the same name.
    if (added === 0 && written === 0) return { code: 'name_taken', status: 409 };
    await notifyLive(tx, { installId, kind: 'cash', id: '' });
    return { code: 'saved', status: 200 };
  });
}
