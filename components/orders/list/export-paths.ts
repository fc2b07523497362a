import { installPath } from '@/lib/shared/install-path';

/** Maximum path length: what proxies accept in one request line, with room for the rest of the line. */
const pathLengthMax = 7_500;

/** Path of the CSV export of a view. `text` is the canonical text of its filters. */
export function viewExportPath(installId: string, text: string): string {
  return `/api${installPath(installId, `/orders/export${text && `?${text}`}`)}`;
}

/** Path of the CSV export of these orders; null if a URL cannot contain all their ids. */
export function selectionExportPath(installId: string, orderIds: string[]): string | null {
  const ids = orderIds.map(encodeURIComponent).join(',');
  const path = `/api${installPath(installId, `/orders/export?ids=${ids}`)}`;
  return path.length <= pathLengthMax ? path : null;
}
