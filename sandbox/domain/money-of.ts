import type { Money } from '@/lib/shared/numbers/money';
import { currencyDecimals } from '@/sandbox/world/seed-stores';

/**
 * Builds a money value: amount in minor units, currency, and the number of decimals that the platform uses for that
 * currency.
 */
export function moneyOf(amountMinor: number, currency: string): Money {
  return { amount_minor: amountMinor, currency, decimals: currencyDecimals[currency] ?? 2 };
}
