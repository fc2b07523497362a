import { type ExchangeRate, latinDigits } from './money';

/** An exchange rate as people say it: one unit of `one` is `rate` units of `other`, such as 1 USD = 13,000 SYP. */
export type PairRate = { one: string; other: string; rate: ExchangeRate };

/** A positive fraction of two integers. */
export type Fraction = { numerator: bigint; denominator: bigint };

/**
 * Returns the factor by which amounts in `currency` change when the rate of the pair changes from `base` to `now`.
 * Amounts in the currency `other` are multiplied by now / base. Amounts in the currency `one` are multiplied by base /
 * now.
 */
export function amountFactor(currency: string, base: PairRate, now: ExchangeRate): Fraction {
  const [after, before] = [
    BigInt(now.scaled) * 10n ** BigInt(base.rate.scale),
    BigInt(base.rate.scaled) * 10n ** BigInt(now.scale),
  ];
  return currency === base.other
    ? { numerator: after, denominator: before }
    : { numerator: before, denominator: after };
}

/**
 * Multiplies an amount of at least 0 by the fraction, and rounds the product half up to a multiple of `step`. The
 * computation is exact before this rounding.
 */
export function multiplied(amount: bigint, { numerator, denominator }: Fraction, step: bigint): bigint {
  const unit = denominator * step;
  return ((2n * amount * numerator + unit) / (2n * unit)) * step;
}

/**
 * Multiplies a rate by the fraction. The result is exact if it has at most 18 decimals and fits into a safe integer. If
 * not, it is rounded half up to as many decimals as fit. Returns null if the result is 0 or too large.
 */
export function multipliedRate(rate: ExchangeRate, factor: Fraction): ExchangeRate | null {
  for (let scale = 18; scale >= 0; scale--) {
    const unit = { ...factor, denominator: factor.denominator * 10n ** BigInt(rate.scale) };
    let scaled = multiplied(BigInt(rate.scaled) * 10n ** BigInt(scale), unit, 1n);
    if (scaled > BigInt(Number.MAX_SAFE_INTEGER)) continue;
    let places = scale;
    for (; places > 0 && scaled % 10n === 0n; places--) scaled /= 10n;
    return scaled > 0n ? { scaled: Number(scaled), scale: places } : null;
  }
  return null;
}

/** Minimum and maximum of a rate limit in thousandths: 0.1 % and 50 %. */
export const permilleMin = 1;
export const permilleMax = 500;

/**
 * Parses a percentage that a user typed, such as "3" or "2.5", into thousandths. Returns null for an empty text (no
 * limit). Returns undefined if the text is not a number from 0.1 to 50 with at most one decimal.
 */
export function parsePermille(text: string): number | null | undefined {
  const plain = latinDigits(text)
    .replace(/[\s%\u066a\u00a0\u200e\u200f\u061c]/g, '')
    .replace(/[,\u066b]/, '.');
  if (plain === '') return null;
  const match = /^(\d{1,2})(?:\.(\d)0*)?$/.exec(plain);
  const permille = match ? Number(match[1]) * 10 + Number(match[2] ?? 0) : 0;
  return permille >= permilleMin && permille <= permilleMax ? permille : undefined;
}

/** Writes a rate limit (how far an exchange rate may move) as a percentage in plain digits: 25 is "2.5", 30 is "3". */
export function percentText(permille: number): string {
  const [whole, tenth] = [Math.trunc(permille / 10), permille % 10];
  return tenth === 0 ? String(whole) : `${whole}.${tenth}`;
}
