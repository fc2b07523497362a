import { installPath } from '@/lib/shared/install-path';

/**
 * Maximum length of a path, in characters. Common proxies accept a request line of about 8,190 bytes by default, and
 * that line also has the method and the protocol.
 */
const pathLengthMax = 7_500;

/** Path of the CSV export of the orders that match filters. `text` is the canonical text of the filters. */
export function viewExportPath(installId: string, text: string): string {
  return `/api${installPath(installId, `/orders/export${text && `?${text}`}`)}`;
}

/** Path of the CSV export of the orders with these ids. Returns null if the ids do not fit into one URL. */
export function selectionExportPath(installId: string, orderIds: string[]): string | null {
  const ids = orderIds.map(encodeURIComponent).join(',');
  const path = `/api${installPath(installId, `/orders/export?ids=${ids}`)}`;
  return path.length <= pathLengthMax ? path : null;
}
