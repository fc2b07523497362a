import { Phone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { SheetView } from '@/lib/deliveries/delivery-view';
import { sumByCurrency } from '@/lib/deliveries/group-stops';
import { workOfSheet } from '@/lib/deliveries/sheet-work';
import { type SumToCollect, sumsToCollect } from '@/lib/deliveries/sums-to-collect';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';
import { AtMostText } from './at-most-text';
import { SheetWorkBadge } from './sheet-work-badge';

type SheetSummaryProps = {
  sheet: SheetView;
  /** Number of orders that have an answer, from the driver or from this user. */
  answered: number;
  refused: number;
  /** The collected amounts, one for each order that has an answer with a payment. */
  collected: readonly Money[];
};

/** Top of a delivery sheet: its state, the number of answers, the collected cash, and what to do next. */
export function SheetSummary({ sheet, answered, refused, collected }: SheetSummaryProps) {
  const t = useTranslations('deliveries');
  const { stops, driver, driverPhone } = sheet;
  const work = workOfSheet({
    ...sheet,
    stops: stops.length,
    answered,
    hasLink: sheet.link !== null && !sheet.areDigitsClosed,
  });
  const isOpen = sheet.state === 'open';
  return (
    <Card>
      <div className="flex flex-col gap-3 text-sm" data-sheet-summary>
        <div className="flex flex-wrap items-center gap-2">
          <SheetWorkBadge work={work} />
          <span className="font-semibold">{t('answered', { answered, all: stops.length })}</span>
          {refused > 0 && <span className="text-ink-soft">{t('refusedCount', { count: refused })}</span>}
        </div>
        <dl className="grid grid-cols-2 gap-3">
          <Sums label={t('toCollectAll')} sums={sumsToCollect(stops)} zeroOf={stops[0]?.due} />
          <Sums
            label={t('collectedAll')}
            sums={sumByCurrency(collected).map((money) => ({ money, isAtMost: false }))}
            zeroOf={stops[0]?.due}
          />
        </dl>
        {work !== 'done' && <p className="font-semibold">{t(`work.${work}.next`)}</p>}
        {isOpen && (
          <div className="flex flex-wrap gap-2">
            {driverPhone && (
              <Button asChild>
                <a href={`tel:${driverPhone}`} aria-label={t('callDriver', { driver })}>
                  <Phone aria-hidden className="size-4" />
                  {t('call')}
                </a>
              </Button>
            )}
            {answered > 0 && (
              <Button asChild>
                <a href="#confirm">{t('toConfirm')}</a>
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

type SumsProps = {
  label: string;
  sums: readonly SumToCollect[];
  /** Amount whose currency is used to show 0 if there are no sums. */
  zeroOf: Money | undefined;
};

function Sums({ label, sums, zeroOf }: SumsProps) {
  const t = useTranslations('deliveries');
  const zero = zeroOf && { money: { ...zeroOf, amount_minor: 0 }, isAtMost: false };
  const shown = sums.length === 0 && zero ? [zero] : sums;
  return (
    <div>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="flex flex-wrap gap-x-3 font-bold">
        {shown.length === 0
          ? t('noMoney')
          : shown.map((sum) => <AtMostText key={currencyKey(sum.money)} {...sum} />)}
      </dd>
    </div>
  );
}
