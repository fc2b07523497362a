import type { PastedLine } from '@/components/catalogue/catalogue-queries';
import type { DraftLine } from '@/lib/orders/new-order/new-order-draft';
import { plainAmount } from '@/lib/shared/numbers/money';

const nameLengthMax = 255;

/**
 * Makes a line of the new order form. A variant gets its catalogue price if that price is in the store's pricing
 * currency (`pricing`). Without a variant, the line is a custom line with the given name.
 */
export function draftLineOf(
  { hit, name, quantity }: PastedLine,
  pricing: { code: string; decimals: number },
): DraftLine {
  const isPriced = hit?.price?.currency === pricing.code && hit.price.decimals === pricing.decimals;
  const price = isPriced ? hit.price : null;
  const known = [hit?.productName, hit?.variantName].filter(Boolean).join(' - ');
  return {
    variantId: hit?.variantId ?? null,
    name: (hit ? known : name).slice(0, nameLengthMax),
    sku: hit?.sku ?? null,
    quantity: String(quantity),
    price: price ? plainAmount(price.amount_minor, price.decimals) : '',
    cataloguePriceMinor: price?.amount_minor ?? null,
    availableQuantity: hit?.availableQuantity ?? null,
  };
}
