import { z } from 'zod';
import { CreateOrderBody } from '@/lib/platform/contract/orders';

/**
 * What a customer is sent, whole: the order as it would be created, and what of the store they are to read beside it.
 * `salt` is random: without it, who holds the hash could guess the customer.
 */
export const QuoteContent = z.object({
  order: CreateOrderBody,
  /** Of the order's currency, and of the store's own where that is another one. */
  decimals: z.int().min(0).max(18),
  pricing: z.object({ code: z.string(), decimals: z.int().min(0).max(18) }),
  store: z.object({ name: z.string(), timeZone: z.string() }),
  /** The province in both languages; null: as it stands in the address. */
  province: z.object({ ar: z.string(), en: z.string() }).nullable(),
  /** What is paid into, for a wallet. */
  walletId: z.string().nullable(),
  /** Valid until this day is over where the store is: YYYY-MM-DD. */
  validUntil: z.iso.date(),
  salt: z.string(),
});
export type QuoteContent = z.infer<typeof QuoteContent>;

/** One text for one content, whatever order its keys were written in: what is hashed. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join()}}`;
}

/** The total in minor units, as the platform reckons it (platform: POST /orders): subtotal - discount + shipping. */
export function totalMinorOf(order: CreateOrderBody): number {
  const sum = order.items.reduce(
    (total, { quantity, unit_price_minor }) => total + BigInt(quantity) * BigInt(unit_price_minor),
    0n,
  );
  return Number(sum - BigInt(order.discount?.amount_minor ?? 0) + BigInt(order.shipping.amount_minor));
}

/** The number of a quote as people say it, and as its order's chip bears it. */
export const quoteNumber = (number: number) => `Q-${number}`;
