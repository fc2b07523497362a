import { env } from '@/lib/system/env';

/**
 * Whether a request that changes something comes from our own pages: Origin must equal APP_URL exactly. A null or
 * missing Origin is refused; Next alone would accept a missing one (S23).
 */
export function isOwnOrigin(headers: Headers): boolean {
  return headers.get('origin') === env().APP_URL;
}

/**
 * Whether a read comes from our own pages. Browsers send Sec-Fetch-Site; a request without it does not come from a
 * browser.
 */
export function isOwnRead(headers: Headers): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    (origin === null || origin === env().APP_URL) &&
    (site === null || site === 'same-origin' || site === 'none')
  );
}
