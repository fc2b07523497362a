import { csvClock, csvLine, csvText } from '@/lib/shared/sheets/csv';
import { type Money, plainAmount } from '@/lib/shared/numbers/money';
import type { Order } from 'commerce-platform-client/contract/orders';

/** Columns of the CSV file, in their sequence in the file. */
export const csvColumns = [
  'number',
  'created',
  'status',
  'payment',
  'source',
  'tags',
  'subtotal',
  'discount',
  'shipping',
  'tax',
  'total',
  'paid',
  'refunded',
  'currency',
  'id',
] as const;
export type CsvColumn = (typeof csvColumns)[number];

/** Texts of the CSV file in the merchant's language. A value without a translation is written unchanged. */
export type CsvWords = {
  columns: Record<CsvColumn, string>;
  status: (status: string) => string;
  payment: (status: string) => string;
  source: (source: string) => string;
};

export function csvHeader({ columns }: CsvWords): string {
  return csvLine(csvColumns.map((column) => csvText(columns[column])));
}

/**
 * Returns a function that writes orders as lines of the CSV file. Amounts are plain decimals. Times are in the given
 * time zone of the store (IANA name).
 */
export function orderLines(words: CsvWords, timeZone: string): (orders: readonly Order[]) => string {
  const clock = csvClock(timeZone);
  return (orders) => orders.map((order) => csvLine(cellsOf(order, words, clock))).join('');
}

function cellsOf(order: Order, words: CsvWords, clock: (at: string) => string): string[] {
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

/**
 * An amount is not escaped. Its characters come only from the app, so a minus at the beginning is a sign and cannot
 * start a formula. Other texts are escaped, because a spreadsheet could run them as a formula.
 */
const amount = ({ amount_minor, decimals }: Money) => plainAmount(amount_minor, decimals);
