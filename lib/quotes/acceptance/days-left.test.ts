import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDay, startOfDay } from '@/lib/shared/store-day';
import { dayInDays, daysLeft, lastDayOf } from './days-left';

describe('the remaining days of a quote', () => {
  const timeZone = 'Asia/Damascus';
  const expiresAt = '2026-11-28T21:00:00.000Z';

  it('are counted in the calendar of the store: the last day is 0 until it is over', () => {
    expect(lastDayOf(expiresAt, timeZone)).toBe('2026-11-28');
    expect(daysLeft(expiresAt, new Date('2026-11-27T20:59:59Z'), timeZone)).toBe(1);
    expect(daysLeft(expiresAt, new Date('2026-11-27T21:00:00Z'), timeZone)).toBe(0);
    expect(daysLeft(expiresAt, new Date('2026-11-28T20:59:59Z'), timeZone)).toBe(0);
    expect(daysLeft(expiresAt, new Date('2026-11-28T21:00:00Z'), timeZone)).toBe(-1);
  });

  it('equal the number of days that the user chose, in every time zone and across clock changes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.constantFrom(1, 3, 7, 14),
        fc.constantFrom('Asia/Damascus', 'Asia/Beirut', 'Africa/Cairo', 'America/New_York', 'UTC'),
        (now, days, zone) => {
          const day = dayInDays(now, days, zone);
          // Computes the end of the quote in the same way as sendQuote: the start of the next day in the store's time
          // zone.
          const end = startOfDay(nextDay(day), zone)?.toISOString() ?? '';
          expect(lastDayOf(end, zone)).toBe(day);
          expect(daysLeft(end, now, zone)).toBe(days);
        },
      ),
    );
  });
});
