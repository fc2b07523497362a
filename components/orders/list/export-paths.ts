import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { filtersOfUrl } from '@/lib/orders/list/order-list-url';
import { installPath } from '@/lib/shared/install-path';

/**
 * Maximum length of the path of an export, in characters. Common proxies accept a request line of about 8,190
 * bytes by default. The request line also contains the method and the protocol, so the path must be shorter.
 */
const pathLengthMax = 7_500;

/**
 * Returns the path of the CSV export of the orders that match the filters. `text` is the canonical text of the filters,
 * which becomes the query of the path. A search must not be in a URL. If the filters contain a search, they are
 * therefore returned as a request body and not in the path.
 */
export function viewExport(installId: string, text: string): [path: string, body?: OrderListFilters] {
  const query = new URLSearchParams(text);
  const path = `/api${installPath(installId, '/orders/export')}`;
  return query.has('q') ? [path, filtersOfUrl(query)] : [`${path}${text && `?${text}`}`];
}

/**
 * Returns the path of the CSV export of the orders with the given ids. Returns null if the ids do not fit into one URL.
 */
export function selectionExportPath(installId: string, orderIds: string[]): string | null {
  const ids = orderIds.map(encodeURIComponent).join(',');
  const path = `/api${installPath(installId, `/orders/export?ids=${ids}`)}`;
  return path.length <= pathLengthMax ? path : null;
}
