import { answerQuote, type AnswerOutcome } from '@/lib/quotes/acceptance/answer-quote.server';
import { type LinkedQuote, openLink } from '@/lib/quotes/acceptance/open-link.server';
import { isLastOf } from '@/lib/system/http/unlock-digits';
import { inSpan, noteSpan } from '@/lib/system/tracing/tracing';
import {
  answerForm,
  answerLink,
  backToPage,
  type LinkContext,
  type LinkRequest,
} from '@/app/(public)/_page/link-request';
import { pageResponse } from '@/app/(public)/_page/page-frame';
import { type ReadAnswer, readAnswer } from './posted-answer';
import { quotePage } from './quote-page';
import { refusedPage } from '@/app/(public)/_page/refused-page';
import type { AnswerProblem, ShownQuote, Typed } from './shown-quote';

const kind = 'quote';
const link = { kind, open: openLink } as const;

/**
 * Handles GET of the acceptance page, on which a customer reads a quote and answers it. The page is plain HTML and
 * needs no script. GET never changes data, so a link preview or a scanner has no effect. There is no cookie and no
 * session, because the form itself contains everything that an answer needs.
 */
export function GET(request: Request, context: LinkContext): Promise<Response> {
  return answerLink(request, context, {
    ...link,
    answer: ({ linked, locale }) =>
      pageResponse(200, quotePage({ linked, locale, isRevealed: false, typed: null, problem: null })),
  });
}

/** Records a customer's answer (accept, decline or change request) to the quote version that the page showed. */
export function POST(request: Request, context: LinkContext): Promise<Response> {
  return answerForm(request, context, {
    ...link,
    read: readAnswer,
    answer: async (at, posted) => {
      const outcome = await outcomeOf(posted, at);
      if (outcome.code === 'done') return backToPage(request);
      // The answer was refused, so the quote is read again: the store may have sent another version since the first
      // read.
      const linked = await openLink(at.token);
      if (!linked || outcome.code === 'over') return refusedPage('notFound', { ...at, kind });
      return answerPage({ ...at, linked }, posted.typed, outcome);
    },
  });
}

type At = LinkRequest<LinkedQuote>;

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
    // Each version of a quote can have another phone number. The typed digits are compared with the number in the
    // version that is shown now.
    isRevealed: isKnown && isLastOf(linked.content.order.customer.phone, typed.digits),
    problem: problemOf(outcome, linked),
  };
  return pageResponse(statusOf(shown.problem), quotePage(shown), retryAfter(shown.problem));
}

/**
 * Returns the problem that the page shows; null if there is no problem. An answer is refused if the exchange rate has
 * left the range of the quote. If the rate has returned into that range by now, the quote can be accepted again. The
 * page then asks the customer to answer again.
 */
function problemOf(
  outcome: Exclude<Outcome, { code: 'done' | 'over' }>,
  { isRateMoved }: LinkedQuote,
): AnswerProblem | null {
  if (outcome.code === 'unlocked') return null;
  return outcome.code === 'rate_moved' && !isRateMoved ? { code: 'stale' } : outcome;
}

function statusOf(problem: AnswerProblem | null): number {
  switch (problem?.code) {
    case undefined:
      return 200;
    case 'stale':
    case 'rate_moved':
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
