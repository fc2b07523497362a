'use client';

import { useTranslations } from 'next-intl';
import { CappedCount } from '@/components/ui/text/capped-count';
import { Tab, Tabs } from '@/components/ui/tabs';
import { installPath } from '@/lib/shared/install-path';
import { type QuoteFilters, quotesPath, quoteTabs } from '@/lib/quotes/quote-list-url';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';

type QuoteTabsProps = {
  installId: string;
  filters: QuoteFilters;
  change: ChangeUrl<QuoteFilters>;
  /** Number of quotes whose price must be updated. The tab of these quotes shows the number. */
  moved: number;
};

/** Tabs of the quote list, one for each state of a quote. The search text stays when the user changes the tab. */
export function QuoteTabs({ installId, filters, change, moved }: QuoteTabsProps) {
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
            onNavigate={() => change(withState, 'push')}
          >
            {label}
            {state === 'rate_moved' && moved > 0 && (
              <>
                {' '}
                <CappedCount value={moved} />
              </>
            )}
          </Tab>
        );
      })}
    </Tabs>
  );
}
