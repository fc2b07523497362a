'use client';

import { ArrowLeftRight, LockKeyhole, MessageSquareWarning, PencilLine } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { Cell, Row } from '@/components/ui/list/table';
import { type DeleteDraft, DeleteDraftButton } from '@/components/quotes/delete-draft-button';
import { openStates } from '@/lib/quotes/quote-state';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import { installPath } from '@/lib/shared/install-path';
import { quotePath } from '@/lib/quotes/quote-list-url';
import { QuoteStateBadge } from '@/components/quotes/quote-state-badge';
import { ValidUntil } from '@/components/quotes/valid-until';

type QuoteTableRowProps = {
  installId: string;
  quote: QuoteListItem;
  /** True if the table has the column with the users who created the quotes. */
  hasNames: boolean;
  /** Function that deletes a draft; null if the user's role may not delete drafts. */
  deleteDraft: DeleteDraft | null;
};

/** Row of the quote list: one quote. The row of a draft opens the order form, and the draft can be deleted. */
export function QuoteTableRow({ installId, quote, hasNames, deleteDraft }: QuoteTableRowProps) {
  const t = useTranslations('quotes');
  const { number, state, customerName, total, expiresAt, order, madeBy } = quote;
  // After the answer of the customer, or if the quote was withdrawn, its last day means nothing any more.
  const hasTerm = openStates.includes(state) || state === 'expired';
  return (
    <Row data-quote={quote.id}>
      <Cell className="max-sm:order-1">
        <Link
          href={installPath(installId, quotePath(quote))}
          prefetch={false}
          className="inline-flex items-center gap-2 font-bold text-brand after:absolute after:inset-0 max-sm:text-base"
        >
          {number ? <bdi>{number}</bdi> : t('noNumber')}
          <LinkPending />
        </Link>
        {order && (
          <span className="mt-0.5 block text-xs text-ink-soft">
            {t.rich('orderOf', {
              number: () => (
                // A link to the quote covers the whole row. The link to the sales order is in front of it, so that a
                // press on the link to the order opens the order.
                <Link
                  key="number"
                  href={installPath(installId, `/orders/${encodeURIComponent(order.id)}`)}
                  prefetch={false}
                  className="relative z-10 -my-3.5 inline-flex min-h-11 items-center font-semibold text-brand underline-offset-2 hover:underline"
                >
                  <bdi>{order.number}</bdi>
                </Link>
              ),
            })}
          </span>
        )}
      </Cell>
      <Cell className="min-w-0 max-sm:order-3 max-sm:col-span-2">
        {customerName ? (
          <bdi className="font-semibold break-words">{customerName}</bdi>
        ) : (
          <span className="text-ink-soft">{t(noNameOf(quote))}</span>
        )}
      </Cell>
      <Cell className="max-sm:order-4 max-sm:col-span-2">
        <span className="flex flex-wrap gap-1.5">
          <QuoteStateBadge state={state} />
          {quote.changeRequested && (
            <Badge tone="warn" icon={<MessageSquareWarning aria-hidden />}>
              {t('changeRequested')}
            </Badge>
          )}
          {quote.isRateMoved && (
            <Badge tone="warn" icon={<ArrowLeftRight aria-hidden />}>
              {t('rateMoved')}
            </Badge>
          )}
          {quote.areDigitsClosed && (
            <Badge tone="warn" icon={<LockKeyhole aria-hidden />}>
              {t('digitsClosed.badge')}
            </Badge>
          )}
          {quote.hasDraft && state !== 'draft' && (
            <Badge icon={<PencilLine aria-hidden />}>{t('unsent')}</Badge>
          )}
        </span>
      </Cell>
      <Cell className="text-ink-soft max-sm:order-5 max-sm:text-xs">
        {expiresAt && hasTerm && (
          <>
            <span className="sm:hidden">{t('columns.validUntil')}: </span>
            <ValidUntil expiresAt={expiresAt} isOpen={openStates.includes(state)} />
          </>
        )}
      </Cell>
      {hasNames && (
        <Cell className="break-words text-ink-soft max-xl:hidden">{madeBy && <bdi>{madeBy}</bdi>}</Cell>
      )}
      <Cell className="whitespace-nowrap text-ink-soft sm:max-md:hidden max-sm:order-6 max-sm:text-xs">
        <RelativeTime at={quote.updatedAt} />
      </Cell>
      <Cell className="text-end font-bold whitespace-nowrap max-sm:order-2 max-sm:text-base">
        {total && <MoneyText money={total} />}
        {state === 'draft' && deleteDraft && (
          <DeleteDraftButton installId={installId} draft={quote} remove={deleteDraft} />
        )}
      </Cell>
    </Row>
  );
}

/** Returns the key of the text that explains why the row shows no customer name. */
function noNameOf({ isPersonHidden, isUnreadable, state }: QuoteListItem) {
  if (isPersonHidden) return 'customerHidden';
  if (isUnreadable) return 'unreadable';
  return state === 'draft' ? 'noCustomer' : 'customerEnded';
}
