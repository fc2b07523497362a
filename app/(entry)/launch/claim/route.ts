import { cookies } from 'next/headers';
import { z } from 'zod';
import { redeemHandoff } from '@/lib/installs/handoff.server';
import { grantInstall } from '@/lib/installs/session.server';
import { openSession, sealSession, sessionCookie } from '@/lib/installs/session-cookie.server';
import { InstallId } from '@/lib/shared/ids';
import { isOwnOrigin } from '@/lib/system/origin';

const Claim = z.object({ installId: InstallId, code: z.string().min(16).max(128) });

/** The iframe changes its one-use code for a session cookie of its own partition. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers)) return Response.json({ code: 'foreign_origin' }, { status: 403 });
  const claim = Claim.safeParse(await request.json().catch(() => null));
  if (!claim.success) return Response.json({ code: 'invalid' }, { status: 400 });
  const { installId, code } = claim.data;
  if (!(await redeemHandoff(code, installId)))
    return Response.json({ code: 'used_or_expired' }, { status: 401 });
  const jar = await cookies();
  const held = await openSession(jar.get(sessionCookie.name)?.value);
  jar.set(
    sessionCookie.name,
    await sealSession(await grantInstall(held, installId, null)),
    sessionCookie.options,
  );
  return Response.json({ code: 'signed_in' });
}
