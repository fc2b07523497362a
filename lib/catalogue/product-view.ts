import type { Money } from '@/lib/platform/contract/common';
import type { ProductId, VariantId } from '@/lib/shared/ids';

/** Stock as it may be shown: `hidden` without inventory:read, `unknown` where the platform told none; never zero for either. */
export type StockView = { code: 'known'; quantity: number } | { code: 'hidden' } | { code: 'unknown' };

/** One product of the list. */
export type ProductRow = {
  id: ProductId;
  /** null where the store gave none. */
  name: string | null;
  dsin: string | null;
  imageUrl: string | null;
  status: string | null;
  variantCount: number;
  /** Least and greatest price of its variants, both in one currency; null while none has a price. */
  price: { from: Money; to: Money } | null;
  /** Of all its variants together. */
  stock: StockView;
  updatedAt: string | null;
};

/** A page of the list; `missing_scope` also when the platform says 403 whatever the scopes are (A10). */
export type ProductListView =
  | {
      code: 'found';
      products: ProductRow[];
      /** Where the next page begins. A page may be short, or empty, and have one. */
      next: string | null;
      /** More fit what is searched for than are shown: the best are. */
      isCut: boolean;
      /** Every product has been read once; or else more will be found in a while. */
      isWhole: boolean;
      syncedAt: string | null;
    }
  | { code: 'missing_scope' };

/** One variant of a product, whole. */
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
  /** As the store names them: size, colour. */
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
  /** Addresses of pictures, the first one first; none twice. */
  images: string[];
  updatedAt: string | null;
  /** When the platform was last asked for it. */
  readAt: string;
  /** The store has it no more; what is shown is what was last read. */
  deletedAt: string | null;
  variants: VariantView[];
};
