import 'server-only';
import { withSystem } from '@/lib/system/db';

/** Clocks of our processes may differ by minutes, and what was used must stay used until no clock takes it. */
const clockSkewMs = 10 * 60_000;

/** Removes what has expired: states, hand-over codes, used launch tokens, sessions. Answers how many. */
export async function purgeExpired(): Promise<number> {
  const expired = { where: { expiresAt: { lt: new Date(Date.now() - clockSkewMs) } } };
  return withSystem(async (tx) => {
    const removed = [
      await tx.oauthState.deleteMany(expired),
      await tx.handoff.deleteMany(expired),
      await tx.launchUse.deleteMany(expired),
      await tx.session.deleteMany(expired),
    ];
    return removed.reduce((sum, { count }) => sum + count, 0);
  });
}
