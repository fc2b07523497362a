import 'server-only';
import { withSystem } from '@/lib/system/db';

/** Removes what has expired: states, hand-over codes, used launch tokens, sessions. */
export async function purgeExpired(): Promise<void> {
  const expired = { where: { expiresAt: { lt: new Date() } } };
  await withSystem(async (tx) => {
    await tx.oauthState.deleteMany(expired);
    await tx.handoff.deleteMany(expired);
    await tx.launchUse.deleteMany(expired);
    await tx.session.deleteMany(expired);
  });
}
