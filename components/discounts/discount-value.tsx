'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { MoneyText } from '@/components/ui/text/money-text';
import type { DiscountItem } from '@/lib/discounts/discount-view';
import { knownKey } from '@/lib/shared/known-key';

const targets = { order: true, shipping: true };

/**
 * Shows the value of a discount and what the discount applies to. The fields `valueType`, `percent` and `amount` decide
 * whether the value is a percentage or a fixed amount. The name of the discount's type is not used, because the
 * platform may use other names (A17).
 */
export function DiscountValue({ discount }: { discount: DiscountItem }) {
  const t = useTranslations('discounts');
  const format = useFormatter();
  const { valueType, percent, amount, target } = discount;
  const isFixed = valueType === 'fixed_amount' || percent === null;
  const isFree = !isFixed && percent === 100 && target === 'shipping';
  const of = isFree ? 'freeShipping' : knownKey(targets, target);
  const value =
    isFixed && amount ? (
      <MoneyText money={amount} className={valueStyle} />
    ) : (
      percent !== null && (
        <bdi className={valueStyle} suppressHydrationWarning>
          {format.number(percent / 100, { style: 'percent', maximumFractionDigits: 2 })}
        </bdi>
      )
    );
  // A text such as "off the order" makes no sense without a value.
  if (!value) return '–';
  if (target === null) return value;
  return (
    <span className={isFree ? valueStyle : 'text-ink-soft'}>
      {t.rich(`targets.${of ?? 'other'}`, { value: () => <Fragment key="value">{value}</Fragment> })}
    </span>
  );
}

const valueStyle = 'font-semibold text-ink';
