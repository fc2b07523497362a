/**
 * Returns the URL path of a screen of an install. `path` is the screen's part of it, such as "/orders". With /api in
 * front of the result, it is the path of the screen's data.
 */
export function installPath(installId: string, path: '' | `/${string}`): string {
  return `/i/${encodeURIComponent(installId)}${path}`;
}
