/** Returns the URL path of an install's screen ("/orders"). With /api in front, it is the path of the screen's data. */
export function installPath(installId: string, path: '' | `/${string}`): string {
  return `/i/${encodeURIComponent(installId)}${path}`;
}
