/**
 * Returns the URL that shows an address on a map. It is the documented search URL of Google Maps, which opens the app of
 * a phone if there is one. Null if the address is empty.
 */
export function mapUrl(parts: readonly string[]): string | null {
  const query = parts.filter((part) => part !== '').join(', ');
  return query === '' ? null : `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
