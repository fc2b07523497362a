import 'server-only';
import { catalogueHit } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import { stockOf } from '@/lib/catalogue/stock-of';
import type { StockView } from '@/lib/catalogue/product-view';
import { Product, Variant } from 'commerce-platform-client/contract/products';
import { foldText } from '@/lib/shared/fold-text';
import type { InstallId, ProductId, VariantId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/** A variant of the mirror (our copy of the platform's data), with its name and stock. */
export type FoundVariant = {
  variantId: VariantId;
  productId: ProductId;
  /** Name of the product and, if it differs, the name of the variant; null if neither has a name. */
  name: string | null;
  sku: string | null;
  stock(seesStock: boolean): StockView;
  /** The variant in the form in which the product picker shows it. */
  hit(seesStock: boolean): CatalogueHit;
};

type Row = { product: unknown; variant: unknown };

/**
 * Returns variants, keyed by id. The result has no entry for an id that the mirror does not contain, or for a variant
 * of a deleted product.
 */
export async function findVariants(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<Map<string, FoundVariant>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.$queryRaw<Row[]>`
    SELECT p.document - 'description' - 'images' AS product, v.document AS variant
    FROM variants v JOIN products p ON p.install_id = v.install_id AND p.id = v.product_id
    WHERE v.install_id = ${installId} AND v.id = ANY(${[...new Set(ids)]})`;
  return new Map(
    rows.map(({ product, variant }) => {
      const found = foundVariant(Product.parse(product), Variant.parse(variant));
      return [found.variantId, found];
    }),
  );
}

function foundVariant(product: Product, variant: Variant): FoundVariant {
  const names = [...new Set([product.name, variant.name].filter(Boolean))];
  return {
    variantId: variant.id,
    productId: product.id,
    name: names.join(' · ') || null,
    sku: variant.sku ?? null,
    stock: (seesStock) => stockOf(variant.available_quantity, seesStock),
    hit: (seesStock) => catalogueHit(product, variant, seesStock),
  };
}

/**
 * Returns for each text the ids of the variants that it may mean. A text may be the id, the complete SKU or the
 * complete barcode of a variant. Texts are compared after foldText has simplified them. If there is more than one id,
 * the text is ambiguous.
 */
export async function findVariantIds(
  tx: Tx,
  installId: InstallId,
  texts: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const folded = new Map(texts.map((text) => [text, foldText(text)]));
  const codes = [...new Set(folded.values())].filter((code) => code !== '');
  const byCode = await tx.$queryRaw<{ code: string; id: string }[]>`
    SELECT code, id FROM find_variants_by_code(${codes})`;
  const byId = await tx.mirrorVariant.findMany({
    where: { installId, id: { in: [...folded.keys()] } },
    select: { id: true },
  });
  const ids = new Set(byId.map(({ id }) => id));
  const idsByCode = new Map<string, string[]>();
  for (const { code, id } of byCode) idsByCode.set(code, [...(idsByCode.get(code) ?? []), id]);
  return new Map(
    [...folded].map(([text, code]) => [
      text,
      new Set([...(ids.has(text) ? [text] : []), ...(idsByCode.get(code) ?? [])]),
    ]),
  );
}
