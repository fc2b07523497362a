/**
 * Range of calendar days (ISO 8601, "2026-11-21"). Both ends are included. If `from` or `to` is null, the range has no
 * limit at that end.
 */
export type DayRange = { from: string | null; to: string | null };

export const rangePresets = ['today', 'yesterday', 'last7', 'last30', 'thisMonth'] as const;
export type RangePreset = (typeof rangePresets)[number];

/** Returns the first and last day of a preset period, counted from `today`. */
export function presetRange(preset: RangePreset, today: string): { from: string; to: string } {
  const ranges: Record<RangePreset, { from: string; to: string }> = {
    today: { from: today, to: today },
    yesterday: { from: dayBefore(today, 1), to: dayBefore(today, 1) },
    last7: { from: dayBefore(today, 6), to: today },
    last30: { from: dayBefore(today, 29), to: today },
    thisMonth: { from: `${today.slice(0, 8)}01`, to: today },
  };
  return ranges[preset];
}

// The day is computed in UTC, because every day in UTC has 24 hours.
function dayBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
