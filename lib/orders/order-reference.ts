/** The reference of an order, which the admin shows as a link with a label (platform: OrderReference). */
export type OrderReference = { kind: string; number: string; url: string | null };

/** Parses the reference of an order; null if the order has no reference or if it is invalid. */
export function readReference(value: unknown): OrderReference | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('number' in value)) return null;
  const { kind, number } = value;
  if (typeof kind !== 'string' || typeof number !== 'string') return null;
  return { kind, number, url: 'url' in value && typeof value.url === 'string' ? value.url : null };
}
