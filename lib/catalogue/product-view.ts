import type { Money } from 'commerce-platform-client/contract/common';
import type { ProductId, VariantId } from 'commerce-platform-client/contract/ids';

/**
 * Stock of a variant or product, as screens show it. `hidden`: the app lacks the scope inventory:read. `unknown`: the
 * platform sent no quantity. A screen must show neither `hidden` nor `unknown` as zero.
 */
export type StockView = { code: 'known'; quantity: number } | { code: 'hidden' } | { code: 'unknown' };

/** One row of the product list. */
export type ProductRow = {
  id: ProductId;
  /** Name of the product; null if it has none. */
  name: string | null;
  /** SKU of the only variant; null if the product has several variants, or if its variant has no SKU. */
  sku: string | null;
  imageUrl: string | null;
  status: string | null;
  variantCount: number;
  /** Lowest and highest price of the variants, in the same currency; null if no variant has a price. */
  price: { from: Money; to: Money } | null;
  /** Stock of all variants of the product together. */
  stock: StockView;
  updatedAt: string | null;
};

/**
 * One page of the product list. `missing_scope`: the app may not read products, because it lacks a scope, or because
 * the platform responds with 403 although the app has the scopes (A10).
 */
export type ProductListView =
  | {
      code: 'found';
      products: ProductRow[];
      /** Cursor of the next page; null on the last page. A short or empty page can still have a next page. */
      next: string | null;
      /** True if more products match the search than the list has. In this case, the list has the best matches. */
      isCut: boolean;
      /** True if the app has read all products of the store. If false, more products will appear later. */
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
  /** Attributes of the variant, such as a size or a colour: name and value, as the store has written them. */
  attributes: [name: string, value: string][];
};

/** One product with its variants, in the sequence of the store. */
export type ProductView = {
  id: ProductId;
  name: string | null;
  dsin: string | null;
  status: string | null;
  brand: string | null;
  category: string | null;
  description: string | null;
  /** URLs of the product's pictures without duplicates, the main picture first. */
  images: string[];
  updatedAt: string | null;
  /** The time when the product was last read from the platform. */
  readAt: string;
  /**
   * The time when the product was found to be deleted; null if it exists. For a deleted product, the screen shows the
   * data that was read last.
   */
  deletedAt: string | null;
  variants: VariantView[];
};
