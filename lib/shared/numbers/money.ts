/**
 * An amount of money as in the platform's API: an integer of minor units, and the number of decimals of the currency
 * (D7). The platform uses 0 decimals for SYP, although ISO 4217 has 2 (platform: What the service does, rule 4).
 */
export type Money = { amount_minor: number; currency: string; decimals: number };

/**
 * Returns a key that is the same for amounts that may be added: the currency and its number of decimals. Two orders of
 * one currency can have different decimals, for example after the platform changed them. Their minor units are not the
 * same unit.
 */
export const currencyKey = ({ currency, decimals }: Pick<Money, 'currency' | 'decimals'>): string =>
  `${currency} ${decimals}`;

/**
 * Exchange rate as two integers: rate = scaled / 10^scale. One unit of the pricing currency is `rate` units of the
 * other currency (platform: POST /orders).
 */
export type ExchangeRate = { scaled: number; scale: number };

export type AmountParse =
  | { ok: true; amountMinor: number }
  | { ok: false; code: 'empty' | 'not_a_number' | 'too_many_decimals' | 'too_large' };

const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Converts Arabic-Indic and Persian digits to Latin digits. Other characters do not change. */
export function latinDigits(text: string): string {
  return text.replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/**
 * Rewrites a number that a user typed with Latin digits, a decimal point and no group separators.
 *
 * - A comma before groups of three digits is a group separator ("12,500").
 * - Any other single comma is the decimal separator ("12,50", "0,500") if at most `decimalsMax` decimals follow it,
 *   because many phones offer no other separator.
 * - In all other cases, a comma stays, so that the result is not a number.
 */
export function withDecimalPoint(text: string, decimalsMax: number): string {
  const plain = latinDigits(text)
    .replace(/[\s\u00a0\u202f\u066c'_\u200e\u200f\u061c]/g, '')
    .replace('\u066b', '.');
  if (/^-?[1-9]\d*(?:,\d{3})+(?:\.\d*)?$/.test(plain)) return plain.replaceAll(',', '');
  const fraction = /^-?\d*,(\d*)$/.exec(plain)?.[1];
  const isDecimal = fraction !== undefined && fraction.replace(/0+$/, '').length <= decimalsMax;
  return isDecimal ? plain.replace(',', '.') : plain;
}

/**
 * Parses an amount that a user typed ("1,250.5", "12,50", "١٢٥٠", "١٬٢٥٠٫٥") into minor units, with exact arithmetic.
 * An amount with more decimals than its currency is an error, because amounts are never rounded.
 */
export function parseAmount(text: string, decimals: number): AmountParse {
  const plain = withDecimalPoint(text, decimals);
  if (plain === '') return { ok: false, code: 'empty' };
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(plain);
  if (!match || (match[2] === '' && !match[3])) return { ok: false, code: 'not_a_number' };
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return { ok: false, code: 'too_many_decimals' };
  const minor = BigInt((match[2] || '0') + fraction.padEnd(decimals, '0'));
  if (minor > BigInt(Number.MAX_SAFE_INTEGER)) return { ok: false, code: 'too_large' };
  return { ok: true, amountMinor: match[1] && minor !== 0n ? -Number(minor) : Number(minor) };
}

/** Returns the amount as plain text with a decimal point ("1250.50"), for an input field. */
export function plainAmount(amountMinor: number, decimals: number): string {
  const digits = BigInt(Math.abs(amountMinor))
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = amountMinor < 0 ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
}

/**
 * Formats the amount with its currency in the language and digits of the user. `locale` comes from intlLocale. Intl
 * receives the amount as decimal text, so no digit is lost.
 */
export function formatMoney(money: Money, locale: string): string {
  const text = currencyFormat(locale, money.currency, money.decimals).format(
    plainAmount(money.amount_minor, money.decimals) as Intl.StringNumericLiteral,
  );
  // Adds a direction mark after "US$". Without this mark, a browser would show the sign "$" before the letters "US" in
  // Arabic text.
  const marked = text.replace(/[A-Z]+[$€£¥]$/, '$&\u200e');
  // In a negative Arabic amount, Intl writes a left-to-right mark before the minus. This mark would move letters such
  // as "US" to the right of the number. A right-to-left mark before the letters keeps them on the left, as in a
  // positive amount.
  return money.amount_minor < 0 ? marked.replace(/\s(?=[A-Z]+[$€£¥]\u200e$)/, '\u200f$&') : marked;
}

/**
 * Returns the sign of a currency as it is shown next to an amount: "ل.س." or "$". If the currency has no sign, returns
 * its code.
 */
export function currencySign(code: string, locale: string): string {
  const format = currencyFormat(locale, code, 0);
  const parts = 'formatToParts' in format ? format.formatToParts(0) : [];
  return parts.find(({ type }) => type === 'currency')?.value ?? code;
}

/**
 * Converts an amount to another currency, rounded half up to whole minor units. `from` and `to` are the numbers of
 * decimals of the two currencies. The result may be too large to be exact, so the caller must check it with
 * Number.isSafeInteger.
 */
export function convertMinor(amountMinor: number, from: number, to: number, rate: ExchangeRate): number {
  return divideHalfUp(
    BigInt(amountMinor) * BigInt(rate.scaled) * 10n ** BigInt(to),
    10n ** BigInt(from + rate.scale),
  );
}

/**
 * Converts an amount from the order's currency to the pricing currency, by dividing by the rate. It is the inverse of
 * convertMinor. The result is rounded half up. It may be too large to be exact, so the caller must check it with
 * Number.isSafeInteger.
 */
export function convertBackMinor(amountMinor: number, from: number, to: number, rate: ExchangeRate): number {
  return divideHalfUp(
    BigInt(amountMinor) * 10n ** BigInt(to + rate.scale),
    10n ** BigInt(from) * BigInt(rate.scaled),
  );
}

function divideHalfUp(numerator: bigint, denominator: bigint): number {
  const sign = numerator < 0n ? -1n : 1n;
  return Number(sign * ((2n * sign * numerator + denominator) / (2n * denominator)));
}

const formats = new Map<string, Intl.NumberFormat>();

function currencyFormat(locale: string, currency: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    const digits = {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    };
    try {
      format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
    } catch {
      // Intl throws an error for a currency code that does not have three letters. Such an amount is shown as a number
      // and the code.
      const plain = new Intl.NumberFormat(locale, digits);
      format = { format: (value: number) => `${plain.format(value)} ${currency}` } as Intl.NumberFormat;
    }
    formats.set(key, format);
  }
  return format;
}
