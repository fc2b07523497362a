import { env } from '@/lib/system/env';

/**
 * Whether a request that changes something comes from our own pages: Origin equals APP_URL exactly. null and a
 * missing one are refused; Next lets a missing one pass (security: Floors).
 */
export function isOwnOrigin(headers: Headers): boolean {
  return headers.get('origin') === env().APP_URL;
}

/** Whether a read comes from our own pages: browsers say so by Sec-Fetch-Site; what says nothing is no browser. */
export function isOwnRead(headers: Headers): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    (origin === null || origin === env().APP_URL) &&
    (site === null || site === 'same-origin' || site === 'none')
  );
}
