/** Periods of the sales chart on the home screen, in days, including today. The first period is the default. */
export const chartPeriods = [7, 30] as const;
export type ChartPeriod = (typeof chartPeriods)[number];
