import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { Product, Variant } from 'commerce-platform-client/contract/products';
import { foldText } from '@/lib/shared/fold-text';

/**
 * Returns the data of a variant that the product picker shows. If `seesStock` is false, the app may no longer read
 * stock, and the stored quantity is left out.
 */
export function catalogueHit(
  product: Omit<Product, 'variants'>,
  variant: Variant,
  seesStock: boolean,
): CatalogueHit {
  return {
    variantId: variant.id,
    productId: product.id,
    productName: product.name ?? variant.name ?? product.id,
    variantName: variant.name && variant.name !== product.name ? variant.name : null,
    sku: variant.sku ?? null,
    barcode: variant.barcode ?? null,
    dsin: product.dsin ?? null,
    price: variant.price ?? null,
    compareAtPrice: variant.compare_at_price ?? null,
    status: offeredStatus(product.status, variant.status),
    availableQuantity: seesStock ? (variant.available_quantity ?? null) : null,
    weightGram: variant.weight_gram ?? null,
    imageUrl: variant.image_url ?? product.image_url ?? null,
  };
}

/**
 * Returns the status of the product if the product is not offered, or if the variant has no status. In all other cases,
 * returns the status of the variant.
 */
function offeredStatus(product: string | null | undefined, variant: string | null | undefined) {
  return (isOffered(product) ? (variant ?? product) : product) ?? null;
}

const notOffered = new Set(['hidden', 'discontinued', 'no_variants']);
const isOffered = (status: string | null | undefined) => !status || !notOffered.has(status);

/**
 * Returns the sort rank of a variant: 0 = can be sold, 1 = out of stock now, 2 = not offered. An unknown status counts
 * as "can be sold".
 */
export function availabilityRank({ status, availableQuantity }: CatalogueHit): 0 | 1 | 2 {
  if (!isOffered(status)) return 2;
  return status === 'out_of_stock' || (status === null && availableQuantity === 0) ? 1 : 0;
}

/**
 * Returns the text in which a search looks for words: the names and codes of a variant, simplified by foldText. The
 * sequence of the search words does not matter.
 */
export function searchTextOf(hit: CatalogueHit): string {
  const { productName, dsin, variantName, sku, barcode } = hit;
  return foldText([productName, dsin, variantName, sku, barcode].filter(Boolean).join('\n'));
}

/**
 * True if the search text is exactly the SKU or barcode of the variant. For example, a user has scanned the barcode.
 * The search text and the code are simplified by foldText before they are compared.
 */
export function isCodeOf(text: string, { sku, barcode }: CatalogueHit): boolean {
  const folded = foldText(text);
  return folded !== '' && [sku, barcode].some((code) => code !== null && foldText(code) === folded);
}
