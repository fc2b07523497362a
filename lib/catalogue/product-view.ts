import type { Money } from '@/lib/platform/contract/common';
import type { ProductId, VariantId } from '@/lib/shared/ids';

/**
 * Stock to show: `hidden` without inventory:read, `unknown` if the platform sent no quantity. Neither is shown as zero.
 */
export type StockView = { code: 'known'; quantity: number } | { code: 'hidden' } | { code: 'unknown' };

/** One product in the list. */
export type ProductRow = {
  id: ProductId;
  /** null if the store gave no name. */
  name: string | null;
  dsin: string | null;
  imageUrl: string | null;
  status: string | null;
  variantCount: number;
  /** Lowest and highest price of the variants, both in one currency; null if no variant has a price. */
  price: { from: Money; to: Money } | null;
  /** Total stock of all variants. */
  stock: StockView;
  updatedAt: string | null;
};

/**
 * A page of the list. `missing_scope` is also returned if the platform answers 403 although the scopes are in effect
 * (A10).
 */
export type ProductListView =
  | {
      code: 'found';
      products: ProductRow[];
      /** Cursor of the next page; null on the last page. A short or empty page can still have a next page. */
      next: string | null;
      /** True if more products match the search than are shown. The best matches are shown. */
      isCut: boolean;
      /** True if every product has been read once. If false, more products will appear later. */
      isWhole: boolean;
      syncedAt: string | null;
    }
  | { code: 'missing_scope' };

/** One variant of a product, with all its fields. */
export type VariantView = {
  id: VariantId;
  name: string | null;
  sku: string | null;
  barcode: string | null;
  price: Money | null;
  compareAtPrice: Money | null;
  status: string | null;
  stock: StockView;
  weightGram: number | null;
  imageUrl: string | null;
  /** Attributes as the store names them, for example size and colour. */
  attributes: [name: string, value: string][];
};

/** One product with its variants, in the order of the store. */
export type ProductView = {
  id: ProductId;
  name: string | null;
  dsin: string | null;
  status: string | null;
  brand: string | null;
  category: string | null;
  description: string | null;
  /** Image URLs without duplicates, the main image first. */
  images: string[];
  updatedAt: string | null;
  /** When the product was last read from the platform. */
  readAt: string;
  /** Set if the product no longer exists in the store. The data shown is then what was last read. */
  deletedAt: string | null;
  variants: VariantView[];
};
