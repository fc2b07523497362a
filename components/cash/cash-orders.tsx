'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PagedList } from '@/components/ui/list/paged-list';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/list/table';
import { Tab, Tabs } from '@/components/ui/tabs';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { type CashFilters, cashPath } from '@/lib/cash/cash-list-url';
import { type CarrierView, type CashOrderItem, type CashState, cashStates } from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';
import { currencySign } from '@/lib/shared/numbers/money';
import { cashOrdersOptions } from './cash-queries';

/** Color of the badge for each cash state of an order. */
const tones: Record<CashState, Tone> = {
  to_hand_over: 'neutral',
  with_carrier: 'info',
  delivered: 'warn',
  short: 'bad',
  remitted: 'good',
  written_off: 'neutral',
};

type CashOrdersProps = {
  installId: string;
  filters: CashFilters;
  carriers: readonly CarrierView[];
  onFilter: (filters: CashFilters) => void;
  /** Opens the form that records the cash of one order. Null if the user has no right to record cash. */
  onRecord: ((order: CashOrderItem) => void) | null;
  /** Opens the form that chooses the carrier of an order. Null if the user has no right to record cash. */
  onAssign: ((order: CashOrderItem) => void) | null;
};

/** List of the orders in the cash notebook, filtered by state, carrier and currency. */
export function CashOrders({ installId, filters, carriers, onFilter, ...open }: CashOrdersProps) {
  const t = useTranslations('cash');
  const read = useInfiniteQuery(cashOrdersOptions(installId, filters));
  const locale = useLocale();
  const { state, ...others } = filters;
  const { carrier, currency } = others;
  const withState = (next: CashState | null): CashFilters => ({
    ...(next && { state: next }),
    ...others,
  });
  // If the list of carriers does not contain the carrier of the filter, the carrier's name comes from the first order.
  // All orders in the list have the carrier of the filter.
  const filtered =
    carriers.find(({ id }) => id === carrier)?.name ?? read.data?.pages[0]?.orders[0]?.carrierName;
  const noCarrier = t('balances.noCarrier');
  return (
    <section aria-label={t('list.title')} className="flex flex-col gap-3" data-cash-orders>
      <Tabs label={t('tabs.label')}>
        {[null, ...cashStates].map((one) => (
          <Tab
            key={one ?? ''}
            href={installPath(installId, cashPath(withState(one)))}
            current={(state ?? null) === one}
            onNavigate={() => onFilter(withState(one))}
          >
            {one ? t(`state.${one}`) : t('tabs.owed')}
          </Tab>
        ))}
      </Tabs>
      {carrier !== undefined && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span>
            {t.rich('list.of', { name: () => <bdi key="name">{filtered ?? noCarrier}</bdi> })}
            {currency !== undefined && (
              <>
                {' · '}
                <bdi>{currencySign(currency, locale)}</bdi>
              </>
            )}
          </span>
          <Button onClick={() => onFilter(state ? { state } : {})}>{t('list.all')}</Button>
        </div>
      )}
      <PagedList
        query={read}
        words={{ loading: t('list.loading'), more: t('list.more'), moreFailed: t('list.moreFailed') }}
      >
        {(pages) => {
          const orders = pages.flatMap((page) => page.orders);
          if (orders.length === 0) return <EmptyState icon={<Banknote />} title={t('list.empty')} />;
          return (
            <Table caption={t('list.title')} head={<Head />}>
              {orders.map((order) => (
                <OrderRow
                  key={order.orderId}
                  installId={installId}
                  order={order}
                  carrierName={order.carrierName ?? noCarrier}
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
      <HeaderCell>{t('order')}</HeaderCell>
      <HeaderCell>{t('state')}</HeaderCell>
      <HeaderCell>{t('carrier')}</HeaderCell>
      <HeaderCell>{t('since')}</HeaderCell>
      <HeaderCell className="text-end">{t('open')}</HeaderCell>
      <HeaderCell className="text-end">{t('action')}</HeaderCell>
    </>
  );
}

type OrderRowProps = Pick<CashOrdersProps, 'installId' | 'onRecord' | 'onAssign'> & {
  order: CashOrderItem;
  carrierName: string;
};

/** On a phone, the card says how much first, then from whom and since when, then the order and what to do. */
function OrderRow({ installId, order, carrierName, onRecord, onAssign }: OrderRowProps) {
  const t = useTranslations('cash');
  const { orderId, number, state, since, open, due, isPaid, isPartShipped } = order;
  return (
    <Row data-cash-order={orderId} data-state={state}>
      <Cell className="min-w-0 max-sm:order-5">
        <Link
          href={installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}
          prefetch={false}
          className="inline-flex min-h-11 items-center font-bold text-brand hover:underline"
        >
          <span>
            {t.rich('list.number', {
              number: () => (
                <bdi key="number" dir="ltr">
                  {number || orderId}
                </bdi>
              ),
            })}
          </span>
        </Link>
      </Cell>
      <Cell className="max-sm:order-2 max-sm:text-end">
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        {isPartShipped && <span className="mt-1 block text-xs text-ink-soft">{t('list.partShipped')}</span>}
        {isPaid && <span className="mt-1 block text-xs text-ink-soft">{t('list.paid')}</span>}
      </Cell>
      <Cell className="min-w-0 break-words text-ink-soft max-sm:order-3">
        <bdi>{carrierName}</bdi>
        {onAssign && (
          <Button variant="quiet" aria-label={t('assign.of', { number })} onClick={() => onAssign(order)}>
            {t('assign.change')}
          </Button>
        )}
      </Cell>
      <Cell className="text-ink-soft max-sm:order-4 max-sm:text-end max-sm:text-xs">
        <RelativeTime at={since} />
      </Cell>
      <Cell className="max-sm:order-1 sm:text-end">
        <span className="block text-base font-bold max-sm:text-xl">
          <MoneyText money={open} />
        </span>
        {open.amount_minor !== due.amount_minor && (
          <span className="block text-xs text-ink-soft">
            {t.rich('list.due', { amount: () => <MoneyText key="amount" money={due} /> })}
          </span>
        )}
      </Cell>
      <Cell className="text-end max-sm:order-6">
        {onRecord && open.amount_minor > 0 && (
          <Button aria-label={t('list.recordFor', { number })} onClick={() => onRecord(order)}>
            {t('list.record')}
          </Button>
        )}
      </Cell>
    </Row>
  );
}
