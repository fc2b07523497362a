import type { PersonFile } from '@/lib/customers/person';
import type { QuoteOfPerson } from '@/lib/quotes/erasing/find-quotes-of-person.server';
import { plainAmount, type Money } from '@/lib/shared/numbers/money';
import { byteOrderMark, csvLine, csvText } from '@/lib/shared/sheets/csv';

/** Columns of the CSV file about one person. */
export const personColumns = [
  'kind',
  'number',
  'time',
  'state',
  'item',
  'amount',
  'currency',
  'details',
] as const;

/** Kinds of rows of the CSV file. */
export const personKinds = [
  'person',
  'order',
  'quote',
  'quoteVersion',
  'quoteDraft',
  'quoteItem',
  'quoteDiscount',
  'quoteShipping',
  'quoteEvent',
  'price',
  'stop',
  'link',
] as const;

/** Words of the CSV file: names of the columns and of the kinds of rows. */
export type PersonCsvWords = {
  columns: Record<(typeof personColumns)[number], string>;
  kinds: Record<(typeof personKinds)[number], string>;
  /** Converts a time (RFC 3339) to a text that spreadsheets read as a time. */
  clock: (at: string) => string;
};

/**
 * Returns everything that the app has stored about a person as the text of a CSV file, in parts.
 *
 * - The first row is for the person. Then there is a row for each order, quote, agreed price, stop of a delivery
 *   sheet and confirmation link.
 * - A quote is followed by rows for its versions and its events. A version is followed by rows for its items,
 *   discount and delivery fee.
 * - The amount of an item is the price of one piece. The amount of a stop is the collected amount or, if there is
 *   none, the amount to collect.
 * - `details` contains the other personal data of a row, separated by " / ", or the quantity of an item.
 * - Texts that other people wrote cannot run as formulas (S17). An apostrophe is put before the phone number, because
 *   a text that begins with + could be a formula.
 */
export async function* personCsv(
  file: PersonFile,
  words: PersonCsvWords,
): AsyncGenerator<string, void, unknown> {
  const { columns, kinds, clock } = words;
  yield byteOrderMark +
    linesOf([
      personColumns.map((column) => columns[column]),
      [kinds.person, csvText(file.phone), '', '', csvText(file.name ?? ''), '', '', ''],
    ]);
  for await (const page of file.orders)
    yield linesOf(
      page.map(({ number, createdAt, status, firstItem, total }) => [
        kinds.order,
        csvText(number),
        clock(createdAt),
        csvText(status),
        csvText(firstItem ?? ''),
        ...money(total),
        '',
      ]),
    );
  for await (const page of file.quotes) yield linesOf(page.flatMap((quote) => quoteRows(quote, words)));
  for await (const page of file.prices)
    yield linesOf(
      page.map(({ name, at, price }) => [kinds.price, '', clock(at), '', csvText(name), ...money(price), '']),
    );
  for await (const page of file.stops)
    yield linesOf(
      page.map(({ number, day, due, content, result }) => [
        kinds.stop,
        csvText(number),
        result ? clock(result.at) : day,
        result?.answer ?? '',
        csvText(content?.name ?? ''),
        ...money(result?.paid ?? due),
        detailsOf([
          content?.phone,
          content?.province,
          content?.city,
          content?.address,
          content?.notes,
          result?.reason,
        ]),
      ]),
    );
  for await (const page of file.links)
    yield linesOf(
      page.map(({ number, createdAt, firstName, city, answer, answeredAt, ...evidence }) => [
        kinds.link,
        csvText(number),
        clock(answeredAt ?? createdAt),
        answer ?? '',
        csvText(firstName ?? ''),
        '',
        '',
        detailsOf([city, evidence.message, evidence.address, evidence.userAgent]),
      ]),
    );
}

function quoteRows(quote: QuoteOfPerson, { kinds, clock }: PersonCsvWords): string[][] {
  const number = csvText(quote.number);
  return [
    [kinds.quote, number, clock(quote.updatedAt), csvText(quote.state), '', ...money(quote.total), ''],
    ...quote.contents.flatMap(({ version, customer, address, discount, shipping, ...content }) => {
      const at = clock(content.at);
      return [
        [
          version === null ? kinds.quoteDraft : kinds.quoteVersion,
          number,
          at,
          '',
          csvText(customer.name),
          ...money(content.total),
          detailsOf([
            customer.phone,
            customer.email,
            address?.province,
            address?.city,
            address?.address,
            address?.notes,
            content.note,
            content.paymentMethod,
            content.validUntil,
          ]),
        ],
        ...content.items.map(({ name, quantity, price }) => [
          kinds.quoteItem,
          number,
          at,
          '',
          csvText(name),
          ...money(price),
          quantity === null ? '' : `× ${quantity}`,
        ]),
        ...(discount
          ? [
              [
                kinds.quoteDiscount,
                number,
                at,
                '',
                csvText(discount.title ?? ''),
                ...money(discount.amount),
                '',
              ],
            ]
          : []),
        ...(shipping.amount
          ? [[kinds.quoteShipping, number, at, '', shipping.method, ...money(shipping.amount), '']]
          : []),
      ];
    }),
    ...quote.events.map(({ kind, at, name, message, address, userAgent }) => [
      kinds.quoteEvent,
      number,
      clock(at),
      csvText(kind),
      csvText(name),
      '',
      '',
      detailsOf([message, address, userAgent]),
    ]),
  ];
}

const money = (amount: Money | null) =>
  amount === null ? ['', ''] : [plainAmount(amount.amount_minor, amount.decimals), csvText(amount.currency)];

const linesOf = (rows: string[][]) => rows.map(csvLine).join('');

const detailsOf = (parts: (string | null | undefined)[]) => csvText(parts.filter(Boolean).join(' / '));
