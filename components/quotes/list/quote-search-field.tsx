'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { SearchField } from '@/components/ui/form/search-field';
import { useRight } from '@/components/ui/role-context';
import type { QuoteFilters } from '@/lib/quotes/quote-list-url';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';

type QuoteSearchFieldProps = {
  filters: QuoteFilters;
  change: ChangeUrl<QuoteFilters>;
  searching: boolean;
};

/**
 * Search field for quotes. Names are encrypted, so they match only by whole words; a hint explains that. Without the
 * right to see personal data, the user can search only by quote number.
 */
export function QuoteSearchField({ filters, change, searching }: QuoteSearchFieldProps) {
  const t = useTranslations('quotes.search');
  const mayKnow = useRight('see_personal_data');
  const search = useCallback(
    (words: string) =>
      change(({ q: _, ...others }) => ({ ...others, ...(words && { q: words }) }), 'replace'),
    [change],
  );
  return (
    <div className="flex flex-col gap-1">
      <SearchField
        q={filters.q ?? ''}
        onSearch={search}
        words={{
          label: t('label'),
          placeholder: t(mayKnow ? 'placeholder' : 'placeholderNumber'),
          clear: t('clear'),
        }}
        describedBy="quote-search-hint"
        searching={searching}
      />
      <p id="quote-search-hint" className="text-xs text-ink-soft">
        {mayKnow ? t('hint') : t('hintNumber')}
      </p>
    </div>
  );
}
