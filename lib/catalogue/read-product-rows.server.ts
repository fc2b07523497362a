import 'server-only';
import type { ProductRow } from '@/lib/catalogue/product-view';
import { stockOf } from '@/lib/catalogue/stock-of';
import { Product } from 'commerce-platform-client/contract/products';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

type VariantsRow = {
  product_id: string;
  currency: string | null;
  decimals: number | null;
  variants: number;
  lowest: number | null;
  highest: number | null;
  sku: string | null;
  stock: number | null;
  counted: number;
};

/**
 * Returns the products with the given ids, in the sequence of the ids. Each product has the total stock and the price
 * range of its variants.
 */
export async function readProductRows(
  tx: Tx,
  { installId, seesStock }: { installId: InstallId; seesStock: boolean },
  ids: readonly string[],
): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.$queryRaw<{ product: unknown }[]>`
    SELECT document - 'description' - 'images' AS product FROM products
    WHERE install_id = ${installId} AND id = ANY(${[...ids]})`;
  // Looks up the variants by the id of each product. OFFSET 0 makes PostgreSQL use this plan. Without OFFSET
  // 0 and without statistics, PostgreSQL would read all variants of the store if there are many products.
  const sums = await tx.$queryRaw<VariantsRow[]>`
    SELECT product_id, document->'price'->>'currency' AS currency, (document->'price'->>'decimals')::integer AS decimals,
      count(*)::integer AS variants, min((document->'price'->>'amount_minor')::bigint)::float8 AS lowest,
      max((document->'price'->>'amount_minor')::bigint)::float8 AS highest,
      min(document->>'sku') AS sku,
      sum((document->>'available_quantity')::bigint)::float8 AS stock,
      count(document->>'available_quantity')::integer AS counted
    FROM unnest(${[...ids]}::text[]) AS wanted (product_id) CROSS JOIN LATERAL (
      SELECT document FROM variants v WHERE v.install_id = ${installId} AND v.product_id = wanted.product_id OFFSET 0
    ) AS variant
    GROUP BY 1, 2, 3`;
  const byId = new Map(
    rows.map(({ product }) => Product.parse(product)).map((row) => [row.id as string, row]),
  );
  return ids.flatMap((id) => {
    const product = byId.get(id);
    return product
      ? [
          rowOf(
            product,
            sums.filter((sum) => sum.product_id === id),
            seesStock,
          ),
        ]
      : [];
  });
}

function rowOf(product: Product, sums: readonly VariantsRow[], seesStock: boolean): ProductRow {
  const { id, name, image_url, status, updated_at } = product;
  const counted = sums.filter((sum) => sum.counted > 0);
  const quantity = counted.length > 0 ? total(counted.map((sum) => sum.stock ?? 0)) : null;
  const variantCount = total(sums.map(({ variants }) => variants));
  return {
    id,
    name: name ?? null,
    sku: variantCount === 1 ? (sums[0]?.sku ?? null) : null,
    imageUrl: image_url ?? null,
    status: status ?? null,
    variantCount,
    price: priceOf(sums),
    stock: stockOf(quantity, seesStock),
    updatedAt: updated_at ?? null,
  };
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * Returns the price range of a product, in the currency that most of its variants have. Prices in other currencies are
 * ignored, because different currencies are never compared.
 */
function priceOf(sums: readonly VariantsRow[]): ProductRow['price'] {
  const [priced] = sums
    .filter(({ currency }) => currency !== null)
    .toSorted((one, other) => other.variants - one.variants);
  if (!priced) return null;
  const { currency, decimals, lowest, highest } = priced;
  if (currency === null || decimals === null || lowest === null || highest === null) return null;
  return {
    from: { amount_minor: lowest, currency, decimals },
    to: { amount_minor: highest, currency, decimals },
  };
}
