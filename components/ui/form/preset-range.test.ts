import { expect, it } from 'vitest';
import { presetRange, type RangePreset } from './preset-range';

it.each<[RangePreset, string, string, string]>([
  ['today', '2026-11-21', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last7', '2026-01-03', '2025-12-28', '2026-01-03'],
  ['last30', '2024-03-01', '2024-02-01', '2024-03-01'],
  ['thisMonth', '2026-11-21', '2026-11-01', '2026-11-21'],
  // In this range of days, the clocks in Damascus were set one hour forward, so one of the days has only 23 hours. The
  // example is from 2022, the last year in which the clocks of Damascus changed.
  ['last7', '2022-03-27', '2022-03-21', '2022-03-27'],
])('%s on %s is the range from %s to %s, both days inclusive', (preset, today, from, to) => {
  expect(presetRange(preset, today)).toEqual({ from, to });
});
