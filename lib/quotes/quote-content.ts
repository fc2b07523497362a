import { z } from 'zod';
import { CreateOrderBody } from '@/lib/platform/contract/orders';

/**
 * The complete content of a quote that is sent to a customer. It has the order that the quote would become, and the
 * store data that is shown with it. `salt` is a random value that is hashed with the content. Without it, somebody who
 * knows the hash could guess the customer's data.
 */
export const QuoteContent = z.object({
  order: CreateOrderBody,
  /**
   * Number of decimals of the order's currency. `pricing` has the code and the decimals of the store's pricing
   * currency, which may differ from the order's currency.
   */
  decimals: z.int().min(0).max(18),
  pricing: z.object({ code: z.string(), decimals: z.int().min(0).max(18) }),
  store: z.object({ name: z.string(), timeZone: z.string() }),
  /**
   * Name of the province in both languages. null if the address has no province, or if its province has no known name
   * and is shown as written.
   */
  province: z.object({ ar: z.string(), en: z.string() }).nullable(),
  /**
   * True if the delivery fee was left empty: the seller and the customer agree on it later, and the total does not
   * contain it. A fee of 0 that is not open is free. Quotes that were sent before this field existed have false.
   */
  isFeeOpen: z.boolean().default(false),
  /** Id of the wallet that receives the payment; null if the payment method is not a wallet. */
  walletId: z.string().nullable(),
  /**
   * Last valid day of the quote (YYYY-MM-DD). The quote is valid until the end of that day in the store's time zone.
   */
  validUntil: z.iso.date(),
  salt: z.string(),
});
export type QuoteContent = z.infer<typeof QuoteContent>;

/**
 * Converts a value to the JSON text that is hashed. The same content gives the same text, whatever the sequence of its
 * keys.
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
 * Calculates the total of an order in minor units with the platform's formula (platform: POST /orders): subtotal -
 * discount + shipping.
 */
export function totalMinorOf(order: CreateOrderBody): number {
  const sum = order.items.reduce(
    (total, { quantity, unit_price_minor }) => total + BigInt(quantity) * BigInt(unit_price_minor),
    0n,
  );
  return Number(sum - BigInt(order.discount?.amount_minor ?? 0) + BigInt(order.shipping.amount_minor));
}

/** Returns the number of a quote as users see it. The reference chip of the quote's order shows it in the same form. */
export const quoteNumber = (number: number) => `Q-${number}`;
