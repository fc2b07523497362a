import type { z } from 'zod';
import type { Product, Variant, VariantDetail } from 'commerce-platform-client/contract/products';
import { productImageUrl } from '@/sandbox/world/product-image';
import type { InstallRecord, ProductRecord, VariantRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { moneyOf } from './money-of';
import { effectiveScopes } from './scopes';

type VariantAnswer = z.input<typeof Variant>;
type ProductAnswer = z.input<typeof Product>;

export function findVariant(
  world: World,
  storeId: string,
  variantId: string,
): { product: ProductRecord; variant: VariantRecord } | undefined {
  for (const product of world.products.inStore(storeId)) {
    const variant = product.variants.find((row) => row.id === variantId);
    if (variant) return { product, variant };
  }
  return undefined;
}

/**
 * Status of a variant in the API. out_of_stock is computed from the stock. hidden and discontinued are set by
 * the merchant (A14).
 */
export function variantStatus(variant: VariantRecord): 'active' | 'out_of_stock' | 'hidden' | 'discontinued' {
  const empty = variant.stock <= 0 && variant.stock_policy === 'deny';
  return variant.status === 'active' && empty ? 'out_of_stock' : variant.status;
}

export function productStatus(product: ProductRecord): string {
  if (product.status !== 'active') return product.status;
  if (product.variants.length === 0) return 'no_variants';
  return product.variants.some((variant) => variantStatus(variant) === 'active') ? 'active' : 'out_of_stock';
}

/**
 * True if an install may see stock quantities. The scope inventory:read must be granted and not switched off
 * (PRO-4).
 */
export function seesStock(install: InstallRecord): boolean {
  return effectiveScopes(install).includes('inventory:read');
}

/** Converts a product record to the product of the API (platform: Product). */
export function projectProduct(world: World, product: ProductRecord, withStock: boolean): ProductAnswer {
  return {
    id: product.id,
    dsin: product.dsin,
    name: product.name,
    status: productStatus(product),
    updated_at: product.updated_at,
    image_url: productImageUrl(world, product),
    image_color: product.image_color,
    brand: product.brand,
    description: product.description,
    category: product.category,
    images: [productImageUrl(world, product)],
    variants: product.variants.map((variant) => projectVariant(world, product, variant, withStock)),
  };
}

/** Converts a variant record to the detailed variant of the API (platform: VariantDetail). */
export function projectVariantDetail(
  world: World,
  product: ProductRecord,
  variant: VariantRecord,
  withStock: boolean,
): z.input<typeof VariantDetail> {
  return {
    ...projectVariant(world, product, variant, withStock),
    product_name: product.name,
    product_status: productStatus(product),
  };
}

function projectVariant(
  world: World,
  product: ProductRecord,
  variant: VariantRecord,
  withStock: boolean,
): VariantAnswer {
  const store = world.stores.need(product.store_id);
  return {
    id: variant.id,
    product_id: product.id,
    sku: variant.sku,
    price: moneyOf(variant.price_minor, store.currency),
    status: variantStatus(variant),
    name: variant.name,
    attributes: variant.attributes,
    barcode: variant.barcode,
    compare_at_price:
      variant.compare_at_minor === null ? null : moneyOf(variant.compare_at_minor, store.currency),
    image_url: productImageUrl(world, product),
    weight_gram: variant.weight_gram,
    available_quantity: withStock ? variant.stock : null,
  };
}
