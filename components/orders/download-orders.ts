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

/**
 * Hands the file to the browser's downloads once all of it is here: what broke off midway is none. Fetched, because a
 * link's download leaves the iframe's cookies behind. Answers whether there is one.
 */
export async function downloadOrders(path: string): Promise<boolean> {
  try {
    const response = await fetch(path);
    if (!response.ok) return false;
    const file = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = file;
    link.download = nameOf(response.headers.get('content-disposition'));
    link.click();
    // Some browsers begin to read it only after this task.
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
    return true;
  } catch {
    return false;
  }
}

function nameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'orders.csv' : decodeURIComponent(encoded);
}
