import 'server-only';
import { storableJson } from 'commerce-platform-client/contract/storable-text';
import { Product, Variant } from 'commerce-platform-client/contract/products';
import { foldText } from '@/lib/shared/fold-text';
import type { InstallId, ProductId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Writes products and their variants from one read to the mirror (our copy of the platform's data). A stored row is
 * replaced only by newer data: `updated_at` is greater, or it is equal and the fence is greater. The fence is a number
 * that is taken before each read and only grows. If the response has no `variants` for a product (A23), its stored
 * variants stay, and a search still finds them. Returns the ids of the products that were written.
 */
export async function writeProducts(
  tx: Tx,
  installId: InstallId,
  products: readonly Product[],
  fence: bigint,
): Promise<ProductId[]> {
  const byId = new Map(products.map((product) => [product.id, product]));
  const mirrored = await findMirroredProducts(tx, installId, bareOf(products));
  const rows = [...byId.values()].map((product) =>
    productRow(product, product.variants ?? mirrored.get(product.id)?.variants ?? []),
  );
  const written = await tx.$queryRaw<{ id: ProductId }[]>`
    INSERT INTO products AS stored (install_id, id, name, status, updated_at, document, search_text, fence, read_at)
    SELECT ${installId}, id, name, status, updated_at, document, search_text, ${fence}, now()
    FROM jsonb_to_recordset(${storableJson(rows)}::jsonb) AS read (id text, name text,
      status text, updated_at timestamptz, document jsonb, search_text text)
    ORDER BY id
    ON CONFLICT (install_id, id) DO UPDATE SET
      name = excluded.name, status = excluded.status, updated_at = excluded.updated_at, document = excluded.document,
      search_text = excluded.search_text, fence = excluded.fence, read_at = excluded.read_at, deleted_at = NULL
    WHERE may_replace(stored.deleted_at, stored.updated_at, stored.fence, excluded.updated_at, excluded.fence)
    RETURNING id`;
  const changed = written.map(({ id }) => id);
  await writeVariants(
    tx,
    installId,
    changed.flatMap((id) => byId.get(id) ?? []),
  );
  return changed;
}

const bareOf = (products: readonly Product[]) =>
  products.flatMap(({ id, variants }) => (variants ? [] : [id]));

/**
 * Returns the ids of products that must be read by GET /products/{id}. A list returned such a product without variants
 * (A23), and the mirror does not have its current variants. Call this before the products are written.
 */
export async function withVariantsToRead(
  tx: Tx,
  installId: InstallId,
  products: readonly Product[],
): Promise<ProductId[]> {
  const mirrored = await findMirroredProducts(tx, installId, bareOf(products));
  return products.flatMap(({ id, variants, updated_at }) => {
    if (variants) return [];
    const before = mirrored.get(id);
    const isKnown = before && before.variants.length > 0 && timeOf(updated_at) <= timeOf(before.updated_at);
    return isKnown ? [] : [id];
  });
}

const timeOf = (updatedAt: string | null | undefined) => (updatedAt ? Date.parse(updatedAt) : 0);

function productRow({ variants: _, ...document }: Product, variants: readonly Variant[]) {
  const { id, name, dsin, status, updated_at } = document;
  const words = [name, dsin, ...variants.flatMap((variant) => [variant.name, variant.sku, variant.barcode])];
  return { id, name, status, updated_at, document, search_text: foldText(words.filter(Boolean).join('\n')) };
}

/**
 * Writes the variants of products that this transaction has just written. The transaction still has the locks on the
 * products' rows, so no other transaction writes variants of these products at the same time.
 */
async function writeVariants(tx: Tx, installId: InstallId, products: readonly Product[]): Promise<void> {
  const known = products.filter(({ variants }) => variants !== null && variants !== undefined);
  const rows = known.flatMap(({ id, variants }) =>
    (variants ?? []).map((variant, position) => ({
      id: variant.id,
      product_id: id,
      position,
      document: variant,
    })),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  await tx.mirrorVariant.deleteMany({
    where: { installId, productId: { in: known.map(({ id }) => id) }, id: { notIn: [...byId.keys()] } },
  });
  if (byId.size === 0) return;
  await tx.$executeRaw`
    INSERT INTO variants (install_id, id, product_id, position, document)
    SELECT ${installId}, id, product_id, position, document
    FROM jsonb_to_recordset(${storableJson([...byId.values()])}::jsonb) AS read (id text, product_id text,
      position integer, document jsonb)
    ORDER BY id
    ON CONFLICT (install_id, id) DO UPDATE SET product_id = excluded.product_id, position = excluded.position,
      document = excluded.document`;
}

/**
 * Writes a tombstone (a row for a deleted product), because the platform responded with 404. `fence` is a number that
 * was taken before the read with the 404 and that only grows. A read with a lower number does not restore the product
 * (M5).
 */
export async function buryProduct(tx: Tx, installId: InstallId, id: ProductId, fence: bigint): Promise<void> {
  const tombstones = await tx.$executeRaw`
    INSERT INTO products AS stored (install_id, id, document, search_text, fence, read_at, deleted_at)
    VALUES (${installId}, ${id}, '{}', '', ${fence}, now(), now())
    -- A later 404 raises the fence of the tombstone. Otherwise a read that began between the two reads with a 404 would
    -- replace the tombstone.
    ON CONFLICT (install_id, id) DO UPDATE SET
      deleted_at = coalesce(stored.deleted_at, excluded.deleted_at), fence = excluded.fence
    WHERE stored.fence <= excluded.fence`;
  if (tombstones > 0) await tx.mirrorVariant.deleteMany({ where: { installId, productId: id } });
}

/** Returns the products with the given ids and their variants, keyed by id. Deleted products are left out. */
export async function findMirroredProducts(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<Map<string, Product & { variants: Variant[] }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.mirrorProduct.findMany({
    where: { installId, id: { in: [...ids] }, deletedAt: null },
    select: { id: true, document: true },
  });
  const variants = await tx.mirrorVariant.findMany({
    where: { installId, productId: { in: rows.map(({ id }) => id) } },
    orderBy: { position: 'asc' },
    select: { productId: true, document: true },
  });
  const products = new Map(
    rows.map(({ id, document }) => [id, { ...Product.parse(document), variants: [] as Variant[] }]),
  );
  for (const { productId, document } of variants)
    products.get(productId)?.variants.push(Variant.parse(document));
  return products;
}
