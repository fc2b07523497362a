import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { dayPath } from '@/lib/cash/day/day-url';
import type { ClosedDay } from '@/lib/cash/day/day-view';
import { installPath } from '@/lib/shared/install-path';
import { currencyKey } from '@/lib/shared/numbers/money';
import { DayDifference } from './day-difference';
import { dayDate, dayParts } from '@/lib/shared/store-day';

/** List of the last closed days, newest first. A day is marked if its counted cash differs from the expected cash. */
export function ClosedDays({ installId, closed }: { installId: string; closed: readonly ClosedDay[] }) {
  const t = useTranslations('cashDay.closed');
  const format = useFormatter();
  if (closed.length === 0) return <p className="text-sm text-ink-soft">{t('empty')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line text-sm">
      {closed.map(({ day, version, actorName, differences }) => (
        <li
          key={day}
          data-closed-day={day}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5"
        >
          <span className="flex min-w-0 flex-col">
            <Link
              href={installPath(installId, dayPath({ day }))}
              prefetch={false}
              className="flex min-h-11 items-center font-semibold text-brand"
            >
              {format.dateTime(dayDate(day), dayParts)}
            </Link>
            {actorName !== null && (
              <span className="text-ink-soft">
                <bdi>{actorName}</bdi>
              </span>
            )}
          </span>
          <span className="flex flex-wrap gap-1">
            {version > 1 && <Badge>{t('corrected')}</Badge>}
            {differences.map((difference) => (
              <DayDifference key={currencyKey(difference)} difference={difference} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
