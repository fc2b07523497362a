/** Returns the exact sum of quantity × unit price over all lines; null if the sum is not a safe integer. */
export function sumLinesMinor(lines: { quantity: number; unit_price_minor: number }[]): number | null {
  const sum = lines.reduce(
    (total, line) => total + BigInt(line.quantity) * BigInt(line.unit_price_minor),
    0n,
  );
  return sum > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(sum);
}
