'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Banknote } from 'lucide-react';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PagedList } from '@/components/ui/list/paged-list';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/list/table';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';
import { Tab, Tabs } from '@/components/ui/tabs';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { type CashFilters, cashPath } from '@/lib/cash/cash-list-url';
import {
  type CarrierView,
  type CashListItem,
  type CashState,
  cashStates,
  lateFromDays,
} from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';
import { currencySign } from '@/lib/shared/numbers/money';
import { cashOrdersOptions } from './cash-queries';

/** Color of the badge for each state of an order's cash. */
const tones: Record<CashState, Tone> = {
  to_hand_over: 'neutral',
  with_carrier: 'info',
  delivered: 'warn',
  short: 'bad',
  remitted: 'good',
  written_off: 'neutral',
};

/** From this number of days, a date is shown with its year. */
const yearDays = 365;

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
 * currency.
 */
export function CashOrders({ installId, filters, carriers, change, ...open }: CashOrdersProps) {
  const t = useTranslations('cash');
  const read = useInfiniteQuery(cashOrdersOptions(installId, filters));
  const locale = useLocale();
  const { state, carrier, currency } = filters;
  // The list of carriers may not contain the carrier of the filter. The carrier's name is then taken from the first
  // order, because all orders in the filtered list have this carrier.
  const filtered =
    carriers.find(({ id }) => id === carrier)?.name ?? read.data?.pages[0]?.orders[0]?.carrierName;
  const noCarrier = t('balances.noCarrier');
  const isNewestFirst = state === 'remitted' || state === 'written_off';
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
        <p className="text-sm text-ink-soft">{t(isNewestFirst ? 'list.newestFirst' : 'list.oldestFirst')}</p>
      </div>
      <Tabs label={t('tabs.label')}>
        {[null, ...cashStates].map((one) => (
          <Tab
            key={one ?? ''}
            href={installPath(installId, cashPath(withState(filters, one)))}
            current={(state ?? null) === one}
            onNavigate={() => change((now) => withState(now, one), 'push')}
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
              <EmptyState icon={<Banknote />} title={t('list.empty')}>
                {t(`list.emptyHint.${state ?? 'owed'}`)}
              </EmptyState>
            );
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

type OrderRowProps = Pick<CashOrdersProps, 'installId' | 'onRecord' | 'onAssign'> & {
  order: CashListItem;
  carrierName: string;
};

/**
 * Row of one order. It shows first the amount, then who has the cash and for how many days, then the order and what to
 * do. The cells have the same sequence in the document and on the screen, so the keyboard focus moves in the visible
 * sequence. A press anywhere on the row opens the order.
 */
function OrderRow({ installId, order, carrierName, onRecord, onAssign }: OrderRowProps) {
  const t = useTranslations('cash');
  const { orderId, number, customerName, tracking, state, since, open, due, isPaid, isPartShipped } = order;
  const next = nextStepOf(order);
  // The button that chooses the carrier is then the next step. So the row does not name that step a second time.
  const mustChoose = next === 'chooseCarrier' && onAssign !== null;
  return (
    <Row data-cash-order={orderId} data-state={state}>
      <Cell>
        <span className="block text-base font-bold max-sm:text-xl">
          <MoneyText money={open} />
        </span>
        {open.amount_minor !== due.amount_minor && (
          <span className="block text-xs text-ink-soft">
            {t.rich('list.due', { amount: () => <MoneyText key="amount" money={due} /> })}
          </span>
        )}
      </Cell>
      <Cell className="max-sm:text-end">
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        {isPartShipped && <span className="mt-1 block text-xs text-ink-soft">{t('list.partShipped')}</span>}
        {isPaid && <span className="mt-1 block text-xs text-ink-soft">{t('list.paid')}</span>}
      </Cell>
      <Cell className="min-w-0 break-words text-ink-soft">
        <bdi>{carrierName}</bdi>
        {onAssign && (
          <Button
            variant={mustChoose ? 'secondary' : 'quiet'}
            // The text of a quiet button begins below the carrier's name: the padding is outside the cell.
            className={clsx('relative z-10', !mustChoose && '-ms-3.5')}
            aria-label={t(mustChoose ? 'assign.whoOf' : 'assign.of', { number, carrier: carrierName })}
            onClick={() => onAssign(order)}
          >
            {t(mustChoose ? 'assign.who' : 'assign.change')}
          </Button>
        )}
      </Cell>
      <Cell className="text-ink-soft max-sm:text-end max-sm:text-xs">
        {isOut(order) ? <Age order={order} /> : <RelativeTime at={since} />}
      </Cell>
      <Cell className="min-w-0">
        <Link
          href={installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}
          prefetch={false}
          className="inline-flex min-h-11 items-center font-bold text-brand after:absolute after:inset-0 hover:underline"
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
        {customerName !== null && (
          <p className="break-words" data-customer>
            <bdi>{customerName}</bdi>
          </p>
        )}
        {tracking.length > 0 && (
          <p className="text-xs break-words text-ink-soft" data-tracking>
            {t.rich('list.tracking', {
              numbers: () => (
                <bdi key="numbers" dir="ltr">
                  {tracking.join(' · ')}
                </bdi>
              ),
            })}
          </p>
        )}
        {next && !mustChoose && (
          <p className="text-xs text-ink-soft" data-next={next}>
            {t(`list.next.${next}`)}
          </p>
        )}
      </Cell>
      <Cell className="text-end">
        {onRecord && open.amount_minor > 0 && (
          <Button
            variant={mustChoose ? 'quiet' : 'secondary'}
            className="relative z-10"
            aria-label={t('list.recordFor', { number, carrier: carrierName })}
            onClick={() => onRecord(order)}
          >
            {t('list.record')}
          </Button>
        )}
      </Cell>
    </Row>
  );
}

/** Returns true if the goods or the cash of an order are outside the store. */
const isOut = ({ state }: CashListItem) =>
  state === 'with_carrier' || state === 'delivered' || state === 'short';

/**
 * Shows for how many days the goods or the cash of an order have been outside the store, and since which date. A badge
 * says if the cash is late. The days are not the days by which it is late, because late begins at `lateFromDays`.
 */
function Age({ order: { state, since, days } }: { order: CashListItem }) {
  const t = useTranslations('cash');
  const format = useFormatter();
  const date = new Date(since);
  const isLate = state !== 'with_carrier' && days >= lateFromDays;
  return (
    <>
      {/* While the table is narrow, the line may break between its two parts, so that all columns fit. */}
      <span className="block whitespace-nowrap sm:max-lg:whitespace-normal" data-days={days}>
        <span className="font-semibold whitespace-nowrap text-ink">{t('list.days', { count: days })}</span>
        {' · '}
        {days === 0 ? (
          <RelativeTime at={since} />
        ) : (
          <time
            dateTime={since}
            title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'short' })}
            className="whitespace-nowrap"
          >
            {format.dateTime(date, {
              day: 'numeric',
              month: 'short',
              year: days < yearDays ? undefined : 'numeric',
            })}
          </time>
        )}
      </span>
      {isLate && (
        <span className="mt-1 block" data-late>
          <Badge tone="warn">{t('balances.late')}</Badge>
        </span>
      )}
    </>
  );
}

/** Returns what the user should do next with the cash of an order; null if there is nothing to do. */
function nextStepOf({ state, carrierId, isPaid, open, isCarrierUnread }: CashListItem) {
  if (state === 'remitted') return isPaid ? null : 'markPaid';
  if (state === 'written_off') return null;
  if (isPaid && open.amount_minor > 0) return 'paidInStore';
  if (state === 'to_hand_over') return 'ship';
  if (carrierId === null) return isCarrierUnread ? null : 'chooseCarrier';
  if (state === 'with_carrier') return 'deliver';
  return state === 'short' ? 'collectRest' : 'collect';
}

const withState = ({ state: _, ...others }: CashFilters, next: CashState | null): CashFilters => ({
  ...(next && { state: next }),
  ...others,
});
