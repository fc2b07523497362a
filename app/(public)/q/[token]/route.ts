import { answerQuote, type AnswerOutcome, isLastOf } from '@/lib/quotes/acceptance/answer-quote.server';
import { type LinkedQuote, openLink } from '@/lib/quotes/acceptance/open-link.server';
import type { AppLocale } from '@/lib/shared/locale';
import { requestAddress } from '@/lib/system/http/client-address';
import { env } from '@/lib/system/env';
import { createFailureBuckets } from '@/lib/system/http/failure-bucket';
import { log } from '@/lib/system/log';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { pageResponse } from './page-frame';
import { type ReadAnswer, readAnswer } from './posted-answer';
import { quotePage } from './quote-page';
import { refusedPage } from './refused-page';
import type { AnswerProblem, ShownQuote, Typed } from './shown-quote';

type Context = { params: Promise<{ token: string }> };

/** Links that lead nowhere, per address: 100 at once, then 100 a minute (security: Bad inputs, Acceptance). */
const guesses = createFailureBuckets({ capacity: 100, refillPerSecond: 100 / 60, keysMax: 10_000 });

/**
 * The acceptance page: what a customer reads of a quote, and how they answer it. Plain HTML that needs no script. Reading
 * changes nothing, whoever reads; what an answer needs is carried by the form itself, in no cookie and no session.
 */
export function GET(request: Request, context: Context): Promise<Response> {
  return answered(request, context, ({ linked, locale }) =>
    pageResponse(200, quotePage({ linked, locale, isRevealed: false, typed: null, problem: null })),
  );
}

/** A customer's answer to the version on their page. */
export function POST(request: Request, context: Context): Promise<Response> {
  return answered(request, context, async (at) => {
    if (!isOwnOrigin(request.headers)) return refusedPage('foreign', at.locale);
    const posted = await readAnswer(request);
    if (posted.code === 'too_large') return refusedPage('tooLarge', at.locale);
    if (posted.code === 'unreadable') return refusedPage('unreadable', at.locale);
    const outcome = await outcomeOf(posted, at);
    if (outcome.code === 'done') return backToPage(request);
    // As it stands after the answer: another version may have been sent meanwhile.
    const linked = await openLink(at.token);
    if (!linked || outcome.code === 'over') return refusedPage('notFound', at.locale);
    return answerPage({ ...at, linked }, posted.typed, outcome);
  });
}

type At = { token: string; address: string; linked: LinkedQuote; locale: AppLocale; userAgent: string };

/** Opens the link first, so that nothing is answered about one that leads nowhere but that it does. */
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
    // Looked up before it is counted: a link that is right is served, whatever others at that address did.
    if (!linked) return await nowhere(address, locale);
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 300);
    return await answer({ token, address, linked, locale, userAgent });
  } catch (error) {
    log.error({ error }, 'an acceptance page could not be served');
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
  if (posted.code === 'digits_missing') return { code: 'digits_missing' };
  return answerQuote(linked, posted.answer, { address, userAgent });
}

/** The answer stands: reloading what comes next sends nothing again. */
function backToPage(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { location: `${pathname}${search}` } });
}

function answerPage(
  { linked, locale }: At,
  typed: Typed,
  outcome: Exclude<Outcome, { code: 'done' | 'over' }>,
) {
  const isKnown = !['wrong_digits', 'digits_missing', 'locked'].includes(outcome.code);
  const shown: ShownQuote = {
    ...{ linked, locale, typed },
    // Of the version that is shown, whose phone may be another one by now.
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
    default:
      return 422;
  }
}

function retryAfter(problem: AnswerProblem | null): Record<string, string> {
  if (problem?.code !== 'locked') return {};
  return { 'retry-after': String(Math.max(1, Math.ceil((problem.until.getTime() - Date.now()) / 1_000))) };
}
