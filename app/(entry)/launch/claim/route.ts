import { z } from 'zod';
import { redeemHandoff } from '@/lib/installs/sign-in/handoff.server';
import { setSessionCookie } from '@/lib/installs/sign-in/session-cookie.server';
import { InstallId } from '@/lib/shared/ids';
import { isOwnOrigin } from '@/lib/system/http/origin';

const Claim = z.object({ installId: InstallId, code: z.string().min(16).max(128) });

/** Exchanges the iframe's one-use code for a session cookie in the iframe's own partition (D10). */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers)) return Response.json({ code: 'foreign_origin' }, { status: 403 });
  const claim = Claim.safeParse(await request.json().catch(() => null));
  if (!claim.success) return Response.json({ code: 'invalid' }, { status: 400 });
  const { installId, code } = claim.data;
  if (!(await redeemHandoff(code, installId)))
    return Response.json({ code: 'used_or_expired' }, { status: 401 });
  await setSessionCookie(installId, null);
  return Response.json({ code: 'signed_in' });
}
