import { type LinkedSheet, openSheetLink } from '@/lib/deliveries/link/open-sheet-link.server';
import { StopResult } from '@/lib/deliveries/delivery-commands';
import { reasonMax } from '@/lib/deliveries/stop-limits';
import { recordAnswer, unlockSheet } from '@/lib/deliveries/link/record-answer.server';
import { latinDigits, parseAmount } from '@/lib/shared/numbers/money';
import {
  answerForm,
  answerLink,
  backToPage,
  type LinkContext,
  type LinkRequest,
} from '@/app/(public)/_page/link-request';
import { pageResponse } from '@/app/(public)/_page/page-frame';
import { refusedPage } from '@/app/(public)/_page/refused-page';
import { type PostedSheet, readPostedSheet } from './posted-stop';
import { sheetPage } from './sheet-page';
import type { ShownSheet, StopProblem, UnlockProblem } from './shown-sheet';
import { isUnlocked, unlockCookie } from './unlock-cookie';
import { cutText } from '@/lib/shared/text/cut-text';

const kind = 'sheet';
const link = { kind, open: openSheetLink } as const;

type At = LinkRequest<LinkedSheet>;

/**
 * Handles GET of the driver's page, which shows the stops (orders) of a delivery sheet. The page is plain HTML and
 * needs no script. GET never changes data. The driver types the last four digits of their own phone once in each
 * browser.
 */
export function GET(request: Request, context: LinkContext): Promise<Response> {
  return answerLink(request, context, { ...link, answer: (at) => page(request, at, {}) });
}

/** Accepts the unlock digits, or stores the answer to one stop, and redirects to the page. */
export function POST(request: Request, context: LinkContext): Promise<Response> {
  return answerForm(request, context, {
    ...link,
    read: readPostedSheet,
    answer: async (at, posted) => {
      // A confirmed sheet accepts no more answers. The page is shown again and says that the sheet is confirmed.
      if (at.linked.isConfirmed) return page(request, at, {});
      if (posted.code === 'digits') return unlock(request, at, posted.digits);
      if (!isUnlocked(request, at.linked)) return page(request, at, {});
      return answerStop(request, at, posted);
    },
  });
}

async function unlock(request: Request, at: At, digits: string): Promise<Response> {
  if (!/^\d{4}$/.test(latinDigits(digits)))
    return page(request, at, { unlockProblem: { code: 'digits_missing' } });
  const outcome = await unlockSheet(at.linked, digits);
  if (outcome.code === 'over') return refusedPage('notFound', { ...at, kind });
  if (outcome.code !== 'unlocked') return page(request, at, { unlockProblem: outcome });
  const response = backToPage(request);
  response.headers.append('set-cookie', unlockCookie(at.linked, new URL(request.url).pathname));
  return response;
}

async function answerStop(
  request: Request,
  at: At,
  posted: Extract<PostedSheet, { code: 'stop' }>,
): Promise<Response> {
  const stop = at.linked.stops.find(({ id }) => id === posted.stopId);
  // The stop (an order on a delivery sheet) may belong to another sheet than the link. The response is then the same as
  // for an unknown link.
  if (!stop) return refusedPage('notFound', { ...at, kind });
  const { stopId, answerId, seen, paid, reason } = posted;
  const problem = (code: StopProblem['code'], linked = at.linked) =>
    page(request, { ...at, linked }, { stopProblem: { stopId, code, paid, reason } });
  const amount = parseAmount(paid, stop.due.decimals);
  const isPaid = posted.result === 'paid';
  if (isPaid && (!amount.ok || amount.amountMinor < 0)) return problem('amount_wrong');
  if (posted.result === 'refused' && reason === '') return problem('reason_missing');
  const result = StopResult.safeParse({
    answer: posted.result,
    paidMinor: isPaid && amount.ok ? amount.amountMinor : null,
    reason: posted.result === 'refused' ? cutText(reason, reasonMax) : '',
  });
  if (!result.success) return problem('amount_wrong');
  const outcome = await recordAnswer(at.linked, { stopId, answerId, seen, result: result.data });
  if (outcome.code === 'stored') return backToPage(request);
  // The answer was refused, so the sheet is read again. Since the first read, the sheet may have been confirmed, its
  // link withdrawn, or the stop answered by another request.
  const linked = await openSheetLink(at.token);
  if (!linked || outcome.code === 'foreign') return refusedPage('notFound', { ...at, kind });
  return outcome.code === 'stale' ? problem('stale', linked) : page(request, { ...at, linked }, {});
}

function page(
  request: Request,
  { linked, locale }: At,
  problems: { unlockProblem?: UnlockProblem; stopProblem?: StopProblem },
): Promise<Response> {
  const { unlockProblem = null, stopProblem = null } = problems;
  const shown: ShownSheet = {
    linked,
    locale,
    unlockProblem,
    stopProblem,
    isUnlocked: isUnlocked(request, linked),
  };
  return pageResponse(statusOf(unlockProblem, stopProblem), sheetPage(shown));
}

function statusOf(unlock: UnlockProblem | null, stop: StopProblem | null): number {
  if (unlock) return unlock.code === 'locked' ? 429 : unlock.code === 'closed' ? 403 : 422;
  if (stop) return stop.code === 'stale' ? 409 : 422;
  return 200;
}
