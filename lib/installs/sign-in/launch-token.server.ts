import 'server-only';
import { jwtVerify } from 'jose';
import { LaunchClaims } from 'commerce-platform-client/assumptions';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { sha256Hex } from '@/lib/system/keys/crypto';
import { withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';

const ageSecondsMax = 60;

/**
 * Verifies the launch token with which the store admin opens the app, and records that it was used (A2). The function
 * checks the signature, the issuer, the audience, and an age of at most 60 s. The install must be active in the named
 * store. If the launch names an install, the token must be for this install. Returns null if a check fails or if the
 * token was used before.
 */
export async function redeemLaunchToken(
  token: string,
  installId: InstallId | null,
): Promise<LaunchClaims | null> {
  const verified = await jwtVerify(token, new TextEncoder().encode(env().PLATFORM_CLIENT_SECRET), {
    algorithms: ['HS256'],
    issuer: env().PLATFORM_ISSUER,
    audience: env().PLATFORM_CLIENT_ID,
    maxTokenAge: ageSecondsMax,
    clockTolerance: 5,
  }).catch(() => null);
  const claims = LaunchClaims.safeParse(verified?.payload);
  if (!claims.success || (installId ?? claims.data.install_id) !== claims.data.install_id) return null;
  const { jti, iat, exp, install_id: named, store_id: storeId } = claims.data;
  // The option `clockTolerance` is needed if the platform's clock is ahead of ours. It also accepts tokens that are a
  // little older than 60 s, so the age is checked again here.
  if (Date.now() / 1000 > Math.min(iat + ageSecondsMax, exp)) return null;
  return withSystem(async (tx) => {
    const install = await tx.install.findFirst({ where: { installId: named, storeId, revokedAt: null } });
    if (!install) return null;
    const { count } = await tx.launchUse.createMany({
      // The record of a used launch token (with which the store admin opens the app) stays stored for longer than the
      // clock tolerance. Otherwise, a late second use of the token would succeed.
      data: { jtiHash: sha256Hex(jti), expiresAt: new Date((exp + 60) * 1000) },
      skipDuplicates: true,
    });
    return count === 1 ? claims.data : null;
  });
}
