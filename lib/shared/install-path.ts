/**
 * Returns the URL path of a screen. `path` is the part after the install, such as "/orders". The route that returns the
 * screen's data has the same path after "/api".
 */
export function installPath(installId: string, path: '' | `/${string}`): string {
  return `/i/${encodeURIComponent(installId)}${path}`;
}
