/**
 * Returns the path of an app screen from the URL of an order's reference. Orders that come from quotes have such URLs:
 * APP_URL/launch with the path of a screen (D11). Returns null if `url` is not a launch URL of this install; such a URL
 * opens like an ordinary link. `url` must be a result of referenceUrl.
 */
export function inAppPath(url: string, installId: string): `/${string}` | null {
  const { pathname, searchParams } = new URL(url);
  const target = searchParams.get('returnTo') ?? '';
  if (pathname !== '/launch' || searchParams.get('install_id') !== installId) return null;
  const inside = `/i/${encodeURIComponent(installId)}/`;
  // Accepts only plain path segments, so that the path cannot leave the install and cannot be read as another host.
  const isPlain = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/.test(target);
  return isPlain && target.startsWith(inside) ? (target as `/${string}`) : null;
}
