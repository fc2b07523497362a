import { type NextRequest, NextResponse } from 'next/server';
import { acceptanceStyleHash } from '@/lib/quotes/acceptance/acceptance-style';
import { customerPolicy, type PolicyPage, pagePolicy } from '@/lib/system/http/content-security-policy';
import { env } from '@/lib/system/env';
import { windowCookie } from '@/lib/installs/sign-in/window-cookie';
import { isOwnOrigin } from '@/lib/system/http/origin';

/** Pages that the admin frames; all others are framed by nobody. */
const embedded = /^\/(i\/|launch$|launch\/sign-in$|reconnect$)/;

/** Pages for customers: a quote behind its link. */
const customerPage = /^\/q\/[^/]+$/;

/** What the platform takes in one request (platform: Limits); Next's own limit stands behind it for chunked bodies. */
const bodyBytesMax = 64 * 1024;

/** security: Headers. A nonce for each page, and the frame ancestors that this page may have. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const isForCustomers = customerPage.test(pathname);
  // The platform's deliveries carry a signature; a customer's page judges by itself, and says what to do.
  const checksItself = pathname === '/api/webhooks' || (isForCustomers && request.method === 'POST');
  if (!reads && !checksItself && !isOwnOrigin(request.headers))
    return NextResponse.json({ code: 'foreign_origin' }, { status: 403 });
  if (!reads && !checksItself && Number(request.headers.get('content-length')) > bodyBytesMax)
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
  // The link is a secret; under no-referrer its form would be posted with Origin: null (security: Floors).
  response.headers.set('referrer-policy', isForCustomers ? 'same-origin' : 'strict-origin');
  if (isForCustomers) response.headers.set('x-robots-tag', 'noindex, nofollow');
  response.headers.set('cross-origin-resource-policy', 'same-origin');
  response.headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  response.headers.set('cache-control', 'no-store');
  if (!embedded.test(pathname)) response.headers.set('x-frame-options', 'DENY');
  // Only a window that our own iframe opened may let that iframe in; a link from elsewhere carries no such mark.
  const codeHash = request.nextUrl.searchParams.get('code_hash');
  if (pathname === '/launch/window' && codeHash && request.headers.get('sec-fetch-site') === 'same-origin')
    response.cookies.set(windowCookie.name, codeHash, windowCookie.options);
  return response;
}

export const config = { matcher: ['/((?!_next/static/|_next/image|favicon.ico|api/webhooks$).*)'] };

function pageOf(pathname: string, nonce: string): PolicyPage {
  const { PLATFORM_ADMIN_ORIGIN, DAFTAR_MODE } = env();
  return {
    nonce,
    adminOrigin: PLATFORM_ADMIN_ORIGIN,
    isEmbedded: embedded.test(pathname),
    mode: DAFTAR_MODE,
  };
}
