/**
 * Normalizes the url of an order's reference, as it is sent to the platform and used in links. Returns null unless the
 * url is https on the app's registered origin, so that no reference chip leads elsewhere (platform: OrderReference;
 * S15). On a loopback origin, http is accepted too (A22).
 */
export function referenceUrl(text: string, origin: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.origin !== origin || url.username || url.password) return null;
  return url.protocol === 'https:' || isLoopback(url.hostname) ? url.href : null;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
