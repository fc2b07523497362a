'use client';

import { useFormatter, useNow, useTimeZone, useTranslations } from 'next-intl';
import { dateParts } from '@/lib/shared/locale';
import { daysLeft, lastDayOf } from '@/lib/quotes/acceptance/days-left';

type ValidUntilProps = {
  expiresAt: string;
  /** True if the customer can still accept the quote. The remaining days are shown only if it is true. */
  isOpen: boolean;
};

/** The month is written as a word, because countries differ in whether the day or the month comes first. */
const dayFormat = { ...dateParts, timeZone: 'UTC' } as const;

/** Last day on which a quote is valid, in the store's time zone, and the remaining days. */
export function ValidUntil({ expiresAt, isOpen }: ValidUntilProps) {
  const t = useTranslations('quotes');
  const format = useFormatter();
  const timeZone = useTimeZone() ?? 'UTC';
  const now = useNow({ updateInterval: 60_000 });
  const left = daysLeft(expiresAt, now, timeZone);
  const day = lastDayOf(expiresAt, timeZone);
  return (
    // Server and browser compute the remaining days with different clocks, so the two numbers may differ.
    // `suppressHydrationWarning` stops React's warning about that.
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
