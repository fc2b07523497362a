'use client';

import { useTranslations } from 'next-intl';
import { MoneyText } from '@/components/ui/money-text';
import { parseAmount } from '@/lib/shared/money';

type AgreedPriceHintProps = {
  cataloguePriceMinor: number;
  price: string;
  currency: { code: string; decimals: number };
};

/** The catalogue's price beside the agreed one, and how far apart they are. */
export function AgreedPriceHint({ cataloguePriceMinor, price, currency }: AgreedPriceHintProps) {
  const t = useTranslations('newOrder.line');
  const money = (amount_minor: number) => (
    <MoneyText money={{ amount_minor, currency: currency.code, decimals: currency.decimals }} />
  );
  const agreed = parseAmount(price, currency.decimals);
  const difference = agreed.ok ? agreed.amountMinor - cataloguePriceMinor : 0;
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>{t.rich('cataloguePrice', { amount: () => money(cataloguePriceMinor) })}</span>
      {difference < 0 && (
        <span className="font-semibold text-warn">
          {t.rich('below', { amount: () => money(-difference) })}
        </span>
      )}
      {difference > 0 && (
        <span className="font-semibold text-good">
          {t.rich('above', { amount: () => money(difference) })}
        </span>
      )}
    </span>
  );
}
