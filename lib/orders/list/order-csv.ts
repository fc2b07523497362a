import type { OrderRow } from '@/lib/orders/order-view';
import { csvClock, csvLine, csvText } from '@/lib/shared/sheets/csv';
import { type Money, plainAmount } from '@/lib/shared/numbers/money';

/** Columns of the file, in their order. */
export const csvColumns = [
  ...(['number', 'created', 'status', 'payment', 'source', 'tags'] as const),
  ...(['subtotal', 'discount', 'shipping', 'tax', 'total', 'paid', 'refunded'] as const),
  ...(['currency', 'id'] as const),
] as const;
export type CsvColumn = (typeof csvColumns)[number];

/** The words of the file, in the merchant's language; a value that has none is written as it came. */
export type CsvWords = {
  columns: Record<CsvColumn, string>;
  status: (status: string) => string;
  payment: (status: string) => string;
  source: (source: string) => string;
};

/** The header of the file. */
export function csvHeader({ columns }: CsvWords): string {
  return csvLine(csvColumns.map((column) => csvText(columns[column])));
}

/** Writes orders as lines: amounts as plain decimals, times as a clock shows them in the store's zone (IANA name). */
export function orderLines(words: CsvWords, timeZone: string): (orders: readonly OrderRow[]) => string {
  const clock = csvClock(timeZone);
  return (orders) => orders.map((order) => csvLine(cellsOf(order, words, clock))).join('');
}

function cellsOf(order: OrderRow, words: CsvWords, clock: (at: string) => string): string[] {
  const cells: Record<CsvColumn, string> = {
    number: csvText(order.order_number),
    created: clock(order.created_at),
    status: csvText(words.status(order.status)),
    payment: csvText(words.payment(order.payment_status)),
    source: csvText(order.source === null ? '' : words.source(order.source)),
    tags: csvText(order.tags.join(', ')),
    subtotal: amount(order.subtotal),
    discount: amount(order.discount),
    shipping: amount(order.shipping),
    tax: amount(order.tax),
    total: amount(order.total),
    paid: amount(order.paid),
    refunded: amount(order.refunded),
    currency: csvText(order.total.currency),
    id: csvText(order.id),
  };
  return csvColumns.map((column) => cells[column]);
}

/** Digits that we write ourselves: a minus is one, and no formula. */
const amount = ({ amount_minor, decimals }: Money) => plainAmount(amount_minor, decimals);
