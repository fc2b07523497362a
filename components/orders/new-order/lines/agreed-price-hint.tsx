'use client';

import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { MoneyText } from '@/components/ui/text/money-text';
import { priceGap } from '@/lib/orders/new-order/price-gap';
import { parseAmount } from '@/lib/shared/numbers/money';

type AgreedPriceHintProps = {
  cataloguePriceMinor: number;
  price: string;
  currency: { code: string; decimals: number };
};

/**
 * Shows the catalogue price beside the agreed price, and how far the two differ. It warns if the difference is
 * implausible.
 */
export function AgreedPriceHint({ cataloguePriceMinor, price, currency }: AgreedPriceHintProps) {
  const t = useTranslations('newOrder.line');
  const money = (amount_minor: number) => (
    <MoneyText money={{ amount_minor, currency: currency.code, decimals: currency.decimals }} />
  );
  const agreed = parseAmount(price, currency.decimals);
  const gap = agreed.ok && agreed.amountMinor >= 0 ? priceGap(agreed.amountMinor, cataloguePriceMinor) : null;
  const difference = gap?.differenceMinor ?? 0;
  const percent = gap?.percent && <bdi dir="ltr">({gap.percent}%)</bdi>;
  return (
    <>
      <span className="flex flex-wrap gap-x-2">
        <span>{t.rich('cataloguePrice', { amount: () => money(cataloguePriceMinor) })}</span>
        {difference < 0 && (
          <span className="font-semibold text-warn">
            {t.rich('below', { amount: () => money(-difference) })} {percent}
          </span>
        )}
        {difference > 0 && (
          <span className="font-semibold text-good">
            {t.rich('above', { amount: () => money(difference) })} {percent}
          </span>
        )}
      </span>
      {gap?.isFar && (
        <span role="status" className="mt-1 flex items-start gap-1.5 font-semibold text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t('far')}
        </span>
      )}
    </>
  );
}
