import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/** Whether the circuit of this install is open: nothing is sent until a merchant connects the store again. */
export async function needsReconnect(installId: InstallId): Promise<boolean> {
  const row = await withSystem((tx) =>
    tx.installToken.findUnique({ where: { installId }, select: { state: true } }),
  );
  return !row || row.state === 'reconnect';
}
