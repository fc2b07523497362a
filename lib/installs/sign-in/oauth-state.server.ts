import 'server-only';
import { sha256Hex } from '@/lib/system/keys/crypto';
import { withSystem } from '@/lib/system/db';

const lifeMs = 10 * 60_000;

/** Stores the state of a new OAuth round trip. The SameSite=Lax cookie of next-auth binds the state to the browser. */
export async function rememberState(state: string): Promise<void> {
  const expiresAt = new Date(Date.now() + lifeMs);
  await withSystem((tx) => tx.oauthState.create({ data: { stateHash: sha256Hex(state), expiresAt } }));
}

/**
 * Redeems an OAuth state. Returns false if the state is unknown, expired or already used (S1). RFC 9700, section 4.7.
 */
export async function consumeState(state: string): Promise<boolean> {
  const { count } = await withSystem((tx) =>
    tx.oauthState.deleteMany({ where: { stateHash: sha256Hex(state), expiresAt: { gt: new Date() } } }),
  );
  return count === 1;
}
