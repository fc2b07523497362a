import { z } from 'zod';
import { mayBeMissing, variantStatuses } from '../assumptions';
import { ProductId, VariantId } from './ids';
import { IdList, Money, openEnum, PageQuery, Timestamp } from './common';

/** Values of the query parameter `status` of GET /products. */
export const productStatuses = ['active', 'out_of_stock', 'hidden', 'discontinued', 'no_variants'] as const;

/**
 * A product variant. Every field except id may be null or absent (A23). If available_quantity is null, the platform
 * hides the stock from the app. The value null never means zero. platform: Variant.
 */
export const Variant = z.object({
  id: VariantId,
  product_id: mayBeMissing(ProductId),
  sku: mayBeMissing(z.string()),
  price: mayBeMissing(Money),
  status: mayBeMissing(openEnum(variantStatuses)),
  name: mayBeMissing(z.string()),
  attributes: mayBeMissing(z.record(z.string(), z.unknown())),
  barcode: mayBeMissing(z.string()),
  compare_at_price: mayBeMissing(Money),
  image_url: mayBeMissing(z.string()),
  weight_gram: mayBeMissing(z.int()),
  available_quantity: mayBeMissing(z.int()),
});
export type Variant = z.infer<typeof Variant>;

/** A product variant as GET /products/variants returns it. platform: Variant, VariantDetail. */
export const VariantDetail = Variant.extend({
  product_name: mayBeMissing(z.string()),
  product_status: mayBeMissing(openEnum(productStatuses)),
});
export type VariantDetail = z.infer<typeof VariantDetail>;

/** A product with its variants. platform: Product. */
export const Product = z.object({
  id: ProductId,
  dsin: mayBeMissing(z.string()),
  name: mayBeMissing(z.string()),
  status: mayBeMissing(openEnum(productStatuses)),
  updated_at: mayBeMissing(Timestamp),
  image_url: mayBeMissing(z.string()),
  image_color: mayBeMissing(z.string()),
  brand: mayBeMissing(z.string()),
  description: mayBeMissing(z.string()),
  category: mayBeMissing(z.object({ id: z.string(), name: mayBeMissing(z.string()) })),
  images: mayBeMissing(z.array(z.string())),
  variants: mayBeMissing(z.array(Variant)),
});
export type Product = z.infer<typeof Product>;

/** Query parameters of GET /products. With the search text `q`, the page is ranked and has no cursor. */
export const ProductListQuery = PageQuery.extend({
  updated_at_min: Timestamp.optional(),
  q: z.string().max(200).optional(),
  status: z.enum(productStatuses).optional(),
  ids: IdList.optional(),
});
export type ProductListQuery = z.input<typeof ProductListQuery>;

/** Query parameters of GET /products/variants. */
export const VariantListQuery = z.object({ ids: IdList });
