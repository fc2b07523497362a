'use client';

import { clsx } from 'clsx';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { MoneyText } from '@/components/ui/text/money-text';
import { NumberText } from '@/components/ui/text/number-text';
import { PaymentMethod } from '@/components/ui/text/payment-method';
import { RateText } from '@/components/quotes/rate/rate-text';
import { percentText } from '@/lib/shared/numbers/pair-rate';
import { quoteAmounts } from '@/lib/quotes/quote-amounts';
import type { QuoteView, ShownContent } from '@/lib/quotes/quote-view';
import { baseLocale } from '@/lib/shared/locale';

/** Card with the content of the quote, as it is shown to the customer. */
export function QuoteContentCard({ view: { content, total } }: { view: QuoteView }) {
  const t = useTranslations('quotes.content');
  if (!content || !total)
    return (
      <Card title={t('title')}>
        <p className="text-sm text-ink-soft">{t('ended')}</p>
      </Card>
    );
  return (
    <Card
      title={t('title')}
      aside={
        <span className="text-sm text-ink-soft">{t('lines', { count: content.order.items.length })}</span>
      }
    >
      <ul className="divide-y divide-line">
        {content.order.items.map((item, index) => (
          <li key={index} className="flex items-start justify-between gap-4 py-3 first:pt-0">
            <div className="flex min-w-0 flex-col gap-0.5">
              <span className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                <bdi className="break-words">{item.name}</bdi>
                {!item.variant_id && <Badge>{t('custom')}</Badge>}
              </span>
              <span className="text-sm text-ink-soft">
                <NumberText value={item.quantity} />
                <span aria-hidden> × </span>
                <MoneyText money={{ ...total, amount_minor: item.unit_price_minor }} />
              </span>
            </div>
            <MoneyText
              money={{ ...total, amount_minor: item.quantity * item.unit_price_minor }}
              className="text-sm font-semibold whitespace-nowrap"
            />
          </li>
        ))}
      </ul>
      <Totals content={content} />
      <Terms content={content} />
    </Card>
  );
}

function Totals({ content }: { content: ShownContent }) {
  const t = useTranslations('quotes.content');
  const { subtotal, discount, shipping, fee, total, inPricing, rate } = quoteAmounts(content);
  const title = content.order.discount?.title;
  return (
    <dl className="flex flex-col gap-1.5 border-t border-line pt-3 text-sm">
      <AmountRow label={t('subtotal')}>
        <MoneyText money={subtotal} />
      </AmountRow>
      {discount && (
        <AmountRow
          label={
            <>
              {t('discount')} {title && <bdi>({title})</bdi>}
            </>
          }
        >
          <MoneyText money={discount} />
        </AmountRow>
      )}
      {fee !== 'none' && (
        <AmountRow label={t('shipping')}>
          {fee === 'charged' ? <MoneyText money={shipping} /> : t(`fee.${fee}`)}
        </AmountRow>
      )}
      <AmountRow label={t(fee === 'open' ? 'totalWithoutFee' : 'total')} strong>
        <MoneyText money={total} />
      </AmountRow>
      {inPricing && (
        <AmountRow label={t('inPricing', { currency: inPricing.currency })}>
          <MoneyText money={inPricing} />
        </AmountRow>
      )}
      {rate && (
        <AmountRow label={t('rate')}>
          <MoneyText money={rate.one} />
          <span> = </span>
          <MoneyText money={rate.other} />
        </AmountRow>
      )}
      {content.rateLimit && (
        <AmountRow label={t('rateLimit', { percent: percentText(content.rateLimit.permille) })}>
          <RateText rate={content.rateLimit} />
        </AmountRow>
      )}
    </dl>
  );
}

function AmountRow(props: { label: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'flex items-baseline justify-between gap-4',
        props.strong ? 'border-t border-line pt-2 text-base font-bold' : 'text-ink-soft',
      )}
    >
      <dt>{props.label}</dt>
      <dd className="whitespace-nowrap">{props.children}</dd>
    </div>
  );
}

/** Delivery and payment terms of the quote. */
function Terms({ content: { order, province, walletId } }: { content: ShownContent }) {
  const t = useTranslations('quotes.content');
  const locale = baseLocale(useLocale());
  const address = order.shipping_address;
  const lines = address && [
    address.address,
    address.city,
    province?.[locale] ?? address.province,
    address.notes,
  ];
  return (
    <dl className="mt-4 flex flex-col gap-3 border-t border-line pt-3 text-sm">
      <div className="flex flex-col gap-0.5">
        <dt className="text-xs text-ink-soft">{t(`method.${order.shipping.method}`)}</dt>
        {lines ? (
          lines.filter(Boolean).map((line) => (
            <dd key={line} className="break-words whitespace-pre-line">
              <bdi>{line}</bdi>
            </dd>
          ))
        ) : (
          <dd>{t('pickupBody')}</dd>
        )}
      </div>
      <div className="flex flex-col gap-0.5">
        <dt className="text-xs text-ink-soft">{t('payment')}</dt>
        <dd>
          <PaymentMethod id={order.payment_method} isPickup={order.shipping.method === 'pickup'} />
          {walletId && (
            <>
              {' '}
              <bdi dir="ltr" className="break-all text-ink-soft">
                {walletId}
              </bdi>
            </>
          )}
        </dd>
      </div>
      {order.note && (
        <div className="flex flex-col gap-0.5">
          <dt className="text-xs text-ink-soft">{t('note')}</dt>
          <dd className="break-words whitespace-pre-line">
            <bdi>{order.note}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
