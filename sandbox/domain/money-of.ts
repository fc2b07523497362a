import type { Money } from '@/lib/shared/numbers/money';
import { currencyDecimals } from '@/sandbox/world/seed-stores';

/** An amount with the decimals this platform gives its currency. */
export function moneyOf(amountMinor: number, currency: string): Money {
  return { amount_minor: amountMinor, currency, decimals: currencyDecimals[currency] ?? 2 };
}
