import { z } from 'zod';
import { CreateOrderBody } from '@/lib/platform/contract/orders';

/**
 * The complete content that a customer is sent: the order as it would be created, and the store data that is shown
 * beside it. `salt` is random; without it, the customer could be guessed from the hash.
 */
export const QuoteContent = z.object({
  order: CreateOrderBody,
  /**
   * Decimals of the order's currency. `pricing` has the decimals of the store's own currency, which may be another one.
   */
  decimals: z.int().min(0).max(18),
  pricing: z.object({ code: z.string(), decimals: z.int().min(0).max(18) }),
  store: z.object({ name: z.string(), timeZone: z.string() }),
  /** The province in both languages; null if it is shown as written in the address. */
  province: z.object({ ar: z.string(), en: z.string() }).nullable(),
  /** The wallet that receives the payment, for a wallet payment method. */
  walletId: z.string().nullable(),
  /** Last valid day, until its end in the store's time zone: YYYY-MM-DD. */
  validUntil: z.iso.date(),
  salt: z.string(),
});
export type QuoteContent = z.infer<typeof QuoteContent>;

/** Returns the text that is hashed. The same content gives the same text, in any order of its keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join()}}`;
}

/** Total in minor units, calculated as the platform does (platform: POST /orders): subtotal - discount + shipping. */
export function totalMinorOf(order: CreateOrderBody): number {
  const sum = order.items.reduce(
    (total, { quantity, unit_price_minor }) => total + BigInt(quantity) * BigInt(unit_price_minor),
    0n,
  );
  return Number(sum - BigInt(order.discount?.amount_minor ?? 0) + BigInt(order.shipping.amount_minor));
}

/** The number of a quote as users see it, and as it is in the reference chip of its order. */
export const quoteNumber = (number: number) => `Q-${number}`;
