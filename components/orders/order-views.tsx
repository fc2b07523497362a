'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
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

/** The standard views as tabs: links, since each is an address. On a phone they scroll sideways in their strip. */
export function OrderViews({ installId, text, change }: OrderViewsProps) {
  const t = useTranslations('orders.views');
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const active = strip.current?.querySelector('[aria-current]');
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [text]);
  return (
    <nav aria-label={t('label')} className="-mx-3 border-b border-line sm:mx-0">
      <ul
        ref={strip}
        className="flex scroll-px-6 overflow-x-auto overscroll-x-contain px-3 [scrollbar-width:none] sm:px-0"
      >
        {views.map((view) => {
          const filters = standardViews[view];
          const isActive = urlOfFilters(filters).toString() === text;
          return (
            <li key={view} className="shrink-0">
              <Link
                href={ordersPath(installId, filters)}
                prefetch={false}
                aria-current={isActive ? 'page' : undefined}
                onNavigate={(event) => {
                  event.preventDefault();
                  change(() => filters);
                }}
                className={clsx(
                  'flex min-h-11 items-center border-b-2 px-3 text-sm font-semibold whitespace-nowrap -outline-offset-2',
                  isActive
                    ? 'border-brand text-brand-strong'
                    : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                {t(view)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
