'use client';

import { useFormatter, useNow } from 'next-intl';

const dayMs = 86_400_000;

/**
 * "3 minutes ago", ticking; after a week the date. `everyMs` is how often it looks at the clock. The server's
 * clock and the reader's differ, so the first text may too.
 */
export function RelativeTime({ at, everyMs = 60_000 }: { at: string; everyMs?: number }) {
  const format = useFormatter();
  const clock = useNow({ updateInterval: everyMs });
  const date = new Date(at);
  const now = clock > date ? clock : date;
  const recent = now.getTime() - date.getTime() < 7 * dayMs;
  return (
    <time
      dateTime={at}
      title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'short' })}
      suppressHydrationWarning
    >
      {recent
        ? format.relativeTime(date, now)
        : format.dateTime(date, { day: 'numeric', month: 'short', year: yearIfOther(date, now) })}
    </time>
  );
}

function yearIfOther(date: Date, now: Date): 'numeric' | undefined {
  return date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
}
