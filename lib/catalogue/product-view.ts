import type { Money } from '@/lib/platform/contract/common';
import type { ProductId, VariantId } from '@/lib/shared/ids';

/**
 * Stock of a variant or product, as screens show it. `hidden`: the install has no scope inventory:read. `unknown`: the
 * platform sent no quantity. Neither is shown as zero.
 */
export type StockView = { code: 'known'; quantity: number } | { code: 'hidden' } | { code: 'unknown' };

/** One row of the product list. */
export type ProductRow = {
  id: ProductId;
  /** Name of the product; null if the store gave none. */
  name: string | null;
  dsin: string | null;
  imageUrl: string | null;
  status: string | null;
  variantCount: number;
  /** Lowest and highest price of the variants, both in one currency; null if no variant has a price. */
  price: { from: Money; to: Money } | null;
  /** Total stock of all variants of the product. */
  stock: StockView;
  updatedAt: string | null;
};

/**
 * One page of the product list. `missing_scope`: the app may not read products. Either a scope is missing, or the
 * platform answers 403 although the scopes are in effect (A10).
 */
export type ProductListView =
  | {
      code: 'found';
      products: ProductRow[];
      /** Cursor of the next page; null on the last page. A short or empty page can still have a next page. */
      next: string | null;
      /** True if more products match the search than the list shows. The list then has the best matches. */
      isCut: boolean;
      /**
       * True if the mirror has read every product of the store at least once. If false, more products will appear
       * later.
       */
      isWhole: boolean;
      syncedAt: string | null;
    }
  | { code: 'missing_scope' };

/** One variant of a product, with all the fields that the product's screen shows. */
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
  /** Attributes of the variant, such as a size or a colour: name and value, as the store wrote them. */
  attributes: [name: string, value: string][];
};

/** One product with its variants. The variants are in the sequence that the store gave them. */
export type ProductView = {
  id: ProductId;
  name: string | null;
  dsin: string | null;
  status: string | null;
  brand: string | null;
  category: string | null;
  description: string | null;
  /** URLs of the product's images without duplicates, the main image first. */
  images: string[];
  updatedAt: string | null;
  /** The time when the product was last read from the platform. */
  readAt: string;
  /**
   * The time when the product was deleted in the store; null if it still exists. The screen of a deleted product shows
   * the data last read.
   */
  deletedAt: string | null;
  variants: VariantView[];
};
