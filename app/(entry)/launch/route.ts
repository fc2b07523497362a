import { requireInstall } from '@/lib/installs/require-install.server';
import { redeemLaunchToken } from '@/lib/installs/sign-in/launch-token.server';
import { returnPath } from '@/lib/installs/sign-in/return-path';
import { setSessionCookie } from '@/lib/installs/sign-in/session-cookie.server';
import { launchParameters } from '@/lib/platform/assumptions';
import { InstallId } from '@/lib/shared/ids';

/**
 * Where the admin's iframe opens the app (A2). A valid launch token signs in; without one a session that already
 * covers the install does; else the page that opens a top-level window. It never sends the browser back to itself.
 */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const installId = InstallId.safeParse(query.get(launchParameters.installId));
  if (!installId.success) return redirect('/');
  const target = returnPath(query.get(launchParameters.returnTo), installId.data);
  const signIn = `/launch/sign-in?${new URLSearchParams({ install_id: installId.data, returnTo: target })}`;

  const token = query.get(launchParameters.launchToken);
  // A prefetch must not use up a token that works once.
  if (request.headers.get('sec-purpose')?.includes('prefetch')) return redirect(signIn);
  const claims = token && token.length < 4096 ? await redeemLaunchToken(token, installId.data) : null;
  if (claims) {
    await setSessionCookie(claims.install_id, { sub: claims.sub, name: claims.name ?? '' });
    return redirect(target);
  }
  const access = await requireInstall(installId.data);
  // Disconnected, the page it was opened for says what to do: signing in alone would not mend that.
  if (access.ok || access.refusal.code === 'reconnect') return redirect(target);
  // To the merchant another tenant's install and none at all are the same (security: IDOR).
  if (access.refusal.code === 'not_found' && !token) return new Response(null, { status: 404 });
  return redirect(signIn);
}

/** A scanner's HEAD must not use a token up. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

function redirect(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path } });
}
