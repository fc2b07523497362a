import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/**
 * Whether the platform permanently refused the tokens of the install. No request is then sent until a merchant connects
 * the store again. Also true if the install has no tokens.
 */
export async function needsReconnect(installId: InstallId): Promise<boolean> {
  const row = await withSystem((tx) =>
    tx.installToken.findUnique({ where: { installId }, select: { state: true } }),
  );
  return !row || row.state === 'reconnect';
}
