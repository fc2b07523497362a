'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FileSearch, Handshake } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PagedList } from '@/components/ui/list/paged-list';
import { HeaderCell, Table } from '@/components/ui/list/table';
import type { QuotePage } from '@/lib/quotes/quote-view';
import type { DeleteDraft } from '@/components/quotes/delete-draft-button';
import { QuoteTableRow } from './quote-table-row';
import type { QuoteFilters } from '@/lib/quotes/quote-list-url';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';

type QuotesListProps = {
  installId: string;
  filters: QuoteFilters;
  quotes: UseInfiniteQueryResult<InfiniteData<QuotePage>>;
  change: ChangeUrl<QuoteFilters>;
  /** Function that deletes a draft; null if the user's role may not delete drafts. */
  deleteDraft: DeleteDraft | null;
};

/** The rows of the quote list, or a message if there are no rows to show. */
export function QuotesList({ installId, filters, quotes, change, deleteDraft }: QuotesListProps) {
  const t = useTranslations('quotes');
  const rows = quotes.data?.pages.flatMap((page) => page.quotes) ?? [];
  const isFiltered = filters.state !== undefined || filters.q !== undefined;
  // The store admin does not always send a name for the user. Without a name, the column would be empty in each row.
  const hasNames = rows.some(({ madeBy }) => Boolean(madeBy));
  return (
    <>
      <p role="status" className={clsx('text-xs text-ink-soft', (!isFiltered || !rows.length) && 'sr-only')}>
        {quotes.data && isFiltered && !quotes.isPlaceholderData && t('showing', { count: rows.length })}
      </p>
      <PagedList
        query={quotes}
        words={{ loading: t('loading'), more: t('more'), moreFailed: t('moreFailed') }}
      >
        {() =>
          rows.length > 0 ? (
            <Table caption={t('title')} head={<Head hasNames={hasNames} />} hasFixedColumns>
              {rows.map((quote) => (
                <QuoteTableRow
                  key={quote.id}
                  installId={installId}
                  quote={quote}
                  hasNames={hasNames}
                  deleteDraft={deleteDraft}
                />
              ))}
            </Table>
          ) : (
            <NoQuotes
              isFiltered={isFiltered}
              searched={quotes.isPlaceholderData ? undefined : filters.q}
              clear={() => change(() => ({}), 'push')}
            />
          )
        }
      </PagedList>
    </>
  );
}

function Head({ hasNames }: { hasNames: boolean }) {
  const t = useTranslations('quotes.columns');
  return (
    <>
      <HeaderCell className="text-start lg:w-32">{t('quote')}</HeaderCell>
      <HeaderCell>{t('customer')}</HeaderCell>
      <HeaderCell className="text-start lg:w-56">{t('state')}</HeaderCell>
      <HeaderCell className="text-start lg:w-44">{t('validUntil')}</HeaderCell>
      {hasNames && <HeaderCell className="text-start sm:max-xl:hidden lg:w-28">{t('madeBy')}</HeaderCell>}
      <HeaderCell className="text-start sm:max-md:hidden lg:w-31">{t('changed')}</HeaderCell>
      <HeaderCell className="text-end lg:w-36">{t('total')}</HeaderCell>
    </>
  );
}

type NoQuotesProps = {
  isFiltered: boolean;
  /** Words of the search that found nothing; undefined if there was no search. */
  searched: string | undefined;
  clear: () => void;
};

function NoQuotes({ isFiltered, searched, clear }: NoQuotesProps) {
  const t = useTranslations('quotes');
  if (!isFiltered)
    return (
      <EmptyState icon={<Handshake />} title={t('empty.title')}>
        {t('empty.body')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<FileSearch />}
      title={searched ? t('noMatch.searched', { words: searched }) : t('noMatch.title')}
      actions={<Button onClick={clear}>{t('noMatch.clear')}</Button>}
    >
      {t('noMatch.body')}
    </EmptyState>
  );
}
