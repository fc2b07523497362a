import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/** Version number that changes with each grant and each rotation of the tokens; null if no tokens are stored. */
export async function readTokenVersion(tx: Tx, installId: InstallId): Promise<number | null> {
  const token = await tx.installToken.findUnique({ where: { installId }, select: { version: true } });
  return token?.version ?? null;
}
