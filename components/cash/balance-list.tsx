import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useCurrencyName } from '@/components/ui/text/currency-name';
import { CashTotalList } from '@/components/ui/text/cash-total-list';
import { MoneyText } from '@/components/ui/text/money-text';
import { cashOrdersPath } from '@/lib/cash/cash-list-url';
import { ageFromDays, type CarrierView, type CashBalance, unreadCarriersMax } from '@/lib/cash/cash-view';
import {
  type CarrierBalances,
  groupBalances,
  lateOf,
  overpaidOf,
  sumBalances,
} from '@/lib/cash/sum-balances';
import { dateParts } from '@/lib/shared/locale';
import { currencyKey } from '@/lib/shared/numbers/money';
import { CarrierContact } from './carrier-contact';

type BalanceListProps = {
  installId: string;
  storeName: string;
  balances: readonly CashBalance[];
  carriers: readonly CarrierView[];
  /** Number of owed orders without a carrier, because the app has not yet read their shipments. */
  unreadCarriers: number;
  /** True if no other carrier owes cash, so that the sums of this carrier are those of the whole store. */
  isOnly: boolean;
  /**
   * Opens the form that records the cash of a carrier in one currency. Null if the user has no right to record cash.
   */
  onRecord: ((carrierId: string, currency: string) => void) | null;
  /** Opens the form of a carrier. Null if the user may not change carriers. */
  onEdit: ((carrier: CarrierView) => void) | null;
  /**
   * Opens the form that sets the carrier of several orders. `hasUnread`: also of orders whose shipments the app has not
   * read. Null if the user has no right to record cash.
   */
  onAssign: ((hasUnread: boolean) => void) | null;
};

/**
 * Lists what each carrier owes: one block for each carrier, with one part for each currency. The carrier with the
 * oldest unpaid order comes first.
 */
export function BalanceList({ balances, ...props }: BalanceListProps) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {groupBalances(balances).map((group, index) => (
        <CarrierBlock key={group.carrierId ?? ''} group={group} isFirst={index === 0} {...props} />
      ))}
    </ul>
  );
}

type CarrierBlockProps = Omit<BalanceListProps, 'balances'> & { group: CarrierBalances; isFirst: boolean };

