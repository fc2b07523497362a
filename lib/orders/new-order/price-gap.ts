export type PriceGap = {
  /** Agreed price minus catalogue price, in minor units. */
  differenceMinor: number;
  /**
   * Difference between agreed and catalogue price, in percent of the catalogue price, with at most one
   * decimal and without sign. Null if the catalogue price is zero.
   */
  percent: string | null;
  /**
   * True if the agreed price is at least 100 times the catalogue price, or at most a hundredth of it. The user has then
   * probably typed a wrong number of zeros.
   */
  isFar: boolean;
};

/** Compares an agreed price with the catalogue price, both in minor units of the same currency. */
export function priceGap(agreedMinor: number, catalogueMinor: number): PriceGap {
  const [agreed, catalogue] = [BigInt(agreedMinor), BigInt(catalogueMinor)];
  const difference = agreed - catalogue;
  const size = difference < 0n ? -difference : difference;
  return {
    differenceMinor: Number(difference),
    percent: catalogue > 0n ? tenths((2_000n * size + catalogue) / (2n * catalogue)) : null,
    isFar: catalogue > 0n && (agreed >= 100n * catalogue || 100n * agreed <= catalogue),
  };
}

function tenths(value: bigint): string {
  return value % 10n === 0n ? `${value / 10n}` : `${value / 10n}.${value % 10n}`;
}
