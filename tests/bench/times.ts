/** Measures how long the function `run` takes, in milliseconds. */
export async function clock(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}

/**
 * Returns a quantile of the values: the value below which the given share of all values lies. The share is from 0 to 1.
 */
export function quantile(values: number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
    Number.NaN
  );
}

/** Prints one line of a table: the median (p50) and the 95th percentile (p95) of the durations, in milliseconds. */
export function report(name: string, values: number[], what = ''): void {
  const [p50, p95] = [quantile(values, 0.5), quantile(values, 0.95)].map((ms) => ms.toFixed(1).padStart(7));
  process.stdout.write(`${name.padEnd(36)}p50 ${p50} ms  p95 ${p95} ms  ${what}\n`);
}
