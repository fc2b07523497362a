import { z } from 'zod';
import { ProductId, VariantId } from '@/lib/shared/ids';
import { IdList, Money, openEnum, PageQuery, Timestamp } from './common';

/** Filter values of GET /products. */
export const productStatuses = ['active', 'out_of_stock', 'hidden', 'discontinued', 'no_variants'] as const;

/** platform: Variant. Every field but the ids may be null or absent (A23); available_quantity null is hidden, not zero. */
export const Variant = z.object({
  id: VariantId,
  product_id: ProductId,
  sku: z.string().nullish(),
  price: Money.nullish(),
  status: openEnum(['active', 'out_of_stock', 'hidden', 'discontinued']).nullish(),
  name: z.string().nullish(),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  barcode: z.string().nullish(),
  compare_at_price: Money.nullish(),
  image_url: z.string().nullish(),
  weight_gram: z.int().nullish(),
  available_quantity: z.int().nullish(),
});
export type Variant = z.infer<typeof Variant>;

/** platform: Variant, VariantDetail. */
export const VariantDetail = Variant.extend({
  product_name: z.string().nullish(),
  product_status: openEnum(productStatuses).nullish(),
});
export type VariantDetail = z.infer<typeof VariantDetail>;

/** platform: Product. */
export const Product = z.object({
  id: ProductId,
  dsin: z.string().nullish(),
  name: z.string().nullish(),
  status: openEnum(productStatuses).nullish(),
  updated_at: Timestamp.nullish(),
  image_url: z.string().nullish(),
  image_color: z.string().nullish(),
  brand: z.string().nullish(),
  description: z.string().nullish(),
  category: z.object({ id: z.string(), name: z.string() }).nullish(),
  images: z.array(z.string()).nullish(),
  variants: z.array(Variant).nullish(),
});
export type Product = z.infer<typeof Product>;

/** Query of GET /products: with q the page is ranked and carries no cursor. */
export const ProductListQuery = PageQuery.extend({
  updated_at_min: Timestamp.optional(),
  q: z.string().max(200).optional(),
  status: z.enum(productStatuses).optional(),
  ids: IdList.optional(),
});
export type ProductListQuery = z.input<typeof ProductListQuery>;

/** Query of GET /products/variants. */
export const VariantListQuery = z.object({ ids: IdList });
