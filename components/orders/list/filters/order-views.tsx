'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { orderWorkOptions } from '@/components/orders/shared/orders-queries';
import { Tab, Tabs } from '@/components/ui/tabs';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { ordersPath, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { standardViews } from '@/lib/orders/views/standard-views';
import { installPath } from '@/lib/shared/install-path';
import type { ChangeFilters } from './use-order-filters';
import { withoutSort } from './use-saved-views';

type OrderViewsProps = {
  installId: string;
  /** Current filters of the orders list as canonical text: equal filters always have the same text. */
  text: string;
  /** Saved views of the orders list. The tabs of the saved views come after the tabs of the standard views. */
  views: { id: string; name: string; filters: OrderListFilters }[];
  change: ChangeFilters;
};

const standard = Object.keys(standardViews) as (keyof typeof standardViews)[];

/**
 * Tabs of the orders list, one for each standard view and each saved view. If a standard view contains orders that need
 * work, its tab shows how many.
 */
export function OrderViews({ installId, text, views, change }: OrderViewsProps) {
  const t = useTranslations('orders.views');
  const { data: work } = useQuery(orderWorkOptions(installId));
  const tabs = [
    ...standard.map((view) => ({
      id: view,
      name: t(view),
      filters: standardViews[view] as OrderListFilters,
      // A view without orders that need work shows no number on its tab, so that a number always means work.
      count: (view !== 'all' && work?.[view]) || undefined,
    })),
    ...views.map((view) => ({ ...view, count: undefined })),
  ].map((tab) => ({ ...tab, text: urlOfFilters(tab.filters).toString() }));
  // The current tab is the view that has exactly the current filters and sort. If there is none, the current tab is the
  // view that has the current filters and another sort.
  const current =
    tabs.find((tab) => tab.text === text) ?? tabs.find((tab) => withoutSort(tab.text) === withoutSort(text));
  return (
    <Tabs label={t('label')}>
      {tabs.map(({ id, name, filters, count }) => (
        <Tab
          key={id}
          href={installPath(installId, ordersPath(filters))}
          current={id === current?.id}
          count={count}
          onNavigate={() => change(() => filters)}
        >
          {name}
        </Tab>
      ))}
    </Tabs>
  );
}
