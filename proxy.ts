import { type NextRequest, NextResponse } from 'next/server';
import { linkPageStyleHash } from '@/lib/system/http/link-page-style';
import { pictureSources } from 'commerce-platform-client/assumptions';
import { customerPolicy, type PolicyPage, pagePolicy } from '@/lib/system/http/content-security-policy';
import { env } from '@/lib/system/env';
import { sendsSession } from '@/lib/installs/sign-in/session-cookie-name';
import { windowCookie } from '@/lib/installs/sign-in/window-cookie';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { type BodyRefusal, refuseBody } from '@/lib/system/http/refuse-body';
import { permissionsPolicy } from '@/lib/system/http/permissions-policy';

/**
 * Paths of the pages that the platform's store admin shows in an iframe. No site may show any other page of the app in
 * a frame.
 */
const embedded = /^\/(i\/|launch$|launch\/sign-in$|reconnect$|stopped$)/;

/**
 * Paths that the sign-in window loads. Their responses have no Cross-Origin-Opener-Policy, because at the end of the
 * sign-in the window must reach the page that opened it. All other pages have the policy "same-origin-allow-popups",
 * which separates them from windows of other origins. Sign-in windows that a page opened itself are an exception.
 * Browsers ignore the header in an iframe.
 */
const handOver = /^\/(launch\/window$|api\/auth\/)/;

/**
 * Paths of the public pages that a link without an account opens: a quote (q), the confirmation of an order (o), and
 * a driver's delivery sheet (d). The last part is the token of the link.
 */
const customerPage = /^\/[qod]\/[^/]+$/;

/**
 * Limits of a request body. The maximum size is that of the platform (platform: Limits). The maximum time is the time
 * in which the server must receive a whole request (server/app.ts).
 */
const bodyLimits = { bytesMax: 64 * 1024, timeoutMs: 10_000 };

/**
 * Requests with a carrier's remittance sheet have a higher limit. A sheet of 5,000 lines has about 400 kB. The limit
 * allows 800,000 characters, because an Arabic letter has two bytes. Only a request with a session cookie of the install
 * has this limit, because a body is read before the session is checked.
 */
const sheetPath = /^\/api\/i\/([^/]+)\/cash\/sheet(?:\/post)?$/;
const sheetLimits = { ...bodyLimits, bytesMax: 1_800_000 };

/**
 * Sets the security headers of every page. Examples are a Content-Security-Policy with a new nonce, and the origins
 * that may show the page in a frame (S16, S18, S27). Refuses writes that another origin sent (403) and bodies that are
 * too large (413).
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const isForCustomers = customerPage.test(pathname);
  // Origin and size are not checked here for two kinds of requests, because their handlers make these checks. Webhook
  // deliveries have a signature instead of an origin. The customer page checks its own POST, so that it can show the
  // customer what to do.
  const checksItself = pathname === '/api/webhooks' || (isForCustomers && request.method === 'POST');
  if (!reads && !checksItself && !isOwnOrigin(request.headers))
    return NextResponse.json({ code: 'foreign_origin' }, { status: 403 });
  const refusal = !reads && !checksItself ? await refusalOf(request) : null;
  if (refusal) {
    const { status, code } = refusal;
    return NextResponse.json(
      { code },
      { status, ...(status === 503 && { headers: { 'retry-after': '5' } }) },
    );
  }
  const headers = new Headers(request.headers);
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = isForCustomers ? customerPolicy(linkPageStyleHash) : pagePolicy(pageOf(pathname, nonce));
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains');
  response.headers.set('x-content-type-options', 'nosniff');
  // The Referrer-Policy of a customer page is stricter than that of other pages. Its URL is a secret and must not be
  // sent to other sites. The policy cannot be no-referrer, because the browser would then post the page's form with
  // `Origin: null` (S23).
  response.headers.set('referrer-policy', isForCustomers ? 'same-origin' : 'strict-origin');
  if (isForCustomers) response.headers.set('x-robots-tag', 'noindex, nofollow');
  response.headers.set('cross-origin-resource-policy', 'same-origin');
  response.headers.set('permissions-policy', permissionsPolicy);
  if (!handOver.test(pathname))
    response.headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  response.headers.set('cache-control', 'no-store');
  if (!embedded.test(pathname)) response.headers.set('x-frame-options', 'DENY');
  // The cookie `windowCookie` allows this top-level window to hand over its sign-in to the iframe of the app. A window
  // gets the cookie if the app's own iframe opened it, and not if a link on another site opened it.
  const codeHash = request.nextUrl.searchParams.get('code_hash');
  if (pathname === '/launch/window' && codeHash && request.headers.get('sec-fetch-site') === 'same-origin')
    response.cookies.set(windowCookie.name, codeHash, windowCookie.options);
  return response;
}

/**
 * The proxy runs for every path except built files and webhook deliveries. Unknown paths are included, because Next
 * responds to them with a page.
 */
export const config = { matcher: ['/((?!_next/static/|api/webhooks$).*)'] };

/** Returns why the body of a request is refused; null if it is within the limits. */
function refusalOf(request: NextRequest): Promise<BodyRefusal | null> {
  const segment = sheetPath.exec(request.nextUrl.pathname)?.[1];
  const isLarge = segment !== undefined && sendsSession(request.cookies.getAll(), decoded(segment));
  return refuseBody(request, isLarge ? sheetLimits : bodyLimits, isLarge);
}

/** Decodes a segment of a path. A segment that is not valid UTF-8 is returned as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function pageOf(pathname: string, nonce: string): PolicyPage {
  const { PLATFORM_ADMIN_ORIGIN, PICTURE_ORIGINS, DAFTAR_MODE } = env();
  return {
    nonce,
    adminOrigin: PLATFORM_ADMIN_ORIGIN,
    pictureSources: PICTURE_ORIGINS ?? pictureSources,
    isEmbedded: embedded.test(pathname),
    mode: DAFTAR_MODE,
  };
}
