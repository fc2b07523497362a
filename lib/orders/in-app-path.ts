/**
 * The screen of this install that a launch address leads to (design: Data, the chip of a quote), or null: then it is
 * opened as any address is. `url` is one that referenceUrl has let through.
 */
export function inAppPath(url: string, installId: string): `/${string}` | null {
  const { pathname, searchParams } = new URL(url);
  const target = searchParams.get('returnTo') ?? '';
  if (pathname !== '/launch' || searchParams.get('install_id') !== installId) return null;
  const inside = `/i/${encodeURIComponent(installId)}/`;
  // Plain names only: nothing that climbs out or is read as another host.
  const isPlain = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/.test(target);
  return isPlain && target.startsWith(inside) ? (target as `/${string}`) : null;
}
