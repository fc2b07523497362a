import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/**
 * Whether a merchant must connect the store again before any request is sent for this install (open circuit). Also true
 * if the install has no tokens.
 */
export async function needsReconnect(installId: InstallId): Promise<boolean> {
  const row = await withSystem((tx) =>
    tx.installToken.findUnique({ where: { installId }, select: { state: true } }),
  );
  return !row || row.state === 'reconnect';
}
