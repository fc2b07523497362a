import { describe, expect, it } from 'vitest';
import { dayOf, daysBetween, knownTimeZone, nextDay, startOfDay } from '@/lib/shared/store-day';

describe("a day in the store's calendar", () => {
  it.each([
    ['Damascus', '2026-11-21', 'Asia/Damascus', '2026-11-20T21:00:00.000Z'],
    ['Beirut, as its clocks go forward at midnight', '2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
    ['Cairo, likewise', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['half an hour off', '2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
    ['behind UTC', '2026-07-01', 'America/Los_Angeles', '2026-07-01T07:00:00.000Z'],
    ['furthest ahead', '2026-07-01', 'Pacific/Kiritimati', '2026-06-30T10:00:00.000Z'],
  ])('begins at its first instant in the store time zone: %s', (_, day, timeZone, at) => {
    const start = startOfDay(day, timeZone);
    expect(start?.toISOString()).toBe(at);
    expect(dayOf(new Date(at), timeZone)).toBe(day);
    expect(dayOf(new Date(Date.parse(at) - 1), timeZone) < day).toBe(true);
  });

  it.each(['', '2026-02-30', '26-1-1', 'today', '2026-11-21T00:00'])('cannot be read from %j', (text) => {
    expect(startOfDay(text, 'Asia/Damascus')).toBeNull();
  });

  it('is followed by the next day, also at the end of a month or year', () => {
    expect(nextDay('2026-12-31')).toBe('2027-01-01');
    expect(nextDay('2028-02-28')).toBe('2028-02-29');
  });

  it('is a number of calendar days from a later day, and never a negative number', () => {
    expect(daysBetween('2026-12-30', '2027-01-02')).toBe(3);
    expect(daysBetween('2026-11-28', '2026-11-28')).toBe(0);
    expect(daysBetween('2026-11-28', '2026-11-27')).toBe(0);
  });
});

it.each([
  ['Asia/Damascus', 'Asia/Damascus'],
  ['Mars/Olympus', 'UTC'],
  ['', 'UTC'],
])('A16: the time zone %j of a store is used as %s', (stated, used) => {
  expect(knownTimeZone(stated)).toBe(used);
});
