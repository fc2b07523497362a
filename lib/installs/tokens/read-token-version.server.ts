import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/** Tells one grant, and each rotation of its tokens, from the next; null when no tokens are held. */
export async function readTokenVersion(tx: Tx, installId: InstallId): Promise<number | null> {
  const token = await tx.installToken.findUnique({ where: { installId }, select: { version: true } });
  return token?.version ?? null;
}
