/**
 * The url of a reference as it is sent and linked to, or null: https on the app's registered origin and nothing else,
 * so that no chip leads elsewhere (platform: OrderReference; security: chip URL). https is not asked of a loopback
 * origin (A22).
 */
export function referenceUrl(text: string, origin: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.origin !== origin || url.username || url.password) return null;
  return url.protocol === 'https:' || isLoopback(url.hostname) ? url.href : null;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
