import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDay, startOfDay } from '@/lib/shared/store-day';
import { dayInDays, daysLeft, lastDayOf } from './days-left';

describe('the days a quote has left', () => {
  const timeZone = 'Asia/Damascus';
  const expiresAt = '2026-11-28T21:00:00.000Z';

  it('are counted by the calendar of the store: the last day is 0 until it is over', () => {
    expect(lastDayOf(expiresAt, timeZone)).toBe('2026-11-28');
    expect(daysLeft(expiresAt, new Date('2026-11-27T20:59:59Z'), timeZone)).toBe(1);
    expect(daysLeft(expiresAt, new Date('2026-11-27T21:00:00Z'), timeZone)).toBe(0);
    expect(daysLeft(expiresAt, new Date('2026-11-28T20:59:59Z'), timeZone)).toBe(0);
    expect(daysLeft(expiresAt, new Date('2026-11-28T21:00:00Z'), timeZone)).toBe(-1);
  });

  it('are those of the preset that was pressed, wherever the store is and whenever its clocks change', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.constantFrom(1, 3, 7, 14),
        fc.constantFrom('Asia/Damascus', 'Asia/Beirut', 'Africa/Cairo', 'America/New_York', 'UTC'),
        (now, days, zone) => {
          const day = dayInDays(now, days, zone);
          // As sendQuote ends it.
          const end = startOfDay(nextDay(day), zone)?.toISOString() ?? '';
          expect(lastDayOf(end, zone)).toBe(day);
          expect(daysLeft(end, now, zone)).toBe(days);
        },
      ),
    );
  });
});
