'use client';

import { useTranslations } from 'next-intl';
import { Tab, Tabs } from '@/components/ui/tabs';
import { installPath } from '@/lib/shared/install-path';
import { type QuoteFilters, quotesPath, quoteTabs } from '@/lib/quotes/quote-list-url';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';

type QuoteTabsProps = {
  installId: string;
  filters: QuoteFilters;
  change: ChangeUrl<QuoteFilters>;
  /** Numbers of quotes that wait for the store or for a customer. A tab without a number, or with 0, shows none. */
  counts: { readonly [State in (typeof quoteTabs)[number]]?: number };
};

/** Tabs of the quote list, one for each state of a quote. The search text stays when the user changes the tab. */
export function QuoteTabs({ installId, filters, change, counts }: QuoteTabsProps) {
  const t = useTranslations('quotes.tabs');
  const entries = [
    { state: undefined, label: t('all') },
    ...quoteTabs.map((state) => ({ state, label: t(`of.${state}`) })),
  ];
  return (
    <Tabs label={t('label')}>
      {entries.map(({ state, label }) => {
        const withState = ({ state: _, ...others }: QuoteFilters) => ({ ...(state && { state }), ...others });
        return (
          <Tab
            key={label}
            href={installPath(installId, quotesPath({ ...(state && { state }) }))}
            current={filters.state === state}
            count={(state && counts[state]) || undefined}
            onNavigate={() => change(withState, 'push')}
          >
            {label}
          </Tab>
        );
      })}
    </Tabs>
  );
}
