import 'server-only';
import { withSystem } from '@/lib/system/db';

/**
 * Time in ms for which one-use codes, launch tokens and sessions stay stored after their expiry. The clocks of our
 * processes may differ by minutes. The record of a used code must stay until the code has expired by every clock, or
 * the code could be used a second time.
 */
const clockSkewMs = 10 * 60_000;

/**
 * Deletes OAuth states, sign-in codes, used launch tokens (with which the store admin opens the app) and sessions that
 * have expired. Returns the number of deleted rows.
 */
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
