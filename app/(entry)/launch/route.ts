import { requireInstall } from '@/lib/installs/require-install.server';
import { redeemLaunchToken } from '@/lib/installs/sign-in/launch-token.server';
import { returnPath } from '@/lib/installs/sign-in/return-path';
import { setSessionCookie } from '@/lib/installs/sign-in/session-cookie.server';
import { launchParameters } from '@/lib/platform/assumptions';
import { InstallId } from '@/lib/shared/ids';

/**
 * The admin's iframe opens the app here (A2). A valid launch token signs in, but only in an iframe: a page of another
 * site could navigate the top window here with a token of its own store, and the visitor would work in that store
 * (S33). Without a token, an existing session for the install is used. Otherwise the page that opens a top-level window
 * is shown. It never redirects to itself.
 */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const installId = InstallId.safeParse(query.get(launchParameters.installId));
  if (!installId.success) return redirect('/');
  const target = returnPath(query.get(launchParameters.returnTo), installId.data);
  const signIn = `/launch/sign-in?${new URLSearchParams({ install_id: installId.data, returnTo: target })}`;

  const token = query.get(launchParameters.launchToken);
  // A prefetch must not use up the one-use token.
  if (request.headers.get('sec-purpose')?.includes('prefetch')) return redirect(signIn);
  const mayRedeem = token && token.length < 4096 && isFramed(request.headers);
  const claims = mayRedeem ? await redeemLaunchToken(token, installId.data) : null;
  if (claims) {
    await setSessionCookie(claims.install_id, { sub: claims.sub, name: claims.name ?? '' });
    return redirect(target);
  }
  const access = await requireInstall(installId.data);
  // If the install is disconnected, the target page says what to do. Signing in alone does not repair it.
  if (access.ok || access.refusal.code === 'reconnect') return redirect(target);
  // Another tenant's install and a missing install give the same answer (S5).
  if (access.refusal.code === 'not_found' && !token) return new Response(null, { status: 404 });
  return redirect(signIn);
}

/** A scanner's HEAD request must not use up a token. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

function redirect(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path } });
}

/** Browsers send Sec-Fetch-Dest, and a page cannot change it. Without it the request comes from an older browser. */
function isFramed(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest');
  return destination === null || destination === 'iframe';
}
