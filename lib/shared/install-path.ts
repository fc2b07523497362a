/**
 * Returns the URL path of a screen of an install. `path` is the part of the URL after the install, such as "/orders".
 * The screen's data is at the same path with "/api" in front.
 */
export function installPath(installId: string, path: '' | `/${string}`): string {
  return `/i/${encodeURIComponent(installId)}${path}`;
}
