import { brand } from '@/brand';
import { z } from 'zod';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { RateLimit } from '@/lib/quotes/rate/rate-limit';

/**
 * The complete content of a quote that is sent to a customer: the order that an acceptance creates, and data of the
 * store. `salt` is a random value that is hashed together with the content. Without the salt, somebody who has the hash
 * could guess the customer's data.
 */
export const QuoteContent = z.object({
  order: CreateOrderBody,
  /**
   * `decimals`: number of decimals of the order's currency. `pricing`: code and decimals of the store's pricing
   * currency, which may be another currency.
   */
  decimals: z.int().min(0).max(18),
  pricing: z.object({ code: z.string(), decimals: z.int().min(0).max(18) }),
  store: z.object({ name: z.string(), timeZone: z.string() }),
  /**
   * Name of the province in both languages. Null if the address has no province, or if the app has no names for it. In
   * the second case, the province is shown as it is written in the address.
   */
  province: z.object({ ar: z.string(), en: z.string() }).nullable(),
  /**
   * True if the delivery fee was left empty, because seller and customer agree on it later. The total then contains no
   * fee. If false, a fee of 0 means free delivery. Quotes that were sent before this field existed count as false.
   */
  isFeeOpen: z.boolean().default(false),
  /** Id of the wallet to which the customer pays; null if the payment method is not a wallet. */
  walletId: z.string().nullable(),
  /** Last valid day of the quote (YYYY-MM-DD). The quote expires at the end of this day in the store's time zone. */
  validUntil: z.iso.date(),
  /**
   * The rate limit: how far the store's exchange rate may move until the price must be updated. Null if the price has
   * no rate limit. Quotes that were sent before this field existed have none.
   */
  rateLimit: RateLimit.nullable().default(null),
  salt: z.string(),
});
export type QuoteContent = z.infer<typeof QuoteContent>;

/**
 * Converts a value to the JSON text that is hashed. Equal contents give the same text, even if their keys are in
 * another sequence.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join()}}`;
}

/**
 * Computes the total of an order in minor units with the platform's formula (platform: POST /orders): subtotal -
 * discount + shipping.
 */
export function totalMinorOf(order: CreateOrderBody): number {
  const sum = order.items.reduce(
    (total, { quantity, unit_price_minor }) => total + BigInt(quantity) * BigInt(unit_price_minor),
    0n,
  );
  return Number(sum - BigInt(order.discount?.amount_minor ?? 0) + BigInt(order.shipping.amount_minor));
}

/**
 * Returns the number of a quote as users see it, such as Q-12. The reference of the quote's order contains the same
 * text.
 */
export const quoteNumber = (number: number) => `${brand.quotePrefix}${number}`;

/**
 * Reads the number of a quote as a user types it: with the prefix in capital or small letters (Q-12, q-12),
 * with only the letters of the prefix (Q12), or without the prefix (12).
 */
export function numberOfQuote(text: string): string | undefined {
  const prefixes = ['', brand.quotePrefix, brand.quotePrefix.replaceAll(/[^\p{L}]/gu, '')];
  const typed = text.toLowerCase();
  return prefixes
    .map((prefix) => prefix.toLowerCase())
    .flatMap((prefix) => (typed.startsWith(prefix) ? [typed.slice(prefix.length)] : []))
    .find((rest) => /^\d{1,9}$/.test(rest));
}
