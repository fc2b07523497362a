import { clsx } from 'clsx';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { MoneyText } from '@/components/ui/text/money-text';
import { totalInCurrency } from '@/lib/orders/order/total-in-currency';
import { reconcileLines } from '@/lib/orders/reconcile-lines';
import type { OrderView } from '@/lib/orders/order-view';
import type { Money } from '@/lib/shared/numbers/money';

type OrderTotalsProps = {
  order: OrderView['order'];
  discountReason: string | null;
  /** The store's own currency. */
  storeCurrency: { code: string; decimals: number };
};

/** Totals of an order as the platform reports them, and a warning if the lines do not add up to them. */
export function OrderTotals({ order, discountReason, storeCurrency }: OrderTotalsProps) {
  const t = useTranslations('order.totals');
  const { discountInLines, differenceMinor } = reconcileLines(order);
  const negative = (money: Money): Money => ({ ...money, amount_minor: -money.amount_minor });
  const rate = order.exchange_rate;
  const inStore = totalInCurrency(order, storeCurrency);
  return (
    <>
      <dl className="flex flex-col gap-1.5 border-t border-line pt-3 text-sm">
        <Row label={t('subtotal')} money={order.subtotal} />
        {order.discount.amount_minor !== 0 && (
          <Row
            label={
              <>
                {t(discountInLines ? 'discountInLines' : 'discount')}{' '}
                {discountReason && <bdi>({discountReason})</bdi>}
              </>
            }
            money={negative(order.discount)}
          />
        )}
        <Row label={t('shipping')} money={order.shipping} />
        {order.tax.amount_minor !== 0 && <Row label={t('tax')} money={order.tax} />}
        <Row label={t('total')} money={order.total} strong />
        {inStore && <Row label={t('inStore', { currency: storeCurrency.code })} money={inStore} />}
        {order.paid.amount_minor !== 0 && <Row label={t('paid')} money={order.paid} />}
        {order.refunded.amount_minor !== 0 && <Row label={t('refunded')} money={negative(order.refunded)} />}
        {rate && (
          <Row label={t('rate')}>
            <MoneyText money={{ amount_minor: 1, currency: storeCurrency.code, decimals: 0 }} />
            <span> = </span>
            <MoneyText
              money={{ amount_minor: rate.scaled, currency: order.total.currency, decimals: rate.scale }}
            />
          </Row>
        )}
      </dl>
      {differenceMinor !== 0 && (
        <p className="mt-2 text-xs text-warn">
          {t.rich('difference', {
            amount: () => <MoneyText money={{ ...order.subtotal, amount_minor: differenceMinor }} />,
          })}
        </p>
      )}
    </>
  );
}

type RowProps = { label: ReactNode; strong?: boolean } & ({ money: Money } | { children: ReactNode });

function Row({ label, strong, ...value }: RowProps) {
  return (
    <div
      className={clsx(
        'flex items-baseline justify-between gap-4',
        strong ? 'border-t border-line pt-2 text-base font-bold' : 'text-ink-soft',
      )}
    >
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">
        {'money' in value ? <MoneyText money={value.money} /> : value.children}
      </dd>
    </div>
  );
}
