/** Path of an install's screen ("/orders"). With /api in front, it is the path of a read. */
export function installPath(installId: string, path: '' | `/${string}`): string {
  return `/i/${encodeURIComponent(installId)}${path}`;
}
