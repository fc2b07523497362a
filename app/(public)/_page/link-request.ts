import type { AppLocale } from '@/lib/shared/locale';
import { env } from '@/lib/system/env';
import { requestAddress } from '@/lib/system/http/client-address';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { log } from '@/lib/system/log';
import { isOwnOrigin } from '@/lib/system/http/origin';
import type { RefusedForm } from './posted-form';
import { type LinkKind, refusedPage } from './refused-page';

/** The second argument that Next passes to a route handler. The path of the route contains the token of a link. */
export type LinkContext = { params: Promise<{ token: string }> };

/**
 * A request with a valid link. `linked` is the record that the link opens, such as a quote. `address` is the client's
 * IP address. `userAgent` has at most 300 characters.
 */
export type LinkRequest<Linked> = {
  token: string;
  address: string;
  linked: Linked;
  locale: AppLocale;
  userAgent: string;
};

/**
 * Rate limit of requests with unknown links, per client address: a burst of 100, then 100 a minute (S19, S28). The
 * limit is shared by all kinds of links.
 */
const guesses = createTokenBuckets({ capacity: 100, refillPerSecond: 100 / 60, keysMax: 10_000 });

/**
 * Answers a request for the page of a link. `open` looks up the link first. A request with an unknown link always gets
 * the response "not found", whatever else is wrong with it. Only a client that has reached the rate limit gets another
 * response. If `open` or `answer` throws, the error is logged, and the response is the error page.
 */
export async function answerLink<Linked>(
  request: Request,
  { params }: LinkContext,
  link: {
    kind: LinkKind;
    open(token: string): Promise<Linked | null>;
    answer(at: LinkRequest<Linked>): Promise<Response>;
  },
): Promise<Response> {
  const locale = new URL(request.url).searchParams.get('lang') === 'en' ? 'en' : 'ar';
  try {
    const { token } = await params;
    const address = requestAddress(request.headers, env().TRUSTED_PROXIES);
    const linked = await link.open(token);
    // The link is looked up before the rate limit is checked. A valid link therefore works even after many requests
    // with unknown links came from the same client address.
    if (linked === null) return await nowhere(address, { kind: link.kind, locale });
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 300);
    return await link.answer({ token, address, linked, locale, userAgent });
  } catch (error) {
    log.error({ error, link: link.kind }, 'the page of a link failed; answering with the error page');
    return refusedPage('failed', { kind: link.kind, locale });
  }
}

async function nowhere(address: string, page: { kind: LinkKind; locale: AppLocale }): Promise<Response> {
  if (guesses.isSpent(address)) return refusedPage('tooMany', page, { 'retry-after': '60' });
  guesses.charge(address);
  return refusedPage('notFound', page);
}

/**
 * Answers a request with the posted form of a link's page. After the look-up, refuses a form of another origin (S23)
 * and a form that `read` cannot read. All other forms are passed to `answer`.
 */
export function answerForm<Linked, Posted extends { code: string }>(
  request: Request,
  context: LinkContext,
  link: {
    kind: LinkKind;
    open(token: string): Promise<Linked | null>;
    read(request: Request): Promise<Posted | RefusedForm>;
    answer(at: LinkRequest<Linked>, posted: Posted): Promise<Response>;
  },
): Promise<Response> {
  const { kind, open, read, answer } = link;
  return answerLink(request, context, {
    kind,
    open,
    answer: async (at) => {
      if (!isOwnOrigin(request.headers)) return refusedPage('foreign', { ...at, kind });
      const posted = await read(request);
      if (!isRefused(posted)) return answer(at, posted);
      return refusedPage(posted.code === 'too_large' ? 'tooLarge' : 'unreadable', { ...at, kind });
    },
  });
}

const isRefused = (posted: { code: string }): posted is RefusedForm =>
  posted.code === 'too_large' || posted.code === 'unreadable';

/**
 * Redirects to the page of the link with 303 after an answer was recorded, so that a reload does not post the answer
 * again.
 */
export function backToPage(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { location: `${pathname}${search}` } });
}
