import 'server-only';
import { catalogueHit } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueView } from '@/lib/catalogue/catalogue-view';
import { findProducts } from '@/lib/catalogue/find-products.server';
import { readCatalogueState } from '@/lib/catalogue/read-catalogue-state.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { PlatformError } from 'commerce-platform-client/platform-error';
import { cutText } from '@/lib/shared/text/cut-text';

const textMax = 200;
const productsMax = 20;

/**
 * Returns the variants in which every word of the search text occurs: in the product name, variant name, SKU, DSIN or
 * barcode. The search reads the mirror (our copy of the platform's data). If the mirror is not complete, or if the app
 * may no longer read products (A10), the platform is searched. Throws PlatformError if the request to the platform
 * fails.
 */
export async function searchCatalogue(context: InstallContext, text: string): Promise<CatalogueView> {
  const q = cutText(text.trim(), textMax);
  const hits = await context.db.read(async (tx) =>
    (await readCatalogueState(tx, context)) === 'whole' ? findProducts(tx, context, q) : null,
  );
  return hits ? { code: 'found', hits } : searchPlatform(context, q);
}

/**
 * Searches products on the platform. The result has the sequence of the platform's response. platform: Products, GET
 * /products with q.
 */
async function searchPlatform(context: InstallContext, q: string): Promise<CatalogueView> {
  try {
    const { body } = await context.platform.listProducts(
      { limit: productsMax, ...(q !== '' && { q }) },
      { deadlineMs: 5_000 },
    );
    const hits = body.data.flatMap((product) =>
      // The stock may be shown, because the platform's response contains only data that the app may read now.
      (product.variants ?? []).map((variant) => catalogueHit(product, variant, true)),
    );
    return { code: 'found', hits };
  } catch (error) {
    if (error instanceof PlatformError && error.status === 403) return { code: 'missing_scope' };
    throw error;
  }
}
