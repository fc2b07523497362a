'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { quotePath, quotesPath } from '@/lib/quotes/quote-list-url';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import { installPath } from '@/lib/shared/install-path';
import { type DeleteDraft, DeleteDraftButton } from './delete-draft-button';

type DraftOfferProps = { installId: string; drafts: QuoteListItem[]; remove: DeleteDraft };

/**
 * Note above an empty order form with the drafts that were changed last. The user can continue or delete each draft.
 */
export function DraftOffer({ installId, remove, ...props }: DraftOfferProps) {
  const t = useTranslations('quotes.drafts');
  const tQuotes = useTranslations('quotes');
  const [deleted, setDeleted] = useState<string[]>([]);
  const drafts = props.drafts.filter(({ id }) => !deleted.includes(id));
  if (drafts.length === 0) return null;
  return (
    <Card
      title={t('offer')}
      aside={
        <Link
          href={installPath(installId, quotesPath({ state: 'draft' }))}
          prefetch={false}
          className="-my-3 inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-brand"
        >
          {t('all')}
          <LinkPending />
        </Link>
      }
    >
      <ul aria-label={t('offer')} className="-my-2 divide-y divide-line">
        {drafts.map((draft) => (
          <li key={draft.id} data-draft={draft.id} className="flex items-center justify-between gap-3">
            {/* This link loads the full page from the server and does not navigate inside the app. The form takes
                values from the server only when it is first shown. After a navigation inside the app, the form would
                still show its old values. */}
            <a
              href={installPath(installId, quotePath(draft))}
              className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm font-semibold text-brand"
            >
              <bdi className="min-w-0 break-words">{draft.customerName ?? tQuotes('noCustomer')}</bdi>
              <span className="text-xs font-normal text-ink-soft">
                <RelativeTime at={draft.updatedAt} />
              </span>
            </a>
            <DeleteDraftButton
              installId={installId}
              draft={draft}
              remove={remove}
              onDeleted={() => setDeleted([...deleted, draft.id])}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
