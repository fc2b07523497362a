'use client';

import { useFormatter, useNow, useTimeZone, useTranslations } from 'next-intl';
import { daysLeft, lastDayOf } from '@/lib/quotes/acceptance/days-left';

type ValidUntilProps = {
  expiresAt: string;
  /** The customer may still answer: how long, is said. */
  isOpen: boolean;
};

/** The month in letters: which number is the day is not the same everywhere. */
const dayFormat = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** The last day of a quote where the store is, and how many are left. */
export function ValidUntil({ expiresAt, isOpen }: ValidUntilProps) {
  const t = useTranslations('quotes');
  const format = useFormatter();
  const timeZone = useTimeZone() ?? 'UTC';
  const now = useNow({ updateInterval: 60_000 });
  const left = daysLeft(expiresAt, now, timeZone);
  const day = lastDayOf(expiresAt, timeZone);
  return (
    // The server's clock and the reader's differ.
    <span suppressHydrationWarning>
      <time dateTime={day} className="whitespace-nowrap">
        {format.dateTime(new Date(`${day}T12:00:00Z`), dayFormat)}
      </time>
      {isOpen && left >= 0 && (
        <span className={left <= 1 ? 'text-warn' : 'text-ink-soft'} suppressHydrationWarning>
          {' '}
          ({t('daysLeft', { count: left })})
        </span>
      )}
    </span>
  );
}
