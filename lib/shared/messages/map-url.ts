/**
 * Returns the URL that shows an address on a map; null if the address is empty. It is the documented search URL of
 * Google Maps. On a phone with the Maps app, the URL opens the app.
 */
export function mapUrl(parts: readonly string[]): string | null {
  const query = parts.filter((part) => part !== '').join(', ');
  return query === '' ? null : `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
