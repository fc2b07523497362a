import { type NextRequest, NextResponse } from 'next/server';
import { acceptanceStyleHash } from '@/lib/quotes/acceptance/acceptance-style';
import { customerPolicy, type PolicyPage, pagePolicy } from '@/lib/system/http/content-security-policy';
import { env } from '@/lib/system/env';
import { windowCookie } from '@/lib/installs/sign-in/window-cookie';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { readWebBody } from '@/lib/system/http/read-body';
import { permissionsPolicy } from '@/lib/system/http/permissions-policy';

/** Pages that the platform's admin shows in an iframe. No site may frame the other pages. */
const embedded = /^\/(i\/|launch$|launch\/sign-in$|reconnect$)/;

/**
 * What the window of a sign-in shows on its way back to the page that opened it. Any other page is cut off from
 * windows of other origins, except from windows that it opened, because a page opens the window of its sign-in. A
 * browser ignores that in an iframe.
 */
const handOver = /^\/(launch\/window$|api\/auth\/)/;

/** Pages for customers: a quote, opened by its link. */
const customerPage = /^\/q\/[^/]+$/;

/**
 * The request size that the platform accepts (platform: Limits), and the time of the server entry for a whole request.
 */
const bodyLimits = { bytesMax: 64 * 1024, timeoutMs: 10_000 };

/** Sets a CSP nonce for each page and the frame ancestors that the page may have (S16, S18, S27). */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const isForCustomers = customerPage.test(pathname);
  // Both paths check the request themselves. The platform's deliveries have a signature; a customer page checks its
  // POST and shows what to do.
  const checksItself = pathname === '/api/webhooks' || (isForCustomers && request.method === 'POST');
  if (!reads && !checksItself && !isOwnOrigin(request.headers))
    return NextResponse.json({ code: 'foreign_origin' }, { status: 403 });
  if (!reads && !checksItself && (await isTooLarge(request)))
    return NextResponse.json({ code: 'payload_too_large' }, { status: 413 });
  const headers = new Headers(request.headers);
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = isForCustomers ? customerPolicy(acceptanceStyleHash) : pagePolicy(pageOf(pathname, nonce));
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains');
  response.headers.set('x-content-type-options', 'nosniff');
  // The link is a secret, so it must not leak to other sites. Under no-referrer the browser would post the page's form
  // with `Origin: null` (S23).
  response.headers.set('referrer-policy', isForCustomers ? 'same-origin' : 'strict-origin');
  if (isForCustomers) response.headers.set('x-robots-tag', 'noindex, nofollow');
  response.headers.set('cross-origin-resource-policy', 'same-origin');
  response.headers.set('permissions-policy', permissionsPolicy);
  if (!handOver.test(pathname))
    response.headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  response.headers.set('cache-control', 'no-store');
  if (!embedded.test(pathname)) response.headers.set('x-frame-options', 'DENY');
  // The cookie lets this window sign our iframe in. Only a window that our own iframe opened gets it; a link from
  // another site does not.
  const codeHash = request.nextUrl.searchParams.get('code_hash');
  if (pathname === '/launch/window' && codeHash && request.headers.get('sec-fetch-site') === 'same-origin')
    response.cookies.set(windowCookie.name, codeHash, windowCookie.options);
  return response;
}

/** Every path but built files and deliveries. Next answers an unknown path with a page, so the rest is pages too. */
export const config = { matcher: ['/((?!_next/static/|api/webhooks$).*)'] };

/** A chunked body has no content-length, so its bytes are counted. Next gives the page another copy of the body. */
async function isTooLarge({ headers, body }: NextRequest): Promise<boolean> {
  const length = headers.get('content-length');
  if (length !== null) return Number(length) > bodyLimits.bytesMax;
  return (await readWebBody(body, bodyLimits)) === 'too_large';
}

function pageOf(pathname: string, nonce: string): PolicyPage {
  const { PLATFORM_ADMIN_ORIGIN, DAFTAR_MODE } = env();
  return {
    nonce,
    adminOrigin: PLATFORM_ADMIN_ORIGIN,
    isEmbedded: embedded.test(pathname),
    mode: DAFTAR_MODE,
  };
}
