'use client';

import { useTranslations } from 'next-intl';
import { Tab, Tabs } from '@/components/ui/tabs';
import { urlOfFilters } from '@/lib/orders/order-list-url';
import { standardViews } from '@/lib/orders/standard-views';
import { type ChangeFilters, ordersPath } from './use-order-filters';

type OrderViewsProps = {
  installId: string;
  /** Canonical text of the filters that are shown. */
  text: string;
  change: ChangeFilters;
};

const views = Object.keys(standardViews) as (keyof typeof standardViews)[];

/** The standard views as tabs. */
export function OrderViews({ installId, text, change }: OrderViewsProps) {
  const t = useTranslations('orders.views');
  return (
    <Tabs label={t('label')}>
      {views.map((view) => {
        const filters = standardViews[view];
        return (
          <Tab
            key={view}
            href={ordersPath(installId, filters)}
            current={urlOfFilters(filters).toString() === text}
            onNavigate={() => change(() => filters)}
          >
            {t(view)}
          </Tab>
        );
      })}
    </Tabs>
  );
}
