'use client';

import { useTranslations } from 'next-intl';
import { Tab, Tabs } from '@/components/ui/tabs';
import { quotesPath, quoteTabs } from './quote-filter-url';
import type { QuoteFilters } from '@/components/quotes/quotes-queries';
import type { useQuoteFilters } from './use-quote-filters';

type QuoteTabsProps = {
  installId: string;
  filters: QuoteFilters;
  change: ReturnType<typeof useQuoteFilters>['change'];
};

/** Tabs for the quote states. The search text stays when the tab changes. */
export function QuoteTabs({ installId, filters, change }: QuoteTabsProps) {
  const t = useTranslations('quotes.tabs');
  const { state: current, ...others } = filters;
  const entries = [
    { state: undefined, label: t('all') },
    ...quoteTabs.map((state) => ({ state, label: t(`of.${state}`) })),
  ];
  return (
    <Tabs label={t('label')}>
      {entries.map(({ state, label }) => {
        const next: QuoteFilters = { ...(state && { state }), ...others };
        return (
          <Tab
            key={label}
            href={quotesPath(installId, next)}
            current={current === state}
            onNavigate={() => change(next, 'push')}
          >
            {label}
          </Tab>
        );
      })}
    </Tabs>
  );
}
