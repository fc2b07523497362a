/**
 * Returns the values of a vertical scale from 0 up to at least `max`. The step is 1, 2 or 5 times a power of ten, so
 * the labels are round numbers such as 0, 50, 100. `max` is a whole number of minor units. Pure function.
 */
export function roundTicks(max: number, stepsMax = 4): number[] {
  const least = Math.max(1, max / stepsMax);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? 10 * power;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
