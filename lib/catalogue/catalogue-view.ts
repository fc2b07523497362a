import type { Money } from '@/lib/platform/contract/common';
import type { ProductId, VariantId } from '@/lib/shared/ids';

/** A variant that can be added to an order, as the picker shows it. */
export type CatalogueHit = {
  variantId: VariantId;
  productId: ProductId;
  /** Product name. `variantName` is null if it does not differ from this name. */
  productName: string;
  variantName: string | null;
  sku: string | null;
  barcode: string | null;
  dsin: string | null;
  price: Money | null;
  compareAtPrice: Money | null;
  status: string | null;
  /** null means hidden by permission or unknown, never zero. */
  availableQuantity: number | null;
  weightGram: number | null;
  imageUrl: string | null;
};

/** Result of the catalogue search: `missing_scope` if the platform answers 403 (A10). */
export type CatalogueView = { code: 'found'; hits: CatalogueHit[] } | { code: 'missing_scope' };
