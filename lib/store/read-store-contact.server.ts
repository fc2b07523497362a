import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { StoreContact } from '@/lib/shared/messages/store-contact';
import { defaultSettings, StoreSettings } from '@/lib/store/store-settings';
import type { Tx } from '@/lib/system/db';

/**
 * Returns how customers reach the store. It is for pages without a signed-in user; other pages can use readSettings.
 * Each text is empty if it was never saved or if the stored value is no longer valid.
 */
export async function readStoreContact(tx: Tx, installId: InstallId): Promise<StoreContact> {
  const row = await tx.setting.findUnique({
    where: { installId_name: { installId, name: 'storeContact' } },
  });
  return StoreSettings.shape.storeContact.catch(defaultSettings.storeContact).parse(row?.value);
}
