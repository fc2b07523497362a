import 'server-only';
import type { ProductView, VariantView } from '@/lib/catalogue/product-view';
import { readCatalogueState } from '@/lib/catalogue/read-catalogue-state.server';
import { stockOf } from '@/lib/catalogue/stock-of';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { Product, Variant } from 'commerce-platform-client/contract/products';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { ProductId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * A product from the mirror (our copy of the platform's data), or from a read of the platform just now. For a deleted
 * product, `product` has the data that was read last.
 */
type KnownProduct = { product: Product; readAt: Date; deletedAt: Date | null };

/**
 * Result of reading a product. `not_found`: neither the mirror nor the platform has the product.
 */
export type ProductAnswer =
  | { code: 'found'; product: ProductView }
  | { code: 'missing_scope' }
  | { code: 'not_found' };

/**
 * Returns a product with all its variants from the mirror. If the mirror does not contain the product, it is read from
 * the platform; throws PlatformError if that read fails. If the app lacks the scope inventory:read, the stock is
 * hidden. platform: Products, GET /products/{id}.
 */
export async function readProduct(
  { installId, db, scopes, platform }: InstallContext,
  productId: ProductId,
): Promise<ProductAnswer> {
  if (!scopes.has('products:read')) return { code: 'missing_scope' };
  const { state, row } = await db.transaction(async (tx) => ({
    state: await readCatalogueState(tx, { installId }),
    row: await mirroredProduct(tx, installId, productId),
  }));
  if (state === 'forbidden') return { code: 'missing_scope' };
  const known = row ?? (await requestProduct(platform, productId));
  if (known === 'missing_scope') return { code: 'missing_scope' };
  if (!known || known === 'tombstone') return { code: 'not_found' };
  return { code: 'found', product: viewOf(known, scopes.has('inventory:read')) };
}

/**
 * Returns a product from the mirror; null if the mirror does not contain the product. Returns `tombstone` if the mirror
 * contains only the record of the deletion, because the product was deleted before the app read it.
 */
async function mirroredProduct(
  tx: Tx,
  installId: InstallContext['installId'],
  id: ProductId,
): Promise<KnownProduct | 'tombstone' | null> {
  const row = await tx.mirrorProduct.findUnique({
    where: { installId_id: { installId, id } },
    select: { document: true, readAt: true, deletedAt: true },
  });
  if (!row) return null;
  const product = Product.safeParse(row.document);
  if (!product.success) return 'tombstone';
  const variants = await tx.mirrorVariant.findMany({
    where: { installId, productId: id },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { document: true },
  });
  return {
    product: { ...product.data, variants: variants.map(({ document }) => Variant.parse(document)) },
    readAt: row.readAt,
    deletedAt: row.deletedAt,
  };
}

async function requestProduct(
  platform: InstallContext['platform'],
  id: ProductId,
): Promise<KnownProduct | 'missing_scope' | null> {
  try {
    const { body } = await platform.getProduct(id);
    return { product: body.data, readAt: new Date(), deletedAt: null };
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return null;
    if (error instanceof PlatformError && error.status === 403) return 'missing_scope';
    throw error;
  }
}

function viewOf({ product, readAt, deletedAt }: KnownProduct, seesStock: boolean): ProductView {
  const { id, name, dsin, status, brand, category, description, image_url, images, updated_at } = product;
  return {
    id,
    name: name ?? null,
    dsin: dsin ?? null,
    status: status ?? null,
    brand: brand ?? null,
    category: category?.name ?? null,
    description: description ?? null,
    images: [...new Set([image_url, ...(images ?? [])].filter((url) => typeof url === 'string'))],
    updatedAt: updated_at ?? null,
    readAt: readAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
    variants: (product.variants ?? []).map((variant) => variantView(variant, seesStock)),
  };
}

function variantView(variant: Variant, seesStock: boolean): VariantView {
  return {
    id: variant.id,
    name: variant.name ?? null,
    sku: variant.sku ?? null,
    barcode: variant.barcode ?? null,
    price: variant.price ?? null,
    compareAtPrice: variant.compare_at_price ?? null,
    status: variant.status ?? null,
    stock: stockOf(variant.available_quantity, seesStock),
    weightGram: variant.weight_gram ?? null,
    imageUrl: variant.image_url ?? null,
    attributes: Object.entries(variant.attributes ?? {}).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  };
}
