'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { SearchField } from '@/components/ui/form/search-field';
import type { QuoteFilters } from '@/lib/quotes/quote-list-url';
import type { ChangeUrl } from '@/components/ui/use-url-state';

type QuoteSearchFieldProps = {
  filters: QuoteFilters;
  change: ChangeUrl<QuoteFilters>;
  searching: boolean;
};

/**
 * Search field of the quote list. The names of customers are encrypted, so the search finds only whole words. A hint
 * below the field says so.
 */
export function QuoteSearchField({ filters, change, searching }: QuoteSearchFieldProps) {
  const t = useTranslations('quotes.search');
  const { state } = filters;
  const search = useCallback(
    (words: string) => change({ ...(state && { state }), ...(words && { q: words }) }, 'replace'),
    [state, change],
  );
  return (
    <div className="flex flex-col gap-1">
      <SearchField
        q={filters.q ?? ''}
        onSearch={search}
        words={{ label: t('label'), placeholder: t('placeholder'), clear: t('clear') }}
        describedBy="quote-search-hint"
        searching={searching}
      />
      <p id="quote-search-hint" className="text-xs text-ink-soft">
        {t('hint')}
      </p>
    </div>
  );
}
