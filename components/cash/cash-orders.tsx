'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PagedList } from '@/components/ui/list/paged-list';
import { SearchField } from '@/components/ui/form/search-field';
import { HeaderCell, Table } from '@/components/ui/list/table';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';
import { Tab, Tabs } from '@/components/ui/tabs';
import { type CashFilters, cashPath } from '@/lib/cash/cash-list-url';
import { type CarrierView, type CashListItem, type CashState, cashStates } from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';
import { currencySign } from '@/lib/shared/numbers/money';
import { isLate, type NextStep, OrderRow } from './cash-order-row';
import { cashOrdersOptions } from './cash-queries';

/** The next steps of the orders in each tab. The first one is named above the list. */
const stepsOfTab: Record<CashState | 'owed', readonly NextStep[]> = {
  owed: ['collect', 'collectRest'],
  to_hand_over: ['ship'],
  with_carrier: ['deliver'],
  delivered: ['collect'],
  short: ['collectRest'],
  paid: ['paidInStore'],
  remitted: [],
  written_off: [],
};

type CashOrdersProps = {
  installId: string;
  filters: CashFilters;
  carriers: readonly CarrierView[];
  change: ChangeUrl<CashFilters>;
  /** Opens the form that records the cash of one order. Null if the user has no right to record cash. */
  onRecord: ((order: CashListItem) => void) | null;
  /** Opens the form that chooses the carrier of an order. Null if the user has no right to record cash. */
  onAssign: ((order: CashListItem) => void) | null;
};

/**
 * List of the orders in the cash notebook (the app's records about the cash of orders), filtered by state, carrier and
 * currency, or found by an order number or a tracking number. A search finds orders of every state. One text above the
 * list names the next step of its orders, so that the rows are short.
 */
export function CashOrders({ installId, filters, carriers, change, ...open }: CashOrdersProps) {
  const t = useTranslations('cash');
  const read = useInfiniteQuery(cashOrdersOptions(installId, filters));
  const locale = useLocale();
  const { state, carrier, currency, q } = filters;
  // The list of carriers may not contain the carrier of the filter. The carrier's name is then taken from the first
  // order, because all orders in the filtered list have this carrier.
  const filtered =
    carriers.find(({ id }) => id === carrier)?.name ?? read.data?.pages[0]?.orders[0]?.carrierName;
  const noCarrier = t('balances.noCarrier');
  const isNewestFirst = q !== undefined || state === 'remitted' || state === 'written_off';
  const namedSteps = q === undefined ? stepsOfTab[state ?? 'owed'] : [];
  const [step] = namedSteps;
  const search = useCallback(
    (text: string) => change(({ q: _, ...now }) => (text === '' ? now : { ...now, q: text }), 'replace'),
    [change],
  );
  return (
    <section
      id="cash-orders"
      aria-labelledby="cash-orders-title"
      className="flex scroll-mt-20 flex-col gap-3"
      data-cash-orders
    >
      <div>
        <h2 id="cash-orders-title" className="text-base font-bold">
          {t('list.title')}
        </h2>
        <p className="text-sm text-ink-soft" data-list-step={step}>
          {step && `${t(`list.next.${step}`)} · `}
          {t(isNewestFirst ? 'list.newestFirst' : 'list.oldestFirst')}
        </p>
      </div>
      <SearchField
        q={q ?? ''}
        onSearch={search}
        words={{
          label: t('list.search.label'),
          placeholder: t('list.search.placeholder'),
          clear: t('list.search.clear'),
        }}
        searching={q !== undefined && read.isFetching}
      />
      <Tabs label={t('tabs.label')}>
        {[null, ...cashStates].map((one) => (
          <Tab
            key={one ?? ''}
            href={installPath(installId, cashPath(withState(filters, one)))}
            current={q === undefined && (state ?? null) === one}
            onNavigate={() => change((now) => withState(now, one), 'push')}
          >
            {one ? t(`state.${one}`) : t('tabs.owed')}
          </Tab>
        ))}
      </Tabs>
      {(carrier ?? currency) !== undefined && q === undefined && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span>
            {carrier !== undefined &&
              t.rich('list.of', { name: () => <bdi key="name">{filtered ?? noCarrier}</bdi> })}
            {currency !== undefined && (
              <>
                {carrier !== undefined && ' · '}
                <bdi>{currencySign(currency, locale)}</bdi>
              </>
            )}
          </span>
          <Button onClick={() => change((now) => (now.state ? { state: now.state } : {}), 'push')}>
            {t('list.all')}
          </Button>
        </div>
      )}
      <PagedList
        query={read}
        words={{ loading: t('list.loading'), more: t('list.more'), moreFailed: t('list.moreFailed') }}
      >
        {(pages) => {
          const orders = pages.flatMap((page) => page.orders);
          if (orders.length === 0)
            return (
              <EmptyState icon={<Banknote />} title={t(q === undefined ? 'list.empty' : 'list.search.none')}>
                {q === undefined ? t(`list.emptyHint.${state ?? 'owed'}`) : t('list.search.noneHint')}
              </EmptyState>
            );
          // If all orders of the list are late, the text at the sum says so, and a badge on each row would repeat it.
          const marksLate = q !== undefined || !orders.every(isLate);
          return (
            <Table caption={t('list.title')} head={<Head />}>
              {orders.map((order) => (
                <OrderRow
                  key={order.orderId}
                  installId={installId}
                  order={order}
                  carrierName={
                    order.carrierName ?? (order.isCarrierUnread ? t('balances.unreadName') : noCarrier)
                  }
                  namedSteps={namedSteps}
                  marksLate={marksLate}
                  isStateNamed={q === undefined && order.state === (state ?? 'delivered')}
                  {...open}
                />
              ))}
            </Table>
          );
        }}
      </PagedList>
    </section>
  );
}

function Head() {
  const t = useTranslations('cash.list.columns');
  return (
    <>
      <HeaderCell>{t('open')}</HeaderCell>
      <HeaderCell>{t('state')}</HeaderCell>
      <HeaderCell>{t('carrier')}</HeaderCell>
      <HeaderCell>{t('since')}</HeaderCell>
      <HeaderCell>{t('order')}</HeaderCell>
      <HeaderCell className="text-end">{t('action')}</HeaderCell>
    </>
  );
}

const withState = ({ state: _, q: __, ...others }: CashFilters, next: CashState | null): CashFilters => ({
  ...(next && { state: next }),
  ...others,
});
