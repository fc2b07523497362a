import { installPath } from '@/lib/shared/install-path';

/** What proxies take for one line of a request, with room for the rest of it. */
const pathLengthMax = 7_500;

/** Where the CSV of a view comes from; `text` is the canonical text of its filters. */
export function viewExportPath(installId: string, text: string): string {
  return `/api${installPath(installId, `/orders/export${text && `?${text}`}`)}`;
}

/** Where the CSV of these orders comes from, or null: they are more than an address can name. */
export function selectionExportPath(installId: string, orderIds: string[]): string | null {
  const ids = orderIds.map(encodeURIComponent).join(',');
  const path = `/api${installPath(installId, `/orders/export?ids=${ids}`)}`;
  return path.length <= pathLengthMax ? path : null;
}
