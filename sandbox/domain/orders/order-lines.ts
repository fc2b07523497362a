import type { ProductRecord, VariantRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { findVariant, productStatus } from '@/sandbox/domain/catalogue';
import { type Refusal, refuse } from '@/sandbox/domain/refusal';

/** A line of an order request, with the product and variant that it refers to. Both are null for a custom line. */
export type OrderedLine = { product: ProductRecord | null; variant: VariantRecord | null; quantity: number };

type Wanted = { variant_id?: string | null | undefined; quantity: number };

/**
 * Finds the variants that the lines of an order request refer to, for orders from every source. Refuses with
 * 404 variant_not_found for an unknown variant, and with 409 variant_unavailable for a variant that is not
 * for sale (CRE-14).
 */
export function resolveLines(world: World, storeId: string, items: Wanted[]): OrderedLine[] | Refusal {
  const found = items.map((item) => ({
    wanted: item.variant_id ?? null,
    quantity: item.quantity,
    match: item.variant_id ? findVariant(world, storeId, item.variant_id) : undefined,
  }));
  const named = (test: (line: (typeof found)[number]) => boolean, message: string) =>
    found.flatMap((line, index) => (test(line) ? [{ path: `items.${index}.variant_id`, message }] : []));

  const unknown = named((line) => line.wanted !== null && !line.match, 'not found');
  if (unknown.length > 0)
    return refuse('variant_not_found', 'no such variant in this store', { details: { fields: unknown } });
  const gone = named(({ match }) => match !== undefined && !isForSale(match), 'no longer for sale');
  if (gone.length > 0)
    return refuse('variant_unavailable', 'a variant is hidden or discontinued', {
      details: { fields: gone },
    });
  return found.map(({ match, quantity }) => ({
    product: match?.product ?? null,
    variant: match?.variant ?? null,
    quantity,
  }));
}

/**
 * Returns null if the stock policy allows the quantities of the order lines. If it does not, returns the refusal 409
 * insufficient_stock, in which details.lines[] lists the lines that exceed the stock (CRE-13).
 */
export function shortageOf(lines: OrderedLine[]): Refusal | null {
  const taken = new Map<string, number>();
  const short = lines.flatMap(({ variant, quantity }, index) => {
    if (!variant) return [];
    // With the stock policy `continue`, the stock may fall below zero. The only limit is then the range of safe
    // integers.
    const lowest = variant.stock_policy === 'deny' ? 0 : Number.MIN_SAFE_INTEGER;
    const available = Math.max(0, variant.stock - lowest - (taken.get(variant.id) ?? 0));
    taken.set(variant.id, (taken.get(variant.id) ?? 0) + quantity);
    return quantity > available ? [{ index, variant_id: variant.id, requested: quantity, available }] : [];
  });
  if (short.length === 0) return null;
  return refuse('insufficient_stock', 'not enough in stock', { details: { lines: short } });
}

function isForSale({ product, variant }: { product: ProductRecord; variant: VariantRecord }): boolean {
  return variant.status === 'active' && ['active', 'out_of_stock'].includes(productStatus(product));
}
