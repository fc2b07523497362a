import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { randomToken, sha256Hex } from '@/lib/system/keys/crypto';
import { dbNow, withSystem } from '@/lib/system/db';

const lifeMs = 60_000;

/**
 * Creates a one-use code by which the iframe takes over a completed sign-in. A top-level window of the same install
 * completed the sign-in. The code is valid for 60 s.
 */
export async function createHandoff(installId: InstallId): Promise<string> {
  const code = randomToken();
  await allowHandoff(installId, sha256Hex(code));
  return code;
}

/**
 * Stores the hash of a hand-over code that the iframe created itself, so that the iframe can redeem the code. This is
 * for a browser in which the sign-in window cannot send a code to the iframe. The window knows only the hash. Before
 * this call, the merchant has confirmed that window and iframe show the same number.
 */
export async function allowHandoff(installId: InstallId, codeHash: string): Promise<void> {
  await withSystem(async (tx) => {
    const expiresAt = new Date((await dbNow(tx)).getTime() + lifeMs);
    await tx.handoff.createMany({ data: { codeHash, installId, expiresAt }, skipDuplicates: true });
  });
}

/**
 * Redeems a hand-over code. Returns false if the code is unknown, already used, older than 60 s, or of another install.
 */
export async function redeemHandoff(code: string, installId: InstallId): Promise<boolean> {
  const { count } = await withSystem(async (tx) =>
    tx.handoff.deleteMany({
      where: { codeHash: sha256Hex(code), installId, expiresAt: { gt: await dbNow(tx) } },
    }),
  );
  return count === 1;
}
