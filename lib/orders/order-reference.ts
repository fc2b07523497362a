/** The reference chip of an order (platform: OrderReference). */
export type OrderReference = { kind: string; number: string; url: string | null };

/** Parses the reference of an order; null if there is none or it is invalid. */
export function readReference(value: unknown): OrderReference | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('number' in value)) return null;
  const { kind, number } = value;
  if (typeof kind !== 'string' || typeof number !== 'string') return null;
  return { kind, number, url: 'url' in value && typeof value.url === 'string' ? value.url : null };
}
