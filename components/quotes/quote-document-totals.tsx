import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { quoteAmounts } from '@/lib/quotes/quote-amounts';
import type { ShownContent } from '@/lib/quotes/quote-view';
import { type AppLocale, intlLocale } from '@/lib/shared/locale';
import { percentText } from '@/lib/shared/numbers/pair-rate';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import { paymentMethodKey } from '@/lib/shared/orders/payment-method';

/** Totals of a printed quote, in the quote's currency and in the store's own currency, and the payment method. */
export async function QuoteDocumentTotals({ content, locale }: { content: ShownContent; locale: AppLocale }) {
  const t = await getTranslations({ locale, namespace: 'quotes.document' });
  const tMethod = await getTranslations({ locale, namespace: 'paymentMethod' });
  const { subtotal, discount, shipping, fee, total, inPricing, rate } = quoteAmounts(content);
  const { rateLimit: limit } = content;
  const amount = (money: Money) => <bdi>{formatMoney(money, intlLocale(locale))}</bdi>;
  const { payment_method: method, shipping: handover } = content.order;
  const key = paymentMethodKey(method, { isPickup: handover.method === 'pickup' });
  const rows: { label: string; value: ReactNode; strong?: boolean }[] = [
    { label: t('subtotal'), value: amount(subtotal) },
    ...(discount ? [{ label: t('discount'), value: amount(discount) }] : []),
    ...(fee === 'none'
      ? []
      : [{ label: t('shipping'), value: fee === 'charged' ? amount(shipping) : t(`fee.${fee}`) }]),
    { label: t(fee === 'open' ? 'totalWithoutFee' : 'total'), value: amount(total), strong: true },
    ...(inPricing
      ? [{ label: t('inPricing', { currency: inPricing.currency }), value: amount(inPricing) }]
      : []),
  ];
  return (
    <>
      <dl className="paper-totals">
        {rows.map(({ label, value, strong }) => (
          <div key={label} className={strong ? 'paper-strong' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {t.rich('payment', {
          method: () => (
            <bdi key="method">
              {key ? tMethod(key) : method} {content.walletId}
            </bdi>
          ),
        })}
      </p>
      {rate && (
        <p>
          {t.rich('rate', {
            one: () => <bdi key="one">{formatMoney(rate.one, intlLocale(locale))}</bdi>,
            other: () => <bdi key="other">{formatMoney(rate.other, intlLocale(locale))}</bdi>,
          })}
        </p>
      )}
      {limit && (
        <p>
          {t.rich('rateLimit', {
            percent: percentText(limit.permille),
            one: () => (
              <bdi key="one">
                {formatMoney({ amount_minor: 1, currency: limit.one, decimals: 0 }, intlLocale(locale))}
              </bdi>
            ),
            other: () => (
              <bdi key="other">
                {formatMoney(
                  { amount_minor: limit.rate.scaled, currency: limit.other, decimals: limit.rate.scale },
                  intlLocale(locale),
                )}
              </bdi>
            ),
          })}
        </p>
      )}
    </>
  );
}
