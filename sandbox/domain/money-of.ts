import type { Money } from '@/lib/shared/numbers/money';
import { currencyDecimals } from '@/sandbox/world/seed-stores';

/** A money value with the decimals that this platform gives the currency. */
export function moneyOf(amountMinor: number, currency: string): Money {
  return { amount_minor: amountMinor, currency, decimals: currencyDecimals[currency] ?? 2 };
}
