import { answerOrderLink } from '@/lib/orders/link/answer-order-link.server';
import { openOrderLink } from '@/lib/orders/link/open-order-link.server';
import { readStoreContact } from '@/lib/store/read-store-contact.server';
import { inSpan, noteSpan } from '@/lib/system/tracing/tracing';
import { answerForm, answerLink, backToPage, type LinkContext } from '@/app/(public)/_page/link-request';
import { pageResponse } from '@/app/(public)/_page/page-frame';
import { refusedPage } from '@/app/(public)/_page/refused-page';
import { confirmPage } from './confirm-page';
import { readPostedAnswer } from './posted-answer';

const kind = 'order';
const open = (token: string) => openOrderLink(token, readStoreContact);
const link = { kind, open } as const;

/**
 * Handles GET of the page on which a customer confirms an order. The page is plain HTML and needs no script. GET never
 * changes data, so a link preview or a scanner has no effect.
 */
export function GET(request: Request, context: LinkContext): Promise<Response> {
  return answerLink(request, context, {
    ...link,
    answer: ({ linked, locale }) =>
      pageResponse(200, confirmPage({ linked, locale, typed: null, problem: null })),
  });
}

/**
 * Stores a customer's answer. The customer need not type the last digits of the phone number. The digits would protect
 * nothing, because the page shows no personal data and an answer costs the customer nothing.
 */
export function POST(request: Request, context: LinkContext): Promise<Response> {
  return answerForm(request, context, {
    ...link,
    read: readPostedAnswer,
    answer: async (at, posted) => {
      const { linked, locale, address, userAgent } = at;
      const { code } = await inSpan('order.confirm', { 'install.id': linked.installId }, async () => {
        const outcome = await answerOrderLink(linked, posted.answer, { address, userAgent });
        noteSpan({ 'result.code': outcome.code });
        return outcome;
      });
      if (code === 'done') return backToPage(request);
      // The answer was refused, so the link is read again: another answer may have been stored since the first read.
      const now = await open(at.token);
      if (!now || code === 'over') return refusedPage('notFound', { ...at, kind });
      const page = confirmPage({ linked: now, locale, typed: posted.answer, problem: code });
      return pageResponse(code === 'answered' ? 409 : 422, page);
    },
  });
}
