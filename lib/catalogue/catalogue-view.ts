import type { Money } from '@/lib/platform/contract/common';
import type { ProductId, VariantId } from '@/lib/shared/ids';

/** A variant that can be put on an order, as the picker shows it. */
export type CatalogueHit = {
  variantId: VariantId;
  productId: ProductId;
  /** Name of the product, then that of the variant where it says more. */
  productName: string;
  variantName: string | null;
  sku: string | null;
  barcode: string | null;
  dsin: string | null;
  price: Money | null;
  compareAtPrice: Money | null;
  status: string | null;
  /** null is hidden by permission or unknown, never zero. */
  availableQuantity: number | null;
  weightGram: number | null;
  imageUrl: string | null;
};

/** Answer of the catalogue search: `missing_scope` when the platform says 403 (A10). */
export type CatalogueView = { code: 'found'; hits: CatalogueHit[] } | { code: 'missing_scope' };
