import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { OrderView } from '@/lib/orders/order-view';
import { owedMinor } from '@/lib/orders/order/payment-facts';
import { reconcileLines } from '@/lib/orders/reconcile-lines';
import { type AppLocale, intlLocale } from '@/lib/shared/locale';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import { amountInWords } from '@/lib/shared/numbers/number-words';
import { paymentMethodKey } from '@/lib/shared/orders/payment-method';

type DocumentTotalsProps = {
  order: OrderView['order'];
  paymentMethod: string | null;
  discountReason: string | null;
  storeCurrency: string;
  locale: AppLocale;
};

/**
 * Totals on an invoice as the platform returns them. The last row is what the customer still has to pay. A refund does
 * not raise it, because the customer does not pay refunded money again. The total is also written in words.
 */
export async function DocumentTotals(props: DocumentTotalsProps) {
  const { order, paymentMethod, discountReason, storeCurrency, locale } = props;
  const t = await getTranslations({ locale, namespace: 'print.totals' });
  const amount = (money: Money) => <DocumentAmount money={money} locale={locale} />;
  const less = (money: Money) => amount({ ...money, amount_minor: -money.amount_minor });
  const { discountInLines } = reconcileLines(order);
  const { subtotal, discount, shipping, tax, total, paid, refunded, exchange_rate: rate } = order;
  const rows: { label: string; note?: string | null; value: ReactNode; strong?: boolean }[] = [
    { label: t('subtotal'), value: amount(subtotal) },
    ...(discount.amount_minor === 0
      ? []
      : [
          {
            label: t(discountInLines ? 'discountInLines' : 'discount'),
            note: discountReason,
            value: less(discount),
          },
        ]),
    { label: t('shipping'), value: amount(shipping) },
    ...(tax.amount_minor === 0 ? [] : [{ label: t('tax'), value: amount(tax) }]),
    { label: t('total'), value: amount(total), strong: true },
    { label: t('paid'), value: amount(paid) },
    ...(refunded.amount_minor === 0 ? [] : [{ label: t('refunded'), value: less(refunded) }]),
    { label: t('due'), value: amount({ ...total, amount_minor: owedMinor(order) }), strong: true },
  ];
  return (
    <>
      <dl className="paper-totals">
        {rows.map(({ label, note, value, strong }) => (
          <div key={label} className={strong ? 'paper-strong' : undefined}>
            <dt>
              {label} {note && <bdi>({note})</bdi>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {total.amount_minor > 0 && <p>{t('inWords', { words: amountInWords(total, locale) })}</p>}
      {paymentMethod !== null && (
        <p>
          {t.rich('paymentMethod', {
            method: () => (
              <DocumentPaymentMethod
                key="method"
                id={paymentMethod}
                isPickup={order.shipping_address === null}
                locale={locale}
              />
            ),
          })}
        </p>
      )}
      {rate && (
        <p>
          {t.rich('rate', {
            one: () => (
              <DocumentAmount
                key="one"
                money={{ amount_minor: 1, currency: storeCurrency, decimals: 0 }}
                locale={locale}
              />
            ),
            other: () => (
              <DocumentAmount
                key="other"
                money={{ amount_minor: rate.scaled, currency: total.currency, decimals: rate.scale }}
                locale={locale}
              />
            ),
          })}
        </p>
      )}
    </>
  );
}

type DocumentPaymentMethodProps = { id: string; isPickup: boolean; locale: AppLocale };

/** Name of a payment method in the language of the printed document. If the method is unknown, its id is printed. */
async function DocumentPaymentMethod({ id, isPickup, locale }: DocumentPaymentMethodProps) {
  const t = await getTranslations({ locale, namespace: 'paymentMethod' });
  const key = paymentMethodKey(id, { isPickup });
  return <bdi>{key ? t(key) : id}</bdi>;
}

/** Amount on a printed document, formatted in the language of the document and not in that of the screen. */
export function DocumentAmount({ money, locale }: { money: Money; locale: AppLocale }) {
  return <bdi>{formatMoney(money, intlLocale(locale))}</bdi>;
}
