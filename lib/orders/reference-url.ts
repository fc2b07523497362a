/**
 * Converts the URL of an order's reference to the form in which the URL parser writes it, for the platform and for
 * links. The URL must use https and be on the app's registered origin. If the registered origin is a loopback origin,
 * http is also accepted (A22). For any other URL the result is null, so no reference leads to another site (platform:
 * OrderReference; S15).
 */
export function referenceUrl(text: string, origin: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.origin !== origin || url.username || url.password) return null;
  return url.protocol === 'https:' || isLoopback(url.hostname) ? url.href : null;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
