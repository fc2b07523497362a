import { useTranslations } from 'next-intl';
import { MoneyText } from '@/components/ui/text/money-text';
import type { DayFigures } from '@/lib/cash/day/day-view';
import { figureOf, figureParts } from './day-parts';

/** Figures of one day from the cash notebook, in one currency. */
export function DayFigureList({ figures }: { figures: DayFigures }) {
  const t = useTranslations('cashDay');
  const { partShipped = 0 } = figures;
  return (
    <dl className="flex flex-col divide-y divide-line text-sm">
      {figureParts.map((part) => {
        const { orders, money } = figureOf(figures, part);
        return (
          <div key={part} data-part={part} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt>
              {t(`part.${part}`)}
              {orders !== null && <span className="text-ink-soft"> · {t('orders', { count: orders })}</span>}
              {part === 'shipped' && partShipped > 0 && (
                <span className="block text-ink-soft" data-part-shipped={partShipped}>
                  {t('partShipped', { count: partShipped })}
                </span>
              )}
            </dt>
            <dd className="font-semibold">
              <MoneyText money={money} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
