'use client';

import { useFormatter, useNow } from 'next-intl';

const dayMs = 86_400_000;

type RelativeTimeProps = {
  at: string;
  everyMs?: number;
  isAlwaysRelative?: boolean;
  /** If set, the date follows a relative time of more than a day. It is in an element with this CSS class. */
  dayClassName?: string;
};

/**
 * Relative time such as "3 minutes ago", updated every `everyMs` milliseconds. After a week, the date is shown. If
 * `isAlwaysRelative` is set, the text stays relative ("3 weeks ago"). Server and browser have different clocks, so the
 * first text in the browser may differ from the text in the server's HTML. React's warning about this difference is
 * suppressed.
 */
export function RelativeTime(props: RelativeTimeProps) {
  const { at, everyMs = 60_000, isAlwaysRelative = false, dayClassName } = props;
  const format = useFormatter();
  const clock = useNow({ updateInterval: everyMs });
  const date = new Date(at);
  const now = clock > date ? clock : date;
  const ageMs = now.getTime() - date.getTime();
  const recent = isAlwaysRelative || ageMs < 7 * dayMs;
  const day = () => format.dateTime(date, { day: 'numeric', month: 'short', year: yearIfOther(date, now) });
  return (
    <time
      dateTime={at}
      title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'short' })}
      suppressHydrationWarning
    >
      {recent ? format.relativeTime(date, now) : day()}
      {dayClassName && (
        // The element always exists, so that server and browser render the same elements.
        <span className={dayClassName} suppressHydrationWarning>
          {recent && ageMs >= dayMs && day()}
        </span>
      )}
    </time>
  );
}

function yearIfOther(date: Date, now: Date): 'numeric' | undefined {
  return date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
}
