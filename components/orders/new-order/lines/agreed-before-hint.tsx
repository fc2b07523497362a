'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { type Money, parseAmount, plainAmount } from '@/lib/shared/numbers/money';

/** The last price of a variant that the customer agreed to (`price`), and the time of that order (`at`). */
export type AgreedBefore = { variantId: string; price: Money; at: string };

type AgreedBeforeHintProps = {
  before: AgreedBefore;
  /** The price in the form, as the user typed it. */
  price: string;
  currency: { code: string; decimals: number };
  onUse: (price: string) => void;
};

/**
 * Shows the price that the customer agreed to before ("290, three weeks ago"). A button copies this price into the
 * form. The button is missing if the price is in another currency than the form, or if the form already has this price.
 */
export function AgreedBeforeHint({ before, price, currency, onUse }: AgreedBeforeHintProps) {
  const t = useTranslations('person');
  const { amount_minor: amountMinor, currency: code, decimals } = before.price;
  const typed = parseAmount(price, currency.decimals);
  const isSame = typed.ok && typed.amountMinor === amountMinor;
  const canUse = code === currency.code && decimals === currency.decimals && !isSame;
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-ink-soft" data-agreed-before>
      <span>
        {t.rich('agreedBefore', {
          amount: () => <MoneyText key="amount" money={before.price} />,
          time: () => <RelativeTime key="time" at={before.at} isAlwaysRelative />,
        })}
      </span>
      {canUse && (
        <Button variant="quiet" onClick={() => onUse(plainAmount(amountMinor, decimals))}>
          {t('useAgreed')}
        </Button>
      )}
    </p>
  );
}
