import 'server-only';
import { availabilityRank, catalogueHit, isCodeOf, searchTextOf } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { Product, Variant } from 'commerce-platform-client/contract/products';
import { foldText } from '@/lib/shared/fold-text';
import { foldedWords, hasTrigram, holdsPattern } from '@/lib/shared/search-patterns';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Limits of a search. `productsMax`: maximum number of products that the search compares. `variantsMax`: maximum number
 * of variants that are read for these products.
 */
const productsMax = 40;
const variantsMax = 400;
/** Maximum number of variants in the list under a search field. */
const hitsMax = 50;

/**
 * A row of the search query: a product and one of its variants. `n` is the position of the product in the search
 * result.
 */
type CatalogueRow = { n: number; product: unknown; variant: unknown };

/**
 * Finds variants in the mirror (our copy of the platform's data). Each word of `text` must occur in a name or code of
 * the variant or of its product. Variants whose code equals `text` are first, then those whose name begins with `text`,
 * then the others. Within each group, variants that can be sold are first. If `text` is empty, the products that
 * changed last are returned. The same search always gives the same sequence.
 */
export async function findProducts(
  tx: Tx,
  { installId, scopes }: Pick<InstallContext, 'installId' | 'scopes'>,
  text: string,
): Promise<CatalogueHit[]> {
  const words = foldedWords(text);
  const ids = await findIds(tx, { installId, text, words });
  const rows = await tx.$queryRaw<CatalogueRow[]>`
    SELECT f.n::integer AS n, p.document - 'description' - 'images' AS product, v.document AS variant
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS f (id, n)
    JOIN products p ON p.install_id = ${installId} AND p.id = f.id AND p.deleted_at IS NULL
    JOIN variants v ON v.install_id = ${installId} AND v.product_id = f.id
    ORDER BY f.n, v.position, v.id LIMIT ${variantsMax}`;
  const hits = hitsOf(rows, scopes)
    .filter((hit) => holdsAll(searchTextOf(hit), words))
    .map((hit, n) => ({ hit, n, place: placeOf(hit, text), rank: availabilityRank(hit) }));
  return hits
    .toSorted((one, other) => one.place - other.place || one.rank - other.rank || one.n - other.n)
    .slice(0, hitsMax)
    .map(({ hit }) => hit);
}

function hitsOf(rows: readonly CatalogueRow[], scopes: ReadonlySet<string>): CatalogueHit[] {
  const seesStock = scopes.has('inventory:read');
  const products = new Map<number, Product>();
  return rows.map(({ n, product, variant }) => {
    const parsed = products.get(n) ?? Product.parse(product);
    products.set(n, parsed);
    return catalogueHit(parsed, Variant.parse(variant), seesStock);
  });
}

const holdsAll = (searched: string, words: readonly string[]) =>
  words.every((word) => searched.includes(word));

function placeOf(hit: CatalogueHit, text: string): number {
  const folded = foldText(text);
  if (folded === '') return 0;
  if (isCodeOf(folded, hit) || foldText(hit.dsin ?? '') === folded) return 0;
  return searchTextOf(hit).startsWith(folded) ? 1 : 2;
}

/**
 * Returns the ids of the products that the search compares, best match first. This is a statement of its own, because a
 * Citus cluster sends a statement that reads products to a node, and search_products cannot run there.
 */
async function findIds(
  tx: Tx,
  { installId, text, words }: { installId: string; text: string; words: readonly string[] },
): Promise<string[]> {
  const patterns = words.map(holdsPattern);
  const rows = await tx.$queryRaw<{ id: string }[]>(
    words.length === 0
      ? Prisma.sql`
          SELECT id FROM products WHERE install_id = ${installId} AND deleted_at IS NULL
          ORDER BY updated_at DESC NULLS LAST, id DESC LIMIT ${productsMax}`
      : Prisma.sql`
          SELECT id FROM search_products(${patterns}, ${foldText(text)}, ${hasTrigram(patterns)},
            ${productsMax}::integer) WITH ORDINALITY AS s (id, place, n) ORDER BY n`,
  );
  return rows.map(({ id }) => id);
}
