import { dayOf } from '@/lib/shared/store-day';

const dayMs = 86_400_000;

/** Returns the last valid day of a quote (YYYY-MM-DD). `expiresAt` is the end of this day in the store's time zone. */
export function lastDayOf(expiresAt: string, timeZone: string): string {
  return dayOf(new Date(Date.parse(expiresAt) - 1), timeZone);
}

/**
 * Returns the number of days from today to the last valid day of a quote, in the store's time zone. The result is 0 on
 * the last day and negative after that day.
 */
export function daysLeft(expiresAt: string, now: Date, timeZone: string): number {
  const [last, today] = [lastDayOf(expiresAt, timeZone), dayOf(now, timeZone)];
  return (Date.parse(last) - Date.parse(today)) / dayMs;
}

/** Returns the day (YYYY-MM-DD) that is `days` days after today, in the store's time zone. */
export function dayInDays(now: Date, days: number, timeZone: string): string {
  return new Date(Date.parse(dayOf(now, timeZone)) + days * dayMs).toISOString().slice(0, 10);
}
