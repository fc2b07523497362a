'use client';

import { useTranslations } from 'next-intl';
import { Tab, Tabs } from '@/components/ui/tabs';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';
import { type ProductFilters, productStatuses } from '@/lib/catalogue/product-queries';
import { installPath } from '@/lib/shared/install-path';
import { productsPath } from './product-url';

type ProductTabsProps = {
  installId: string;
  filters: ProductFilters;
  change: ChangeUrl<ProductFilters>;
};

/**
 * Tabs of the product list, one for each product status of the platform. The search text stays when the user changes
 * the tab.
 */
export function ProductTabs({ installId, filters, change }: ProductTabsProps) {
  const t = useTranslations('products');
  const entries = [
    { status: undefined, label: t('tabs.all') },
    ...productStatuses.map((status) => ({ status, label: t(`status.${status}`) })),
  ];
  return (
    <Tabs label={t('tabs.label')}>
      {entries.map(({ status, label }) => {
        const withStatus = ({ status: _, ...kept }: ProductFilters) => ({
          ...(status && { status }),
          ...kept,
        });
        return (
          <Tab
            key={label}
            href={installPath(installId, productsPath(withStatus(filters)))}
            current={filters.status === status}
            onNavigate={() => change(withStatus, 'push')}
          >
            {label}
          </Tab>
        );
      })}
    </Tabs>
  );
}
