'use client';

import { useTranslations } from 'next-intl';
import { Tab, Tabs } from '@/components/ui/tabs';
import { type ProductFilters, productStatuses } from '@/lib/catalogue/product-queries';

type ProductTabsProps = {
  filters: ProductFilters;
  pathOf: (filters: ProductFilters) => string;
  change: (filters: ProductFilters, step: 'push' | 'replace') => void;
};

/** The list by the platform's statuses; what is searched for stays. */
export function ProductTabs({ filters, pathOf, change }: ProductTabsProps) {
  const t = useTranslations('products');
  const { status: current, ...others } = filters;
  const entries = [
    { status: undefined, label: t('tabs.all') },
    ...productStatuses.map((status) => ({ status, label: t(`status.${status}`) })),
  ];
  return (
    <Tabs label={t('tabs.label')}>
      {entries.map(({ status, label }) => {
        const next: ProductFilters = { ...(status && { status }), ...others };
        return (
          <Tab
            key={label}
            href={pathOf(next)}
            current={current === status}
            onNavigate={() => change(next, 'push')}
          >
            {label}
          </Tab>
        );
      })}
    </Tabs>
  );
}
