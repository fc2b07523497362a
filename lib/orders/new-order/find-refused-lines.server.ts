import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OperationRefused } from '@/lib/operations/operation-outcome';
import type { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import type { VariantDetail } from 'commerce-platform-client/contract/products';
import { PlatformError } from 'commerce-platform-client/platform-error';
import { VariantId } from 'commerce-platform-client/contract/ids';

/** Maximum number of variant ids in one request (platform: Limits, ids). */
const idsMax = 100;

const byVariant = ['variant_not_found', 'variant_unavailable', 'insufficient_stock'];
const forSale = { variant: ['active'], product: ['active', 'out_of_stock'] };

/**
 * Finds the order lines that caused a refusal, after the platform refused an order because of its variants. The lines
 * are added to the refusal. The platform document does not describe how a refusal names the lines (A12). If the refusal
 * names no line, the variants of all lines are read and checked. If that read fails, the refusal is returned unchanged.
 * platform: Products, GET /products/variants.
 */
export async function findRefusedLines(
  context: Pick<InstallContext, 'platform'>,
  { items }: CreateOrderBody,
  refusal: OperationRefused,
): Promise<OperationRefused> {
  const isLineKnown = refusal.lines.length > 0 || refusal.fields.some(({ path }) => /^items\W?\d/.test(path));
  if (!byVariant.includes(refusal.reason) || isLineKnown) return refusal;
  const found = await readVariants(context, items);
  if (!found) return refusal;
  const soldAs = items.flatMap(({ variant_id: id, quantity }, index) =>
    id ? [{ index, id, quantity, variant: found.get(id) }] : [],
  );
  if (refusal.reason !== 'insufficient_stock') {
    const gone = soldAs.filter(({ variant }) => !variant || !isForSale(variant));
    return {
      ...refusal,
      fields: gone.map(({ index }) => ({ path: `items.${index}.variant_id`, message: '' })),
    };
  }
  const left = new Map(soldAs.map(({ id, variant }) => [id, variant?.available_quantity ?? null]));
  const lines = soldAs.flatMap(({ index, id, quantity }) => {
    const available = left.get(id) ?? null;
    if (available === null) return [];
    left.set(id, Math.max(0, available - quantity));
    return quantity > available
      ? [{ index, variant_id: id, requested: quantity, available: Math.max(0, available) }]
      : [];
  });
  return { ...refusal, lines };
}

/** Reads the variants of the given order lines, keyed by id; null if the request to the platform fails. */
async function readVariants(
  { platform }: Pick<InstallContext, 'platform'>,
  items: CreateOrderBody['items'],
): Promise<Map<string, VariantDetail> | null> {
  const wanted = new Set(items.flatMap(({ variant_id: id }) => VariantId.safeParse(id).data ?? []));
  const ids = [...wanted];
  try {
    const found = new Map<string, VariantDetail>();
    for (let from = 0; from < ids.length; from += idsMax) {
      const { body } = await platform.listVariants(
        { ids: ids.slice(from, from + idsMax) },
        { deadlineMs: 3_000 },
      );
      for (const variant of body.data) found.set(variant.id, variant);
    }
    return found;
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

/** Whether a variant is for sale. If the response contains no status, the variant counts as for sale. */
function isForSale({ status, product_status: product }: VariantDetail): boolean {
  return forSale.variant.includes(status ?? 'active') && forSale.product.includes(product ?? 'active');
}
