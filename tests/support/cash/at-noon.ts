import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';

/** Moves a store to a time zone in which it is about noon now. Then no test runs over the store's midnight. */
export async function atNoon(installId: InstallId): Promise<void> {
  const hours = new Date().getUTCHours() - 12;
  // The sign in these time zone names is the opposite of the usual one: Etc/GMT+3 is three hours behind UTC.
  const timezone = `Etc/GMT${hours < 0 ? '' : '+'}${hours}`;
  await withSystem((tx) => tx.install.update({ where: { installId }, data: { timezone } }));
}
