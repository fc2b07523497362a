/** The chip of an order (platform: OrderReference). */
export type OrderReference = { kind: string; number: string; url: string | null };

/** The reference that an order carries; null: none, or none that can be read. */
export function readReference(value: unknown): OrderReference | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('number' in value)) return null;
  const { kind, number } = value;
  if (typeof kind !== 'string' || typeof number !== 'string') return null;
  return { kind, number, url: 'url' in value && typeof value.url === 'string' ? value.url : null };
}
