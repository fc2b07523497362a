import { dayOf } from '@/lib/shared/store-day';

const dayMs = 86_400_000;

/** The last day that a quote holds, where the store is (YYYY-MM-DD); `expiresAt` is when that day is over. */
export function lastDayOf(expiresAt: string, timeZone: string): string {
  return dayOf(new Date(Date.parse(expiresAt) - 1), timeZone);
}

/** Days of the calendar from today to the last day, where the store is: 0 on the last day, negative when it is over. */
export function daysLeft(expiresAt: string, now: Date, timeZone: string): number {
  const [last, today] = [lastDayOf(expiresAt, timeZone), dayOf(now, timeZone)];
  return (Date.parse(last) - Date.parse(today)) / dayMs;
}

/** The day (YYYY-MM-DD) that is so many days after today, where the store is. */
export function dayInDays(now: Date, days: number, timeZone: string): string {
  return new Date(Date.parse(dayOf(now, timeZone)) + days * dayMs).toISOString().slice(0, 10);
}
