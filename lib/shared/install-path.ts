/**
 * Returns the URL path of a screen. `path` is the part after the install, such as "/orders". The data of the screen has
 * the same path with "/api" in front of it.
 */
export function installPath(installId: string, path: '' | `/${string}`): string {
  return `/i/${encodeURIComponent(installId)}${path}`;
}
