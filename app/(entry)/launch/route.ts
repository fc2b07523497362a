import { findSuccessor } from '@/lib/installs/find-successor.server';
import { requireInstall } from '@/lib/installs/require-install.server';
import { redeemLaunchToken } from '@/lib/installs/sign-in/launch-token.server';
import { markOpened } from '@/lib/installs/sign-in/mark-opened.server';
import { pathInInstall, returnPath } from '@/lib/installs/sign-in/return-path';
import { setSessionCookie } from '@/lib/installs/sign-in/session-cookie.server';
import { launchParametersOf } from 'commerce-platform-client/deployment';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { installPath } from '@/lib/shared/install-path';
import { env } from '@/lib/system/env';

/**
 * Handles the entry URL of the app, which the store admin opens in an iframe (A2).
 *
 * A valid launch token signs the user in, but only inside an iframe. Without this rule, a page of another site could
 * open this URL in the top window, with a launch token for the attacker's own store. The visitor would then be signed
 * in to that store without noticing (S33).
 *
 * If there is no launch token, an existing session for the install is used. Without a session, or if the URL names no
 * install, the sign-in page is shown, which opens a top-level window.
 *
 * An install that does not exist and an install without access for the user get the same response. So nobody can find
 * out which installs exist (S5). This URL never redirects to itself.
 */
export async function GET(request: Request): Promise<Response> {
  const { given, returnTo, token } = readLaunch(new URL(request.url).searchParams);
  const signInQuery = { ...(given && { install_id: given }), ...(returnTo !== null && { returnTo }) };
  const signIn = `/launch/sign-in?${new URLSearchParams(signInQuery)}`;

  // A prefetch request of the browser must not use up the launch token, which works only once.
  if (request.headers.get('sec-purpose')?.includes('prefetch')) return redirect(signIn);
  const mayRedeem = token && token.length < 4096 && isFramed(request.headers);
  const claims = mayRedeem ? await redeemLaunchToken(token, given) : null;
  if (claims) {
    await setSessionCookie(claims.install_id, { sub: claims.sub, name: claims.name ?? '' });
    return redirect(await landingPath(claims.install_id, returnTo));
  }
  if (!given) return redirect(signIn);
  const target = returnPath(returnTo, given);
  const access = await requireInstall(given, 'read');
  // If the platform refuses the tokens of the install (code `reconnect`), the user is still redirected to the requested
  // page. That page explains how to reconnect. The sign-in page would not help, because a sign-in does not restore the
  // connection.
  if (access.ok) return redirect(await landingPath(given, returnTo));
  if (access.refusal.code === 'reconnect') return redirect(target);
  // The link may belong to a closed install, for example the link in the reference chip of an old order. The
  // same page is then opened in the install that replaced the closed one, if the user has access to that
  // install.
  const successor = await findSuccessor(given);
  if (successor && (await requireInstall(successor, 'read')).ok)
    return redirect(pathInInstall(target, given, successor));
  return redirect(signIn);
}

/**
 * Reads the parameters of a launch. The store admin sends them under the names that the settings of the deployment
 * define (launchParametersOf). Links that the app stored on the platform, such as the reference of an order, always use
 * the names `install_id` and `returnTo`. These links therefore still work after the settings change.
 */
function readLaunch(query: URLSearchParams) {
  const names = launchParametersOf(env());
  const installId = InstallId.safeParse(query.get(names.installId) ?? query.get('install_id'));
  return {
    given: installId.success ? installId.data : null,
    returnTo: query.get(names.returnTo) ?? query.get('returnTo'),
    token: query.get(names.launchToken),
  };
}

/**
 * Returns the path that opens after the launch. The first launch after the installation opens the home
 * screen, which shows the first steps. Any other launch opens the page in `returnTo`, or the default page.
 */
async function landingPath(installId: InstallId, returnTo: string | null): Promise<string> {
  return !returnTo && (await markOpened(installId))
    ? installPath(installId, '')
    : returnPath(returnTo, installId);
}

/** Refuses HEAD, so that a link scanner's HEAD request does not use up a launch token. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

function redirect(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path } });
}

/**
 * True if the page is loaded inside an iframe. Browsers report this in the header Sec-Fetch-Dest, and a page
 * cannot change that header. A request without the header comes from an older browser and counts as loaded
 * inside an iframe.
 */
function isFramed(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest');
  return destination === null || destination === 'iframe';
}
