import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';

/**
 * Returns true if a merchant must connect the store again, because the platform has permanently refused the tokens or
 * no tokens are stored. Until then, no request is sent for the install.
 */
export async function needsReconnect(installId: InstallId): Promise<boolean> {
  const row = await withSystem((tx) =>
    tx.installToken.findUnique({ where: { installId }, select: { state: true } }),
  );
  return !row || row.state === 'reconnect';
}
