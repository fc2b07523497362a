import 'server-only';
import { sha256Hex } from '@/lib/system/crypto';
import { withSystem } from '@/lib/system/db';

const lifeMs = 10 * 60_000;

/** Remembers the state of an OAuth round trip that begins; next-auth's Lax cookie binds it to the browser. */
export async function rememberState(state: string): Promise<void> {
  const expiresAt = new Date(Date.now() + lifeMs);
  await withSystem((tx) => tx.oauthState.create({ data: { stateHash: sha256Hex(state), expiresAt } }));
}

/** Uses a state up; false when it is unknown, expired or was used before. RFC 9700, section 4.7. */
export async function consumeState(state: string): Promise<boolean> {
  const { count } = await withSystem((tx) =>
    tx.oauthState.deleteMany({ where: { stateHash: sha256Hex(state), expiresAt: { gt: new Date() } } }),
  );
  return count === 1;
}
