import { expect, it } from 'vitest';
import { DayDrawer } from './day-commands';

it('a day is closed in a currency with any number of decimals that the platform may name', () => {
  const drawer = { currency: 'X', openingMinor: 0, remittedMinor: 0, countedMinor: 0, reason: '', lines: [] };
  for (const decimals of [0, 2, 18])
    expect(DayDrawer.parse({ ...drawer, decimals })).toMatchObject({ decimals });
  expect(DayDrawer.safeParse({ ...drawer, decimals: 19 }).success).toBe(false);
});
