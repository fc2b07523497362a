import { useFormatter, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { CurrencyName } from '@/components/ui/text/currency-name';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { DayRecord, DaySum, DayVersion } from '@/lib/cash/day/day-view';
import { currencyKey } from '@/lib/shared/numbers/money';
import { DayDifference } from './day-difference';
import { DayFigureList } from './day-figures';
import { drawerParts } from './day-parts';

/** The record of a closed day: figures, drawer, difference and its reason for each currency. */
export function DayRecordCards({ record }: { record: DayRecord }) {
  return record.sums.map((sum) => (
    <Card key={currencyKey(sum)} title={<CurrencyName code={sum.currency} />}>
      <div data-day-sum={sum.currency} className="flex flex-col gap-3">
        <DayFigureList figures={sum} />
        <Drawer sum={sum} />
      </div>
    </Card>
  ));
}

function Drawer({ sum }: { sum: DaySum }) {
  const t = useTranslations('cashDay');
  return (
    <section className="flex flex-col gap-1 rounded-control bg-sunken px-3 py-2 text-sm">
      <h3 className="font-bold">{t('drawer')}</h3>
      <dl className="flex flex-col">
        {drawerParts.map((part) => (
          <div key={part} data-drawer={part} className="flex flex-wrap justify-between gap-x-4 py-1">
            <dt>{t(`part.${part}`)}</dt>
            <dd className="font-semibold">
              <MoneyText money={sum[part]} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <DayDifference difference={sum.difference} />
      </p>
      {sum.lines.length > 0 && (
        <ul aria-label={t('other.title')} className="flex flex-col border-t border-line pt-1 text-ink-soft">
          {sum.lines.map(({ label, amount }, index) => (
            <li key={index} className="flex flex-wrap justify-between gap-x-4 py-0.5">
              <span className="min-w-0 break-words">
                <bdi>{label || t('unreadable')}</bdi>
              </span>
              <MoneyText money={amount} />
            </li>
          ))}
        </ul>
      )}
      {sum.difference.amount_minor !== 0 && (
        <p className="border-t border-line pt-1 break-words">
          {t.rich('reasonOf', { reason: () => <bdi key="reason">{sum.reason || t('unreadable')}</bdi> })}
        </p>
      )}
    </section>
  );
}

/**
 * Text with the author and the time of the day's record, and a list of the earlier versions that this record corrects.
 */
export function DayVersions({ record, corrected }: { record: DayRecord; corrected: readonly DayVersion[] }) {
  const t = useTranslations('cashDay.version');
  const format = useFormatter();
  const who = (name: string | null) => <bdi key="name">{name ?? t('noName')}</bdi>;
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-soft">
      <p data-version={record.version}>
        {t.rich(record.version === 1 ? 'closed' : 'corrected', {
          name: () => who(record.actorName),
          age: () => <RelativeTime key="age" at={record.at} />,
        })}
      </p>
      {corrected.map(({ id, version, at, actorName }) => (
        <p key={id} data-corrected={version}>
          {t.rich('earlier', {
            number: format.number(version),
            name: () => who(actorName),
            age: () => <RelativeTime key="age" at={at} />,
          })}
        </p>
      ))}
    </div>
  );
}
