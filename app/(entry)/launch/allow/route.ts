import { cookies } from 'next/headers';
import { z } from 'zod';
import { allowHandoff } from '@/lib/installs/sign-in/handoff.server';
import { requireInstall } from '@/lib/installs/require-install.server';
import { windowCookie } from '@/lib/installs/sign-in/window-cookie';
import { isOwnOrigin } from '@/lib/system/http/origin';

const Allow = z.object({ installId: z.string(), codeHash: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Called by the top-level window of a sign-in if that window cannot reach the iframe that opened it. The merchant has
 * compared the numbers that both show. This request then allows the hand-over to that iframe (D10).
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
