import 'server-only';
import type { Actor } from '@/lib/installs/sign-in/session.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { randomToken, sha256Hex } from '@/lib/system/keys/crypto';
import { dbNow, withSystem } from '@/lib/system/db';

const lifeMs = 60_000;

/**
 * Creates a code with which the iframe takes over the sign-in that a top-level window of the same install completed.
 * The code is valid for one use and 60 s. The new session has the same user, and so the same role, as the session of
 * the window. The new session ends no later than the session of the window.
 */
export async function createHandoff(
  installId: InstallId,
  actor: Actor | null,
  sessionEndsAt: Date | null = null,
): Promise<string> {
  const code = randomToken();
  await allowHandoff(installId, sha256Hex(code), actor, sessionEndsAt);
  return code;
}

/**
 * Stores the hash of a hand-over code that the iframe created, so that the iframe can redeem the code. This is needed
 * in a browser in which the sign-in window cannot send a code to the iframe. In such a browser, the iframe makes a code
 * and sends its hash to the window. The merchant confirms that window and iframe show the same number. Then the window
 * calls this function.
 */
export async function allowHandoff(
  installId: InstallId,
  codeHash: string,
  actor: Actor | null,
  sessionEndsAt: Date | null = null,
): Promise<void> {
  await withSystem(async (tx) => {
    const expiresAt = new Date((await dbNow(tx)).getTime() + lifeMs);
    const person = { actorSub: actor?.sub ?? null, actorName: actor?.name ?? null };
    await tx.handoff.createMany({
      data: { codeHash, installId, expiresAt, sessionExpiresAt: sessionEndsAt, ...person },
      skipDuplicates: true,
    });
  });
}

/**
 * Redeems a hand-over code (with which the iframe takes over the sign-in of a window). Returns the install that its
 * window signed in to, the name of the store, and the person of the session. Returns null if the code is unknown, used
 * or older than 60 s.
 */
export async function redeemHandoff(code: string): Promise<{
  installId: InstallId;
  storeName: string;
  actor: Actor | null;
  sessionEndsAt: Date | null;
} | null> {
  const codeHash = sha256Hex(code);
  return withSystem(async (tx) => {
    const row = await tx.handoff.findUnique({ where: { codeHash } });
    const { count } = await tx.handoff.deleteMany({
      where: { codeHash, expiresAt: { gt: await dbNow(tx) } },
    });
    if (!row || count !== 1) return null;
    const { actorSub, actorName, sessionExpiresAt: sessionEndsAt } = row;
    const installId = row.installId as InstallId;
    const install = await tx.install.findUnique({ where: { installId }, select: { storeName: true } });
    if (!install) return null;
    const actor = actorSub === null ? null : { sub: actorSub, name: actorName ?? '' };
    return { installId, storeName: install.storeName, actor, sessionEndsAt };
  });
}
