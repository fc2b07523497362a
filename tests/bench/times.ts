/** Milliseconds that it takes. */
export async function clock(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}

/** The value below which this share of them lies. */
export function quantile(values: number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
    Number.NaN
  );
}

/** One line of a table: half of them took at most p50, all but one in 20 p95. */
export function report(name: string, values: number[], what = ''): void {
  const [p50, p95] = [quantile(values, 0.5), quantile(values, 0.95)].map((ms) => ms.toFixed(1).padStart(7));
  process.stdout.write(`${name.padEnd(36)}p50 ${p50} ms  p95 ${p95} ms  ${what}\n`);
}
