'use client';

import { useTranslations } from 'next-intl';
import { Tab, Tabs } from '@/components/ui/tabs';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { ordersPath, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { standardViews } from '@/lib/orders/views/standard-views';
import { installPath } from '@/lib/shared/install-path';
import type { ChangeFilters } from './use-order-filters';

type OrderViewsProps = {
  installId: string;
  /** Current filters of the orders list, as text that is the same for equal filters. */
  text: string;
  /** Saved views of the orders list. Their tabs are after those of the standard views. */
  views: { id: string; name: string; filters: OrderListFilters }[];
  change: ChangeFilters;
};

const standard = Object.keys(standardViews) as (keyof typeof standardViews)[];

/** Tabs of the orders list: the standard views and the saved views. */
export function OrderViews({ installId, text, views, change }: OrderViewsProps) {
  const t = useTranslations('orders.views');
  const tabs = [
    ...standard.map((view) => ({
      id: view,
      name: t(view),
      filters: standardViews[view] as OrderListFilters,
    })),
    ...views,
  ];
  return (
    <Tabs label={t('label')}>
      {tabs.map(({ id, name, filters }) => (
        <Tab
          key={id}
          href={installPath(installId, ordersPath(filters))}
          current={urlOfFilters(filters).toString() === text}
          onNavigate={() => change(() => filters)}
        >
          {name}
        </Tab>
      ))}
    </Tabs>
  );
}
