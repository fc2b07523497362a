import { installPath } from '@/lib/shared/install-path';
import type { AppLocale } from '@/lib/shared/locale';

export const printKinds = ['packing_slip', 'invoice'] as const;
export const printLanguages = ['ar', 'en', 'both'] as const;
export const printPapers = ['a4', '80mm'] as const;

/**
 * Maximum number of orders on one print page. One user can wait for so many reads, and they are a small part of a
 * minute's requests.
 */
export const printedOrdersMax = 50;

/** What to print: the document, its language, and the paper. */
export type PrintChoice = {
  kind: (typeof printKinds)[number];
  lang: (typeof printLanguages)[number];
  paper: (typeof printPapers)[number];
};

/** The languages of a choice, in the order in which they are printed. */
export function printedLocales(lang: PrintChoice['lang']): AppLocale[] {
  return lang === 'both' ? ['ar', 'en'] : [lang];
}

/** URL path of the print page for one order or for several (at most printedOrdersMax). */
export function printPath(
  installId: string,
  orders: { orderId: string } | { orderIds: readonly string[] },
  choice: Partial<PrintChoice>,
): string {
  const query = new URLSearchParams(choice);
  if ('orderId' in orders)
    return installPath(installId, `/orders/${encodeURIComponent(orders.orderId)}/print?${query}`);
  query.set('ids', orders.orderIds.join(','));
  return installPath(installId, `/orders/print?${query}`);
}
