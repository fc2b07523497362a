import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';

/** Maximum number of carriers that the form of a shipment offers. More buttons would hide the rest of the form. */
const offeredMax = 6;

/**
 * Returns the names of the newest carriers of the store, for the form of a new shipment. A carrier with a changed name is
 * left out: shipments are matched with a carrier by its first name, so the new name would add a second carrier.
 */
export async function listCarrierNames({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<string[]> {
  const rows = await db.transaction(
    (tx) => tx.$queryRaw<{ name: string }[]>`
      SELECT name FROM carriers
      WHERE install_id = ${installId} AND archived_at IS NULL AND match_key = fold_tag(name)
      ORDER BY created_at DESC, id LIMIT ${offeredMax}`,
  );
  return rows.map(({ name }) => name);
}
