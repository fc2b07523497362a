import type { CatalogueHit, PastedLine } from '@/components/catalogue/catalogue-queries';
import { type DraftLine, pictureUrlLengthMax } from '@/lib/orders/new-order/new-order-draft';
import { plainAmount } from '@/lib/shared/numbers/money';
import { cutText } from '@/lib/shared/text/cut-text';

const nameLengthMax = 255;

/**
 * Makes a line of the new order form. A variant gets its catalogue price if that price is in the store's pricing
 * currency (`pricing`). Without a variant, the line is a custom line with the given name.
 */
export function draftLineOf(
  { hit, name, quantity }: Omit<PastedLine, 'price'>,
  pricing: { code: string; decimals: number },
): DraftLine {
  const offer = offerOf(hit, pricing);
  const known = [hit?.productName, hit?.variantName].filter(Boolean).join(' - ');
  return {
    variantId: hit?.variantId ?? null,
    name: cutText(hit ? known : name, nameLengthMax),
    quantity: String(quantity),
    price: offer.cataloguePriceMinor === null ? '' : plainAmount(offer.cataloguePriceMinor, pricing.decimals),
    ...offer,
  };
}

/**
 * Returns the fields of an order line that are copied from the catalogue: SKU, price, available quantity and picture.
 * The price is null if it is not in the store's pricing currency. Without a variant, all of these fields are null.
 */
export function offerOf(
  hit: CatalogueHit | null,
  pricing: { code: string; decimals: number },
): Pick<DraftLine, 'sku' | 'cataloguePriceMinor' | 'availableQuantity' | 'imageUrl'> {
  const isPriced = hit?.price?.currency === pricing.code && hit.price.decimals === pricing.decimals;
  return {
    sku: hit?.sku ?? null,
    cataloguePriceMinor: isPriced ? (hit.price?.amount_minor ?? null) : null,
    availableQuantity: hit?.availableQuantity ?? null,
    // A picture whose URL is too long for a saved draft is left out, because the draft could not be saved with it.
    imageUrl: hit?.imageUrl && hit.imageUrl.length <= pictureUrlLengthMax ? hit.imageUrl : null,
  };
}
