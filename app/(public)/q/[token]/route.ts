import { answerQuote, type AnswerOutcome, isLastOf } from '@/lib/quotes/acceptance/answer-quote.server';
import { type LinkedQuote, openLink } from '@/lib/quotes/acceptance/open-link.server';
import type { AppLocale } from '@/lib/shared/locale';
import { requestAddress } from '@/lib/system/http/client-address';
import { env } from '@/lib/system/env';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { log } from '@/lib/system/log';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { inSpan, noteSpan } from '@/lib/system/tracing/tracing';
import { pageResponse } from './page-frame';
import { type ReadAnswer, readAnswer } from './posted-answer';
import { quotePage } from './quote-page';
import { refusedPage } from './refused-page';
import type { AnswerProblem, ShownQuote, Typed } from './shown-quote';

type Context = { params: Promise<{ token: string }> };

/**
 * Rate limit of requests with unknown acceptance links, per client address: a burst of 100, then 100 a minute (S19,
 * S28).
 */
const guesses = createTokenBuckets({ capacity: 100, refillPerSecond: 100 / 60, keysMax: 10_000 });

/**
 * GET of the acceptance page, on which a customer reads a quote and answers it. The page is plain HTML and needs no
 * script. GET never changes data, so a link preview or a scanner has no effect. There is no cookie and no session,
 * because the form itself contains everything that an answer needs.
 */
export function GET(request: Request, context: Context): Promise<Response> {
  return answered(request, context, ({ linked, locale }) =>
    pageResponse(200, quotePage({ linked, locale, isRevealed: false, typed: null, problem: null })),
  );
}

/** Records a customer's answer (accept, decline or change request) to the quote version that the page showed. */
export function POST(request: Request, context: Context): Promise<Response> {
  return answered(request, context, async (at) => {
    if (!isOwnOrigin(request.headers)) return refusedPage('foreign', at.locale);
    const posted = await readAnswer(request);
    if (posted.code === 'too_large') return refusedPage('tooLarge', at.locale);
    if (posted.code === 'unreadable') return refusedPage('unreadable', at.locale);
    const outcome = await outcomeOf(posted, at);
    if (outcome.code === 'done') return backToPage(request);
    // The quote is read again after a refused answer, because the store may have sent another version in the meantime.
    const linked = await openLink(at.token);
    if (!linked || outcome.code === 'over') return refusedPage('notFound', at.locale);
    return answerPage({ ...at, linked }, posted.typed, outcome);
  });
}

type At = { token: string; address: string; linked: LinkedQuote; locale: AppLocale; userAgent: string };

/**
 * Looks up the acceptance link before anything else. A request with an unknown link therefore gets the
 * response "not found", whatever else is wrong with the request. Only the rate limit changes this response.
 */
async function answered(
  request: Request,
  { params }: Context,
  answer: (at: At) => Promise<Response>,
): Promise<Response> {
  const locale = new URL(request.url).searchParams.get('lang') === 'en' ? 'en' : 'ar';
  try {
    const { token } = await params;
    const address = requestAddress(request.headers, env().TRUSTED_PROXIES);
    const linked = await openLink(token);
    // The link is looked up before the rate limit is checked. A valid link therefore works even if many requests from
    // the same client address had an unknown link.
    if (!linked) return await nowhere(address, locale);
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 300);
    return await answer({ token, address, linked, locale, userAgent });
  } catch (error) {
    log.error({ error }, 'acceptance page failed; answering with the error page');
    return refusedPage('failed', locale);
  }
}

async function nowhere(address: string, locale: AppLocale): Promise<Response> {
  if (guesses.isSpent(address)) return refusedPage('tooMany', locale, { 'retry-after': '60' });
  guesses.charge(address);
  return refusedPage('notFound', locale);
}

type Outcome = AnswerOutcome | { code: 'digits_missing' };

function outcomeOf(posted: ReadAnswer, { linked, address, userAgent }: At): Promise<Outcome> | Outcome {
  if (linked.areDigitsClosed) return { code: 'closed' };
  if (posted.code === 'digits_missing') return { code: 'digits_missing' };
  const facts = { 'install.id': linked.installId };
  return inSpan('quote.answer', facts, async () => {
    const outcome = await answerQuote(linked, posted.answer, { address, userAgent });
    noteSpan({ 'result.code': outcome.code });
    return outcome;
  });
}

/**
 * Redirects to the acceptance page with 303 after an answer was recorded, so that a reload does not post the answer
 * again.
 */
function backToPage(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { location: `${pathname}${search}` } });
}

function answerPage(
  { linked, locale }: At,
  typed: Typed,
  outcome: Exclude<Outcome, { code: 'done' | 'over' }>,
) {
  const isKnown = !['wrong_digits', 'digits_missing', 'locked', 'closed'].includes(outcome.code);
  const shown: ShownQuote = {
    linked,
    locale,
    typed,
    // The quote version that is shown now may have another phone number than an earlier version. The typed digits are
    // therefore compared with the number in the shown version.
    isRevealed: isKnown && isLastOf(linked.content.order.customer.phone, typed.digits),
    problem: outcome.code === 'unlocked' ? null : outcome,
  };
  return pageResponse(statusOf(shown.problem), quotePage(shown), retryAfter(shown.problem));
}

function statusOf(problem: AnswerProblem | null): number {
  switch (problem?.code) {
    case undefined:
      return 200;
    case 'stale':
      return 409;
    case 'locked':
      return 429;
    case 'closed':
      return 403;
    default:
      return 422;
  }
}

function retryAfter(problem: AnswerProblem | null): Record<string, string> {
  if (problem?.code !== 'locked') return {};
  return { 'retry-after': String(Math.max(1, Math.ceil((problem.until.getTime() - Date.now()) / 1_000))) };
}
