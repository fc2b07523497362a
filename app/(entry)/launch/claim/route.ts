import { z } from 'zod';
import { findSuccessor } from '@/lib/installs/find-successor.server';
import { redeemHandoff } from '@/lib/installs/sign-in/handoff.server';
import { pathInInstall, returnPath } from '@/lib/installs/sign-in/return-path';
import { setSessionCookie } from '@/lib/installs/sign-in/session-cookie.server';
import { InstallId } from '@/lib/shared/ids';
import { env } from '@/lib/system/env';
import { busyResponse } from '@/lib/system/http/busy-response';
import { requestAddress } from '@/lib/system/http/client-address';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';

/** `installId`: the install that the store admin opened; null if its launch named none. */
const Claim = z.object({
  installId: InstallId.nullable(),
  returnTo: z.string().max(2048).nullish(),
  code: z.string().min(16).max(128),
});

/**
 * Rate limit of requests to this route, per client address: a burst of 600, then 600 a minute (S13). The limit is high
 * for two reasons. While its sign-in window is open, an iframe repeats the request every 1.5 s, which is 40 requests a
 * minute. Many shops may also share the address of a mobile network.
 */
const claims = createTokenBuckets({ capacity: 600, refillPerSecond: 600 / 60, keysMax: 10_000 });

/**
 * Exchanges a hand-over code for a session cookie in the cookie partition of the iframe (D10). The response names the
 * install into which the top-level window signed in, and the page to open. `isOther` is true if the store admin opened
 * a different install, unless the signed-in install replaced it. The iframe then asks before it opens the page, so that
 * nobody works in the wrong store.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers)) return Response.json({ code: 'foreign_origin' }, { status: 403 });
  const waitSeconds = claims.take(requestAddress(request.headers, env().TRUSTED_PROXIES));
  if (waitSeconds > 0) return busyResponse(waitSeconds);
  const claim = Claim.safeParse(await request.json().catch(() => null));
  if (!claim.success) return Response.json({ code: 'invalid' }, { status: 400 });
  const redeemed = await redeemHandoff(claim.data.code);
  if (!redeemed) return Response.json({ code: 'used_or_expired' }, { status: 401 });
  const { installId, storeName } = redeemed;
  await setSessionCookie(installId, redeemed.actor, redeemed.sessionEndsAt);
  const requested = claim.data.installId ?? installId;
  // The requested install may be an earlier one of the same store. The person then opens the one that replaced it.
  const isOther = requested !== installId && (await findSuccessor(requested)) !== installId;
  const target = isOther
    ? returnPath(null, installId)
    : pathInInstall(returnPath(claim.data.returnTo, requested), requested, installId);
  return Response.json({ code: 'signed_in', installId, storeName, target, isOther });
}