function CarrierBlock({
  group,
  isFirst,
  installId,
  storeName,
  carriers,
  unreadCarriers,
  isOnly,
  ...open
}: CarrierBlockProps) {
  const t = useTranslations('cash.balances');
  const tCarrier = useTranslations('cash.carrier');
  const format = useFormatter();
  const { carrierId, balances, oldest, isLate } = group;
  const carrier = carriers.find(({ id }) => id === carrierId);
  const { onEdit, onRecord, onAssign } = open;
  // Nobody can hand over the cash of orders without a carrier. So the user first chooses who has it, in the list below.
  // If the app has not yet read the carrier of an order, the user has nothing to choose.
  const unread = carrierId === null ? unreadCarriers : 0;
  // At most `unreadCarriersMax` orders were looked at, so more of them may be unread.
  const isNamedByNobody = carrierId === null && unread < Math.min(ordersOf(balances), unreadCarriersMax);
  const name = group.carrierName ?? t(isNamedByNobody ? 'noCarrier' : 'unreadName');
  // The store names a carrier soon after the shipment. If it did not do so for days, the user need not wait any longer.
  const orders = ordersOf(balances);
  const isAllLate = balances.reduce((sum, one) => sum + lateOf(one).orders, 0) === orders;
  const isOverdue = unread > 0 && isAllLate;
  const toAssign = isOverdue ? orders : isNamedByNobody ? orders - unread : 0;
  return (
    <li data-balance={carrierId ?? 'none'} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 text-lg font-bold break-words">
            <bdi>{name}</bdi>
            {/* If all of it is late, the text below the sum says so. */}
            {isLate && ((isFirst && carrierId !== null) || !isAllLate) && (
              <Badge tone="warn">{t(isFirst && carrierId !== null ? 'lateFirst' : 'late')}</Badge>
            )}
          </h3>
          <p className="text-sm text-ink-soft">
            {oldest &&
              !isOnly &&
              t('oldest', { date: format.dateTime(new Date(oldest.at), dateParts), count: oldest.days })}
          </p>
          {isNamedByNobody && <p className="text-sm text-ink-soft">{t('noCarrierHint')}</p>}
          {unread > 0 && (
            <p className="text-sm text-ink-soft" data-unread-carriers={unread}>
              {isNamedByNobody && `${t('unread', { count: unread })} `}
              {t(isOverdue ? 'unreadLate' : 'unreadHint')}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 text-sm max-sm:w-full">
          {carrier && <CarrierContact carrier={carrier} group={group} storeName={storeName} />}
          {carrier && onEdit && (
            <Button
              variant="quiet"
              aria-label={
                carrier.phone ? tCarrier('editOf', { name }) : t('of', { action: t('addPhone'), name })
              }
              onClick={() => onEdit(carrier)}
            >
              {carrier.phone ? tCarrier('edit') : t('addPhone')}
            </Button>
          )}
        </div>
      </div>
      {balances.map((balance, index) => (
        <CurrencyPart
          key={currencyKey(balance.sum)}
          balance={balance}
          name={name}
          isFirst={index === 0}
          isOneOfMany={balances.some(({ sum }) => sum.currency !== balance.sum.currency)}
          onRecord={onRecord}
          isOnly={isOnly}
          installId={installId}
        />
      ))}
      {onAssign && toAssign > 0 && (
        <Button variant="primary" className="self-start max-sm:w-full" onClick={() => onAssign(isOverdue)}>
          {t('assign', { count: toAssign })}
        </Button>
      )}
      <Link
        href={cashOrdersPath(installId, { carrier: carrierId ?? 'none' })}
        prefetch={false}
        aria-label={t('of', { action: t('show'), name })}
        className="inline-flex min-h-11 items-center self-start text-sm font-semibold text-brand hover:underline"
      >
        {t('show')}
      </Link>
    </li>
  );
}

const ordersOf = (balances: readonly CashBalance[]) =>
  balances.reduce((count, { orders }) => count + orders, 0);

type CurrencyPartProps = Pick<BalanceListProps, 'installId' | 'onRecord' | 'isOnly'> & {
  balance: CashBalance;
  name: string;
  /** True for the first currency of the carrier. Only its button is a main button. */
  isFirst: boolean;
  /** True if the carrier owes in several currencies. The text of the button then names the currency. */
  isOneOfMany: boolean;
};

/**
 * Part of a carrier's block for one currency: what the carrier owes, how much of that is late, and the button that
 * records a remittance.
 */
function CurrencyPart({
  balance,
  name,
  isFirst,
  isOneOfMany,
  isOnly,
  onRecord,
  installId,
}: CurrencyPartProps) {
  const t = useTranslations('cash.balances');
  const tTotals = useTranslations('cash.totals');
  const { carrierId, sum, orders } = balance;
  const currency = useCurrencyName()(sum.currency) ?? sum.currency;
  const overpaid = overpaidOf(balance);
  const late = lateOf(balance);
  return (
    <div data-owed={sum.currency} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {isOnly ? (
            <CashTotalList
              linkOf={(currency) => cashOrdersPath(installId, { currency })}
              totals={sumBalances([balance])}
            />
          ) : (
            <p className="text-2xl font-bold">
              <MoneyText money={sum} />
            </p>
          )}
          <p className="text-sm text-ink-soft empty:hidden">
            {!isOnly && t('orders', { count: orders })}
            {overpaid.amount_minor > 0 && (
              <>
                {!isOnly && ' · '}
                {t.rich('over', { amount: () => <MoneyText key="amount" money={overpaid} /> })}
              </>
            )}
            {!isOnly && late.sum.amount_minor > 0 && (
              <span className="font-semibold text-warn">
                {' · '}
                {late.orders === orders
                  ? tTotals('allLate')
                  : t.rich('lateAmount', { amount: () => <MoneyText key="amount" money={late.sum} /> })}
              </span>
            )}
          </p>
        </div>
        {onRecord && carrierId !== null && (
          <Button
            variant={isFirst ? 'primary' : 'secondary'}
            className="max-sm:w-full"
            // The name of the button begins with its text, so that a user can say the text to press the button.
            aria-label={t('recordOf', { name, currency })}
            onClick={() => onRecord(carrierId, sum.currency)}
          >
            {isOneOfMany ? t('recordIn', { currency }) : t('record')}
          </Button>
        )}
      </div>
      <Ages ages={balance.ages} />
    </div>
  );
}

/** The amounts by age. Ages without orders are left out. If all orders have one age, its amount is the sum above. */
function Ages({ ages }: { ages: CashBalance['ages'] }) {
  const t = useTranslations('cash.balances');
  if (ages.filter(({ orders }) => orders > 0).length < 2) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs font-semibold text-ink-soft">{t('ages')}</p>
      <dl className="grid grid-cols-2 gap-2 text-sm sm:grid-cols-4">
        {ages.map(({ sum, orders }, index) => {
          const from = ageFromDays[index] ?? 0;
          const next = ageFromDays[index + 1];
          if (orders === 0) return null;
          return (
            <div key={from} className="rounded-control bg-sunken px-3 py-2" data-age={from}>
              <dt className="text-xs text-ink-soft">
                {next === undefined
                  ? t('ageOpen', { count: from })
                  : t('ageRange', { from, count: next - 1 })}
              </dt>
              <dd className="font-semibold">
                <MoneyText money={sum} />
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
