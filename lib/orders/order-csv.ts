import type { OrderRow } from '@/lib/orders/order-view';
import { type Money, plainAmount } from '@/lib/shared/money';

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

/** Spreadsheets take a file without it for one in the encoding of their system, and show Arabic as noise. */
export const byteOrderMark = '\ufeff';

/** One line of the file; cells are quoted where they must be. RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/**
 * A text that others wrote, so that no spreadsheet runs it: what begins like a formula gets an apostrophe in front,
 * also behind spaces and in the wide forms of East Asian keyboards. OWASP: CSV Injection.
 */
export function csvText(text: string): string {
  return /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/.test(text) ? `'${text}` : text;
}

/** The header of the file. */
export function csvHeader({ columns }: CsvWords): string {
  return csvLine(csvColumns.map((column) => csvText(columns[column])));
}

/** Writes orders as lines: amounts as plain decimals, times as a clock shows them in the store's zone (IANA name). */
export function orderLines(words: CsvWords, timeZone: string): (orders: readonly OrderRow[]) => string {
  const clock = clockOf(timeZone);
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

function quoted(cell: string): string {
  return /[",\r\n\t;]|^ | $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** "2026-11-21 23:05": what spreadsheets read as a time in every language. */
function clockOf(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
    );
    return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
  };
}
