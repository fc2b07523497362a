import { env } from '@/lib/system/env';

/**
 * Whether a request that changes data comes from our own pages. The Origin header of the request must equal APP_URL
 * exactly. A missing Origin or the value null is refused; Next itself would accept a missing one (S23).
 */
export function isOwnOrigin(headers: Headers): boolean {
  return headers.get('origin') === env().APP_URL;
}

/**
 * Whether a request that reads data comes from our own pages, by the header Sec-Fetch-Site. Every browser sends this
 * header. A request without it comes from another kind of client and is accepted.
 */
export function isOwnRead(headers: Headers): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    (origin === null || origin === env().APP_URL) &&
    (site === null || site === 'same-origin' || site === 'none')
  );
}
