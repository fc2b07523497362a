import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';

/** Moves a store to a time zone in which it is about noon now, so that the store's day cannot end during a test. */
export async function atNoon(installId: InstallId): Promise<void> {
  const hours = new Date().getUTCHours() - 12;
  // In names such as Etc/GMT+3, the sign is the opposite of the usual one: Etc/GMT+3 is three hours behind UTC.
  const timezone = `Etc/GMT${hours < 0 ? '' : '+'}${hours}`;
  await withSystem((tx) => tx.install.update({ where: { installId }, data: { timezone } }));
}
