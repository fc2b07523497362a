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
  /** True if the user may not see stock. There is then no tab of products that are low on stock. */
  hidesStock: boolean;
};

/**
 * Tabs of the product list: all products, one tab for each product status of the platform, and the products that are low
 * on stock. The search text stays when the user changes the tab.
 */
export function ProductTabs({ installId, filters, change, hidesStock }: ProductTabsProps) {
  const t = useTranslations('products');
  const [active, ...others] = productStatuses.map((status) => ({
    tab: { status },
    label: t(`status.${status}`),
  }));
  const low = { tab: { stock: 'low' as const }, label: t('tabs.low') };
  const entries: { tab: Pick<ProductFilters, 'status' | 'stock'>; label: string }[] = [
    { tab: {}, label: t('tabs.all') },
    ...(active ? [active] : []),
    ...(hidesStock ? [] : [low]),
    ...others,
  ];
  return (
    <Tabs label={t('tabs.label')}>
      {entries.map(({ tab, label }) => {
        const withTab = ({ q }: ProductFilters): ProductFilters => ({
          ...tab,
          ...(q !== undefined && { q }),
        });
        return (
          <Tab
            key={label}
            href={installPath(installId, productsPath(withTab(filters)))}
            current={filters.status === tab.status && filters.stock === tab.stock}
            onNavigate={() => change(withTab, 'push')}
          >
            {label}
          </Tab>
        );
      })}
    </Tabs>
  );
}
