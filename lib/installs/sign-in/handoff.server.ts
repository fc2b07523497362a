import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { randomToken, sha256Hex } from '@/lib/system/crypto';
import { dbNow, withSystem } from '@/lib/system/db';

const lifeMs = 60_000;

/** A code with which the iframe of the same install takes over what a top-level window signed in: one use, 60 s. */
export async function createHandoff(installId: InstallId): Promise<string> {
  const code = randomToken();
  await allowHandoff(installId, sha256Hex(code));
  return code;
}

/**
 * The same for a code that the iframe made itself, when the browser cut the window off from it: only the code's
 * hash travels here, and the merchant has said yes to the number that both show.
 */
export async function allowHandoff(installId: InstallId, codeHash: string): Promise<void> {
  await withSystem(async (tx) => {
    const expiresAt = new Date((await dbNow(tx)).getTime() + lifeMs);
    await tx.handoff.createMany({ data: { codeHash, installId, expiresAt }, skipDuplicates: true });
  });
}

/** Uses a code up; false when it is unknown, used, older than 60 s or of another install. */
export async function redeemHandoff(code: string, installId: InstallId): Promise<boolean> {
  const { count } = await withSystem(async (tx) =>
    tx.handoff.deleteMany({
      where: { codeHash: sha256Hex(code), installId, expiresAt: { gt: await dbNow(tx) } },
    }),
  );
  return count === 1;
}
