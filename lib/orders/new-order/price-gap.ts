export type PriceGap = {
  /** Agreed less catalogue. */
  differenceMinor: number;
  /** How many percent of the catalogue's price that is, to a tenth, without sign; null of a price of zero. */
  percent: string | null;
  /** It is a hundred times the catalogue's price or a hundredth of it: a zero too many, or two too few. */
  isFar: boolean;
};

/** How an agreed price stands to the catalogue's, both in minor units of one currency. */
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
