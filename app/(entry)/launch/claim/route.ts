import { z } from 'zod';
import { findSuccessor } from '@/lib/installs/find-successor.server';
import { redeemHandoff } from '@/lib/installs/sign-in/handoff.server';
import { pathInInstall, returnPath } from '@/lib/installs/sign-in/return-path';
import { setSessionCookie } from '@/lib/installs/sign-in/session-cookie.server';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { env } from '@/lib/system/env';
import { busyResponse } from '@/lib/system/http/busy-response';
import { requestAddress } from '@/lib/system/http/client-address';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';

/**
 * `installId` is the install that the store admin opened. It is null if the store admin opened the app without naming
 * an install.
 */
const Claim = z.object({
  installId: InstallId.nullable(),
  returnTo: z.string().max(2048).nullish(),
  code: z.string().min(16).max(128),
});

/**
 * Rate limit of requests for hand-over codes, per client address: a burst of 600, then 600 a minute (S13). The limit is
 * high for two reasons. First, an iframe sends 40 requests a minute, one every 1.5 s, while its sign-in window is open.
 * Second, many shops may share the address of a mobile network.
 */
const claims = createTokenBuckets({ capacity: 600, refillPerSecond: 600 / 60, keysMax: 10_000 });

/**
 * Exchanges a hand-over code for a session cookie in the cookie partition of the iframe (D10). The response
 * names the install of the new session and the page to open.
 *
 * `isOther` is true if the store admin opened an install that does not belong to the new session. An install
 * belongs to the session if it is the session's install, or if the session's install has replaced it. If
 * `isOther` is true, the iframe asks for confirmation first, so that nobody works in the wrong store (S39).
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
  // The store admin may have opened an earlier install of the same store. If the session's install has
  // replaced that install, `isOther` is false, and the page opens in the session's install.
  const isOther = requested !== installId && (await findSuccessor(requested)) !== installId;
  const target = isOther
    ? returnPath(null, installId)
    : pathInInstall(returnPath(claim.data.returnTo, requested), requested, installId);
  return Response.json({ code: 'signed_in', installId, storeName, target, isOther });
}
