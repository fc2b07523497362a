import { cookies } from 'next/headers';
import { z } from 'zod';
import { allowHandoff } from '@/lib/installs/sign-in/handoff.server';
import { requireInstall } from '@/lib/installs/require-install.server';
import { windowCookie } from '@/lib/installs/sign-in/window-cookie';
import { isOwnOrigin } from '@/lib/system/http/origin';

const Allow = z.object({ installId: z.string(), codeHash: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Records that the merchant allows an iframe to receive the sign-in of this window (D10). The top-level
 * sign-in window calls this route if it cannot reach the iframe that opened it. Window and iframe both show a
 * number of six digits. Before the call, the merchant has confirmed that the two numbers are equal.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers)) return Response.json({ code: 'foreign_origin' }, { status: 403 });
  const allow = Allow.safeParse(await request.json().catch(() => null));
  if (!allow.success) return Response.json({ code: 'invalid' }, { status: 400 });
  if ((await cookies()).get(windowCookie.name)?.value !== allow.data.codeHash)
    return Response.json({ code: 'not_opened_here' }, { status: 403 });
  const access = await requireInstall(allow.data.installId, 'read');
  if (!access.ok)
    return Response.json(
      { code: access.refusal.code },
      { status: access.refusal.code === 'not_found' ? 404 : 401 },
    );
  const { installId, actor, sessionEndsAt } = access.context;
  await allowHandoff(installId, allow.data.codeHash, actor, sessionEndsAt);
  return Response.json({ code: 'allowed' });
}
