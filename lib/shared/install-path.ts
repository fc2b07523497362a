/** Path of a screen of an install ("/orders"); with /api in front, that of a read. */
export function installPath(installId: string, path: '' | `/${string}`): string {
  return `/i/${encodeURIComponent(installId)}${path}`;
}
