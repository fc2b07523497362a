import type { PersonFile } from '@/lib/customers/person';
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

/** Words of the CSV file. `columns` is in the sequence of personColumns; `kinds` names the kinds of rows. */
export type PersonCsvWords = {
  columns: Record<(typeof personColumns)[number], string>;
  kinds: Record<'person' | 'order' | 'quote' | 'price' | 'stop' | 'link', string>;
  /** Converts a time (RFC 3339) to a text that spreadsheets read as a time. */
  clock: (at: string) => string;
};

/**
 * Returns everything that the app knows about a person as a CSV file: one row for the person, then one for each order,
 * quote, agreed price, stop of a delivery sheet and confirmation link. The amount of a stop is what was collected, or
 * else what is to collect. `details` has the other personal data of a stop or a link, separated by " / ". Texts that
 * other people wrote cannot run as formulas (S17). The phone number has an apostrophe in front, because a text that
 * begins with + could be a formula.
 */
export function personCsv(person: PersonFile, { columns, kinds, clock }: PersonCsvWords): string {
  const money = (amount: Money | null) =>
    amount === null
      ? ['', '']
      : [plainAmount(amount.amount_minor, amount.decimals), csvText(amount.currency)];
  const rows = [
    personColumns.map((column) => columns[column]),
    [kinds.person, csvText(person.phone), '', '', csvText(person.name ?? ''), '', '', ''],
    ...person.orders.map(({ number, createdAt, status, firstItem, total }) => [
      kinds.order,
      csvText(number),
      clock(createdAt),
      csvText(status),
      csvText(firstItem ?? ''),
      ...money(total),
      '',
    ]),
    ...person.quotes.map(({ number, updatedAt, state, total }) => [
      kinds.quote,
      csvText(number),
      clock(updatedAt),
      csvText(state),
      '',
      ...money(total),
      '',
    ]),
    ...person.prices.map(({ name, at, price }) => [
      kinds.price,
      '',
      clock(at),
      '',
      csvText(name),
      ...money(price),
      '',
    ]),
    ...person.stops.map(({ number, day, due, content, result }) => [
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
    ...person.links.map(({ number, createdAt, firstName, city, answer, answeredAt, ...evidence }) => [
      kinds.link,
      csvText(number),
      clock(answeredAt ?? createdAt),
      answer ?? '',
      csvText(firstName ?? ''),
      '',
      '',
      detailsOf([city, evidence.message, evidence.address, evidence.userAgent]),
    ]),
  ];
  return byteOrderMark + rows.map(csvLine).join('');
}

const detailsOf = (parts: (string | null | undefined)[]) => csvText(parts.filter(Boolean).join(' / '));
