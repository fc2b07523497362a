import { type ExchangeRate, withDecimalPoint } from './money';

export type RateParse =
  | { ok: true; rate: ExchangeRate }
  | { ok: false; code: 'empty' | 'not_a_number' | 'too_large' | 'too_many_decimals' };

/**
 * Limits of an exchange rate (platform: POST /orders, exchange_rate). The maximum of `scale` is the same as
 * that of `decimals` in Money.
 */
const scaleMax = 18;
const scaledMax = BigInt(Number.MAX_SAFE_INTEGER);
/** Number of digits of an inverse exchange rate on screens. Money changers use fewer digits than this. */
const digitsShown = 7;
/**
 * Minimum number of digits of an inverse rate that had to be rounded. With fewer digits, the rate would differ too much
 * from the number that the user typed.
 */
const digitsMin = 6;

/**
 * Returns true if screens show the inverse of the rate, so that the number is above one: "1 USD = 13,000 SYP" and not
 * 0.0000769. A rate is the number of units of the order's currency for one unit of the pricing currency (platform: POST
 * /orders).
 */
export function isSaidInverse(rate: ExchangeRate): boolean {
  return BigInt(rate.scaled) < 10n ** BigInt(rate.scale);
}

/**
 * Returns the rate as plain text with a decimal point. If `inverse` is true, the text is the reciprocal of
 * the rate, rounded half up to seven digits.
 */
export function rateText(rate: ExchangeRate, inverse: boolean): string {
  if (!inverse) return decimalText(BigInt(rate.scaled), rate.scale);
  const one = 10n ** BigInt(rate.scale);
  const whole = (one / BigInt(rate.scaled)).toString();
  const decimals = Math.max(0, digitsShown - whole.length);
  return decimalText(divideHalfUp(one * 10n ** BigInt(decimals), BigInt(rate.scaled)), decimals);
}

/**
 * Formats a decimal number with group separators: "13,000.52". Intl receives the number as text, so the result is
 * exact.
 */
export function groupedDigits(text: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(
    text as Intl.StringNumericLiteral,
  );
}

/**
 * Parses an exchange rate that a user typed, with exact arithmetic. If `inverse` is true, the text is the value of one
 * unit of the order's currency in the pricing currency. The result is then the reciprocal, with as many digits as fit
 * into a safe integer.
 */
export function parseRate(text: string, inverse: boolean): RateParse {
  const plain = withDecimalPoint(text, scaleMax);
  if (plain === '') return { ok: false, code: 'empty' };
  const match = /^(\d*)(?:\.(\d*))?$/.exec(plain);
  if (!match || (match[1] === '' && !match[2])) return { ok: false, code: 'not_a_number' };
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > scaleMax) return { ok: false, code: 'too_many_decimals' };
  const digits = BigInt((match[1] || '0') + fraction);
  if (digits === 0n) return { ok: false, code: 'not_a_number' };
  if (!inverse)
    return digits > scaledMax
      ? { ok: false, code: 'too_large' }
      : { ok: true, rate: { scaled: Number(digits), scale: fraction.length } };
  return reciprocal(digits, fraction.length);
}

function reciprocal(digits: bigint, decimals: number): RateParse {
  const numerator = 10n ** BigInt(decimals);
  for (let scale = scaleMax; scale >= 0; scale--) {
    const scaled = divideHalfUp(numerator * 10n ** BigInt(scale), digits);
    if (scaled > scaledMax) continue;
    if (scaled.toString().length < digitsMin && scaled * digits !== numerator * 10n ** BigInt(scale))
      return { ok: false, code: 'too_large' };
    return { ok: true, rate: shortest(scaled, scale) };
  }
  // The typed number is too small: its reciprocal is too large for a safe integer, even with scale 0.
  return { ok: false, code: 'too_many_decimals' };
}

function shortest(scaled: bigint, scale: number): ExchangeRate {
  let [value, places] = [scaled, scale];
  while (places > 0 && value % 10n === 0n) [value, places] = [value / 10n, places - 1];
  return { scaled: Number(value), scale: places };
}

function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function decimalText(digits: bigint, decimals: number): string {
  const text = digits.toString().padStart(decimals + 1, '0');
  const whole = text.slice(0, text.length - decimals);
  const fraction = text.slice(text.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
