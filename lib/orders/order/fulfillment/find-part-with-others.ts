import { type GoodsPart, sumOf } from '@/lib/orders/order/cash-parts';

/**
 * Returns the names and the value of the goods that a driver does not deliver, because another carrier has them or they
 * are delivered. `isDriver` returns whether a carrier's name in a shipment is that of the driver. Null if there are no
 * such goods, or no other goods: an order that is completely with other carriers is on a delivery sheet because it came
 * back. Pure function.
 */
export function findPartWithOthers(
  parts: readonly GoodsPart[],
  isDriver: (provider: string) => boolean,
): { carriers: string[]; goodsMinor: bigint } | null {
  const others = parts.flatMap((part) => {
    if (part.place === 'not_shipped') return [];
    const isOwn = part.place === 'with_carrier' && part.provider !== null && isDriver(part.provider);
    return isOwn ? [] : [part];
  });
  if (others.length === 0 || others.length === parts.length) return null;
  const carriers = [...new Set(others.flatMap(({ provider }) => provider || []))];
  return { carriers, goodsMinor: sumOf(others) };
}
