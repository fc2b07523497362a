import { installPath } from '@/lib/shared/install-path';
import type { AppLocale } from '@/lib/shared/locale';

export const printKinds = ['packing_slip', 'invoice', 'label'] as const;
export const printLanguages = ['ar', 'en', 'both'] as const;
export const printPapers = ['a4', '80mm'] as const;

/**
 * Maximum number of orders on one print page. Each order is read from the platform. A user can wait for 50 reads, and
 * they use only a small part of the install's requests per minute.
 */
export const printedOrdersMax = 50;

/** What a user wants to print: the kind of document, its language, and the paper size. */
export type PrintChoice = {
  kind: (typeof printKinds)[number];
  lang: (typeof printLanguages)[number];
  paper: (typeof printPapers)[number];
};

/** Returns the languages in which a document is printed, in the sequence of printing. */
export function printedLocales(lang: PrintChoice['lang']): AppLocale[] {
  return lang === 'both' ? ['ar', 'en'] : [lang];
}

/** Returns the path of the print page for one order or for several orders (at most printedOrdersMax). */
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
