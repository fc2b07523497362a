import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { useRight } from '@/components/ui/role-context';
import { CappedCount } from '@/components/ui/text/capped-count';
import { CallFirst, CashTotalList } from '@/components/ui/text/cash-total-list';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { HomeView } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';
import { currencyKey } from '@/lib/shared/numbers/money';

type CashCardProps = { installId: string; orders: NonNullable<HomeView['orders']> };
type Cash = CashCardProps['orders']['cash'];

/**
 * Card with the cash that is not in the store yet. A user who may see cash gets the totals of the cash notebook, with
 * the name and the age of the cash screen. Other users, and pages of a server of an earlier release, get the delivered
 * but unpaid orders.
 */
export function CashCard({ installId, orders }: CashCardProps) {
  const maySee = useRight('see_cash');
  const { notebook, callFirst = null } = orders;
  return maySee && notebook ? (
    <NotebookCard installId={installId} totals={notebook} callFirst={callFirst} />
  ) : (
    <UnpaidCard installId={installId} orders={orders} />
  );
}

type NotebookCardProps = {
  installId: string;
  totals: NonNullable<CashCardProps['orders']['notebook']>;
  /** Name of the carrier to call first; null if no carrier is late. */
  callFirst: string | null;
};

function NotebookCard({ installId, totals, callFirst }: NotebookCardProps) {
  const t = useTranslations('cash.totals');
  const linkOf = (currency: string) =>
    installPath(installId, `/cash?currency=${encodeURIComponent(currency)}#cash-orders`);
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-2" data-home="cash">
        {totals.length === 0 ? (
          <p className="text-sm text-ink-soft">{t('none')}</p>
        ) : (
          <CashTotalList linkOf={linkOf} totals={totals} />
        )}
        {callFirst !== null && <CallFirst name={callFirst} />}
        <NotebookLink installId={installId} />
      </div>
    </Card>
  );
}

function NotebookLink({ installId }: { installId: string }) {
  const t = useTranslations('home.cash');
  return (
    <Link
      href={installPath(installId, '/cash')}
      prefetch={false}
      className="inline-flex min-h-11 items-center self-start text-sm font-semibold text-brand hover:underline"
    >
      {t('notebook')}
    </Link>
  );
}

/**
 * Card with the money of orders that are delivered but unpaid: the sum, the oldest order, a row of ages, and the
 * carriers. A separate count shows the orders that are known to be paid by cash on delivery. The payment method is
 * known only for orders that were made in the app (U2).
 */
function UnpaidCard({ installId, orders: { cash, counts, oldest } }: CashCardProps) {
  const t = useTranslations('home.cash');
  const maySee = useRight('see_cash');
  const { oldestAt, path } = oldest.cash_to_collect;
  return (
    <Card title={t('title')}>
      {cash.orders === 0 ? (
        <p className="text-sm text-ink-soft">{t('empty')}</p>
      ) : (
        <div className="flex flex-col gap-4" data-home="cash">
          <Link
            href={installPath(installId, path)}
            prefetch={false}
            data-work="cash_to_collect"
            className="-mx-2 flex flex-col gap-1 rounded-control px-2 py-1 hover:bg-sunken"
          >
            {/* One currency per line, so that two amounts are not read as one. */}
            <span className="flex flex-col items-start gap-1 text-2xl leading-tight font-bold">
              <Sums of={cash} isMore={cash.isMore} />
            </span>
            <span className="text-sm">{t('orders', { count: cash.orders })}</span>
            <span className="text-sm text-ink-soft">
              {counts.knownCash > 0 &&
                t.rich('known', { count: () => <CappedCount key="count" value={counts.knownCash} /> })}{' '}
              {oldestAt && t.rich('oldest', { age: () => <RelativeTime key="age" at={oldestAt} /> })}
            </span>
          </Link>
          <Ages installId={installId} ages={cash.ages} />
          {cash.carriers && <Carriers carriers={cash.carriers} unread={cash.unreadCarriers} />}
          {maySee && <NotebookLink installId={installId} />}
        </div>
      )}
    </Card>
  );
}

function Sums({ of: { sums }, isMore }: { of: Pick<Cash, 'sums'>; isMore: boolean }) {
  return sums.map((sum) => (
    <span key={currencyKey(sum)} className="whitespace-nowrap">
      <MoneyText money={sum} />
      {isMore && '+'}
    </span>
  ));
}

/**
 * Row with the ages of the unpaid orders, in ranges such as "up to 3 days". Each range links to the list of its orders.
 */
function Ages({ installId, ages }: { installId: string; ages: Cash['ages'] }) {
  const t = useTranslations('home.cash');
  const format = useFormatter();
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs font-semibold text-ink-soft">{t('age')}</h3>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {ages.map((range) => (
          <li key={range.fromDays}>
            <Link
              href={installPath(installId, range.path)}
              prefetch={false}
              data-age={range.fromDays}
              className="flex h-full min-h-11 flex-col rounded-control border border-line px-3 py-2 text-sm hover:bg-sunken"
            >
              <span className="text-ink-soft">
                {range.toDays === null
                  ? t('ageOpen', { count: range.fromDays })
                  : t('ageRange', { from: range.fromDays, count: range.toDays })}
              </span>
              <span className="font-semibold">
                {format.number(range.orders)}
                {range.isMore && '+'}
              </span>
              <span className="flex flex-col text-xs">
                <Sums of={range} isMore={range.isMore} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

type CarriersProps = { carriers: NonNullable<Cash['carriers']>; unread: Cash['unreadCarriers'] };

function Carriers({ carriers, unread }: CarriersProps) {
  const t = useTranslations('home.cash');
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs font-semibold text-ink-soft">{t('carriers')}</h3>
      <ul className="flex flex-col divide-y divide-line text-sm">
        {carriers.map((carrier) => (
          <li key={carrier.name ?? ''} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            {carrier.name === null ? <span>{t('noCarrier')}</span> : <bdi>{carrier.name}</bdi>}
            <span className="flex items-start gap-x-3">
              <span className="text-ink-soft">{t('count', { count: carrier.orders })}</span>
              <span className="flex flex-col items-end">
                <Sums of={carrier} isMore={false} />
              </span>
            </span>
          </li>
        ))}
        {unread && (
          <li className="flex flex-col py-1.5" data-unread-carriers={unread.orders}>
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>{t('unread', { count: unread.orders })}</span>
              <span className="flex flex-col items-end">
                <Sums of={unread} isMore={false} />
              </span>
            </span>
            <span className="text-xs text-ink-soft">{t('unreadHint')}</span>
          </li>
        )}
      </ul>
    </div>
  );
}
