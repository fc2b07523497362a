import 'server-only';
import type { CatalogueHit, CatalogueView } from '@/lib/catalogue/catalogue-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { PlatformError } from '@/lib/platform/platform-error';

const productsMax = 20;

/**
 * Variants whose product or variant name, SKU, DSIN or barcode contains the text, in the platform's ranking.
 * platform: Products, GET /products with q. Throws PlatformError when the platform can't be asked.
 */
export async function searchCatalogue(context: InstallContext, text: string): Promise<CatalogueView> {
  const q = text.trim().slice(0, 200);
  try {
    const { body } = await context.platform.listProducts(
      { limit: productsMax, ...(q !== '' && { q }) },
      { deadlineMs: 5_000 },
    );
    const hits = body.data.flatMap((product) =>
      (product.variants ?? []).map(
        (variant): CatalogueHit => ({
          variantId: variant.id,
          productId: product.id,
          productName: product.name ?? variant.name ?? product.id,
          variantName: variant.name && variant.name !== product.name ? variant.name : null,
          sku: variant.sku ?? null,
          price: variant.price ?? null,
          status: variant.status ?? product.status ?? null,
          availableQuantity: variant.available_quantity ?? null,
          imageUrl: variant.image_url ?? product.image_url ?? null,
        }),
      ),
    );
    return { code: 'found', hits };
  } catch (error) {
    if (error instanceof PlatformError && error.status === 403) return { code: 'missing_scope' };
    throw error;
  }
}
