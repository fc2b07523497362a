import { z } from 'zod';
import { redeemHandoff } from '@/lib/installs/sign-in/handoff.server';
import { setSessionCookie } from '@/lib/installs/sign-in/session-cookie.server';
import { InstallId } from '@/lib/shared/ids';
import { env } from '@/lib/system/env';
import { busyResponse } from '@/lib/system/http/busy-response';
import { requestAddress } from '@/lib/system/http/client-address';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';

const Claim = z.object({ installId: InstallId, code: z.string().min(16).max(128) });

/**
 * Rate limit of requests to this route, per client address: a burst of 600, then 600 a minute (S13). The limit is high
 * for two reasons. While its sign-in window is open, an iframe repeats the request every 1.5 s, which is 40 requests a
 * minute. Many shops may also share the address of a mobile network.
 */
const claims = createTokenBuckets({ capacity: 600, refillPerSecond: 600 / 60, keysMax: 10_000 });

/**
 * Exchanges the one-use code of the iframe for a session cookie. The cookie is stored in the cookie partition of the
 * iframe (D10).
 */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers)) return Response.json({ code: 'foreign_origin' }, { status: 403 });
  const waitSeconds = claims.take(requestAddress(request.headers, env().TRUSTED_PROXIES));
  if (waitSeconds > 0) return busyResponse(waitSeconds);
  const claim = Claim.safeParse(await request.json().catch(() => null));
  if (!claim.success) return Response.json({ code: 'invalid' }, { status: 400 });
  const { installId, code } = claim.data;
  const redeemed = await redeemHandoff(code, installId);
  if (!redeemed) return Response.json({ code: 'used_or_expired' }, { status: 401 });
  await setSessionCookie(installId, redeemed.actor);
  return Response.json({ code: 'signed_in' });
}
