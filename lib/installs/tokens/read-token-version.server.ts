import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the version of the stored tokens; null if no tokens are stored. The version is a number that changes with
 * each grant and each refresh.
 */
export async function readTokenVersion(tx: Tx, installId: InstallId): Promise<number | null> {
  const token = await tx.installToken.findUnique({ where: { installId }, select: { version: true } });
  return token?.version ?? null;
}
