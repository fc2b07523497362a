import type { Money } from 'commerce-platform-client/contract/common';
import type { ProductId, VariantId } from 'commerce-platform-client/contract/ids';

/** A variant that can be added to an order, as the product picker shows it. */
export type CatalogueHit = {
  variantId: VariantId;
  productId: ProductId;
  /** Name of the product. `variantName` is null if the variant has no name, or the same name as its product. */
  productName: string;
  variantName: string | null;
  sku: string | null;
  barcode: string | null;
  dsin: string | null;
  price: Money | null;
  compareAtPrice: Money | null;
  status: string | null;
  /**
   * Available pieces of the variant. Null if the quantity is unknown, or if the app may not read it; null never means
   * zero.
   */
  availableQuantity: number | null;
  weightGram: number | null;
  imageUrl: string | null;
};

/**
 * Result of a search for products. `missing_scope`: the platform responded with 403, so the app may not read products
 * (A10).
 */
export type CatalogueView = { code: 'found'; hits: CatalogueHit[] } | { code: 'missing_scope' };
