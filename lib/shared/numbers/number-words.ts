import { arabicCount, type ArabicNoun, arabicNumber } from './arabic-number';
import { type CurrencyName, currencyNames } from './currency-names';
import { englishNumber } from './english-number';
import type { AppLocale } from '@/lib/shared/locale';
import type { Money } from './money';

/**
 * Returns an amount in words, as it is printed under a total: "ثلاث ليرات سورية", "twelve US dollars and fifty cents".
 * If the name of the currency is unknown, its code is written. If the name of its minor unit is unknown, a fraction is
 * written as "50/100". The result is exact.
 */
export function amountInWords(money: Money, locale: AppLocale): string {
  const { whole, fraction } = split(money);
  const name = currencyNames.get(money.currency);
  const isMinus = money.amount_minor < 0;
  if (locale === 'ar') return (isMinus ? 'ناقص ' : '') + inArabic(whole, fraction, money, name);
  return (isMinus ? 'minus ' : '') + inEnglish(whole, fraction, money, name);
}

function inArabic(whole: bigint, fraction: bigint, money: Money, name: CurrencyName | undefined): string {
  const coin = coinOf(money, name);
  if (coin && whole === 0n && fraction > 0n) return arabicCount(fraction, coin.ar);
  const amount = name ? arabicCount(whole, name.ar) : `${arabicNumber(whole)} ${money.currency}`;
  if (fraction === 0n) return amount;
  return coin ? `${amount} و${arabicCount(fraction, coin.ar)}` : `${amount} و${digits(money, fraction)}`;
}

function inEnglish(whole: bigint, fraction: bigint, money: Money, name: CurrencyName | undefined): string {
  const coin = coinOf(money, name);
  const counted = (count: bigint, [one, many]: readonly [string, string]) =>
    `${englishNumber(count)} ${count === 1n ? one : many}`;
  if (coin && whole === 0n && fraction > 0n) return counted(fraction, coin.en);
  const amount = name ? counted(whole, name.en) : `${englishNumber(whole)} ${money.currency}`;
  if (fraction === 0n) return amount;
  return `${amount} and ${coin ? counted(fraction, coin.en) : digits(money, fraction)}`;
}

type Coin = { ar: ArabicNoun; en: readonly [string, string] };

/**
 * Returns the names of the currency's minor unit (such as the cent). Returns null if the names are unknown, or if the
 * amount has another number of decimals than this minor unit.
 */
function coinOf({ decimals }: Money, name: CurrencyName | undefined): Coin | null {
  return name?.coin?.decimals === decimals ? name.coin : null;
}

function digits({ decimals }: Money, fraction: bigint): string {
  return `${fraction.toString().padStart(decimals, '0')}/${10n ** BigInt(decimals)}`;
}

function split({ amount_minor, decimals }: Money): { whole: bigint; fraction: bigint } {
  const minor = BigInt(amount_minor);
  const one = 10n ** BigInt(decimals);
  const size = minor < 0n ? -minor : minor;
  return { whole: size / one, fraction: size % one };
}
