'use client';

import { useFormatter } from 'next-intl';

/** Returns a function that formats a duration in milliseconds: "1.2 seconds", "3 minutes". */
export function useLagText(): (ms: number) => string {
  const format = useFormatter();
  return (ms) => {
    const [value, unit] =
      ms < 120_000
        ? [ms / 1_000, 'second']
        : ms < 7_200_000
          ? [ms / 60_000, 'minute']
          : [ms / 3_600_000, 'hour'];
    return format.number(value, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: value < 10 ? 1 : 0,
    });
  };
}
