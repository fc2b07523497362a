import 'server-only';
import { catalogueHit } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueView } from '@/lib/catalogue/catalogue-view';
import { findProducts } from '@/lib/catalogue/find-products.server';
import { readCatalogueState } from '@/lib/catalogue/read-catalogue-state.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { PlatformError } from '@/lib/platform/platform-error';

const textMax = 200;
const productsMax = 20;

/**
 * Finds variants if every word of the text occurs, in any order, in the product name, variant name, SKU, DSIN or
 * barcode. Reads the mirror. The platform is requested instead if the mirror has not read every product once, or may no
 * longer read products (A10). Throws PlatformError if that request fails.
 */
export async function searchCatalogue(context: InstallContext, text: string): Promise<CatalogueView> {
  const q = text.trim().slice(0, textMax);
  const hits = await context.db.transaction(async (tx) =>
    (await readCatalogueState(tx, context)) === 'whole' ? findProducts(tx, context, q) : null,
  );
  return hits ? { code: 'found', hits } : searchPlatform(context, q);
}

/** Searches the platform, in the platform's ranking. platform: Products, GET /products with q. */
async function searchPlatform(context: InstallContext, q: string): Promise<CatalogueView> {
  try {
    const { body } = await context.platform.listProducts(
      { limit: productsMax, ...(q !== '' && { q }) },
      { deadlineMs: 5_000 },
    );
    const hits = body.data.flatMap((product) =>
      // The current platform answer contains only stock that the app may see now.
      (product.variants ?? []).map((variant) => catalogueHit(product, variant, true)),
    );
    return { code: 'found', hits };
  } catch (error) {
    if (error instanceof PlatformError && error.status === 403) return { code: 'missing_scope' };
    throw error;
  }
}
