import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvWords, orderLines } from '@/lib/orders/list/order-csv';
import { csvLine, csvText } from '@/lib/shared/sheets/csv';
import type { OrderRow } from '@/lib/orders/order-view';

describe('S17: a CSV cell with text from others', () => {
  it.each([
    '=1+1',
    '+963944',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\tx',
    '\rx',
    '\nx',
    '  =HYPERLINK("http://evil.example")',
    '＝1+1',
    '＠x',
  ])('%j is no longer a formula', (text) => expect(csvText(text)).toBe(`'${text}`));
  it.each(['', '#1001', 'قميص', 'a=b', '1-2', "'=x", '٥'])('%j does not change', (text) =>
    expect(csvText(text)).toBe(text),
  );
  it.each([
    ['x\n=1', "x\n'=1"],
    ['\n=1', "'\n'=1"],
    ['\r=1', "'\r'=1"],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x\r\n @y', "x\r\n' @y"],
    ['a;b\nc', 'a;b\nc'],
  ])('%j has no formula after a semicolon or a line break', (text, safe) => expect(csvText(text)).toBe(safe));
  it('for any text, no part between semicolons and line breaks begins with =, + or @', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('=', '+', '@', ';', '\n', '\r', ' ', '\t', 'x')), (letters) => {
        for (const part of csvText(letters.join('')).split(/[;\r\n]/)) expect(part).not.toMatch(/^\s*[=+@]/);
      }),
    );
  });
  it('for any text, no cell begins with =, + or @, not even after spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(csvText(text)).not.toMatch(/^\s*[=+@]/);
      }),
    );
  });
});

/** A CSV parser for RFC 4180. The parser follows the grammar in the RFC and shares no code with the code under test. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  let rest = text;
  while (rest !== '') {
    const [all = '', inQuotes, plain = '', end = ''] =
      /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/.exec(rest) ?? [];
    if (all === '') throw new Error(`no CSV: ${JSON.stringify(rest.slice(0, 40))}`);
    lines.at(-1)?.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
    rest = rest.slice(all.length);
  }
  return lines.slice(0, -1);
}

describe('a CSV line', () => {
  it('returns its cells unchanged, whatever text they contain', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', ',', '\r\n', '""', ' a', 'b ', ';'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1 }), (lines) => {
        expect(readCsv(lines.map(csvLine).join(''))).toEqual(lines);
      }),
    );
  });
});

const money = (amount_minor: number, decimals = 2) => ({ amount_minor, currency: 'USD', decimals });
const order = {
  id: 'ord_1',
  order_number: '#1001',
  status: 'placed',
  payment_status: 'unpaid',
  source: null,
  line_pricing: 'net',
  subtotal: money(1_250),
  discount: money(0),
  shipping: money(5),
  tax: money(0),
  total: money(1_255),
  paid: money(-100),
  refunded: money(0),
  exchange_rate: null,
  tags: ['=a', 'b'],
  created_at: '2026-03-28T22:30:00Z',
  updated_at: '2026-03-28T22:30:00Z',
  itemsSummary: null,
  customerName: null,
  confirmation: null,
} as unknown as OrderRow;
const asIs = (text: string) => text;
const words = { columns: {}, status: asIs, payment: asIs, source: asIs } as unknown as CsvWords;

describe('an order as a CSV line', () => {
  it('has amounts as decimals, its time in the time zone of the store, and its tags in one cell', () => {
    expect(orderLines(words, 'Asia/Damascus')([order])).toBe(
      `#1001,2026-03-29 01:30,placed,unpaid,,"'=a, b",12.50,0.00,0.05,0.00,12.55,-1.00,0.00,USD,ord_1\r\n`,
    );
  });

  it('has amounts without decimals if its currency has none', () => {
    const syp = { ...order, total: { amount_minor: 150_000, currency: 'SYP', decimals: 0 } } as OrderRow;
    expect(readCsv(orderLines(words, 'UTC')([syp]))[0]?.[10]).toBe('150000');
  });
});
