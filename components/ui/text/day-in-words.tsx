'use client';

import { useFormatter } from 'next-intl';
import { dayDate, dayParts } from '@/lib/shared/store-day';

/**
 * Shows a calendar day (ISO 8601, "2026-12-07") in words, with the day of the week: "Monday, December 7, 2026". A date
 * input shows the day as the browser writes dates, so "12/07" can be read as another day. `day` must be
 * complete (isWholeDay). A calendar day has no time zone.
 */
export function DayInWords({ day }: { day: string }) {
  const format = useFormatter();
  return (
    // The server and the browser may write the same day with different marks.
    <time dateTime={day} suppressHydrationWarning>
      {format.dateTime(dayDate(day), dayParts)}
    </time>
  );
}
