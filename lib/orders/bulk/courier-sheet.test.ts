import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCourierSheet } from '@/lib/orders/bulk/courier-sheet';
import { validateCourierSheet } from '@/lib/orders/bulk/validate-courier-sheet';

const pairs = (text: string) =>
  readCourierSheet(text).entries.map(({ number, trackingNumber }) => [number, trackingNumber]);

describe('a pasted courier sheet', () => {
  const wanted = [
    ['1042', 'SY-88123'],
    ['1043', 'SY-88124'],
  ];
  it.each([
    ['tabs, as a spreadsheet copies them', '1042\tSY-88123\n1043\tSY-88124'],
    ['Windows line ends and an empty last line', '1042\tSY-88123\r\n1043\tSY-88124\r\n\r\n'],
    ['commas', '1042,SY-88123\n1043, SY-88124'],
    ['semicolons, as Excel writes CSV where commas are decimals', '1042;SY-88123\n1043;SY-88124'],
    ['Arabic commas', '1042، SY-88123\n1043،SY-88124'],
    ['spaces', '1042   SY-88123\n1043 SY-88124'],
    ['colons, as in a message', '1042: SY-88123\n1043 : SY-88124'],
    ['quotes', '"1042","SY-88123"\n"1043","SY-88124"'],
    [
      'quotes and formulas that make a spreadsheet treat a number as text',
      '\'1042,="SY-88123"\n\'1043,="SY-88124"',
    ],
    ['Arabic digits', '١٠٤٢\tSY-٨٨١٢٣\n۱۰۴۳\tSY-۸۸۱۲۴'],
    [
      'Unicode direction marks that were copied with the text',
      '\u200f1042\u200e\t\u202aSY-88123\u202c\n1043\tSY-88124',
    ],
    ['a header', 'Order\tTracking number\n1042\tSY-88123\n1043\tSY-88124'],
    ['an Arabic header', 'رقم الطلب,رقم التتبع\n1042,SY-88123\n1043,SY-88124'],
    ['columns in reverse order, by their header', 'AWB\tOrder no\nSY-88123\t1042\nSY-88124\t1043'],
    [
      'more columns, by their header',
      'Name;Order;City;Waybill\n"Rima; Aleppo";1042;حلب;SY-88123\nOmar;1043;;SY-88124',
    ],
    ['an empty first column, by the header', '\tOrder\tAWB\n\t1042\tSY-88123\n\t1043\tSY-88124'],
    ['further columns without a header', '1042\tSY-88123\tحلب\n1043\tSY-88124\tدمشق'],
    ['a byte order mark', '\ufeff1042\tSY-88123\n1043\tSY-88124'],
    ['a comma in one line, a tab in the other', '1042, SY-88123\n1043\tSY-88124'],
    ['a header with tabs above lines with semicolons', 'Order\tAWB\n1042;SY-88123\n1043;SY-88124'],
    ['a space in a line among lines with tabs', 'Order\tAWB\n1042\tSY-88123\n1043 SY-88124'],
  ])('is parsed: %s', (_, text) => expect(pairs(text)).toEqual(wanted));

  it('reports each unreadable line with its line number in the pasted text', () => {
    const { entries, unread } = readCourierSheet('1042\tSY-1\n\nشكرًا\n1043\t\n\tSY-2\n1044\tSY-3');
    expect(entries.map(({ line }) => line)).toEqual([1, 6]);
    expect(unread).toEqual([
      { line: 3, text: 'شكرًا' },
      { line: 4, text: '1043' },
      { line: 5, text: 'SY-2' },
    ]);
  });

  it('for any pasted text, each line is reported once, no parsed value is empty, and nothing throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const { entries, unread } = readCourierSheet(text);
        const lines = [...entries, ...unread].map(({ line }) => line);
        expect(new Set(lines).size).toBe(lines.length);
        for (const { number, trackingNumber } of entries) expect([number, trackingNumber]).not.toContain('');
      }),
    );
  });

  it('splits each line at its own separator, and keeps the number sign of an order and the spaces in a tracking number', () => {
    expect(pairs('#1042, AX-1\n# 1043;AX-2\n1044   AX 3 4\n١٠٤٥\tAX-5\n1046: AX-6')).toEqual([
      ['#1042', 'AX-1'],
      ['# 1043', 'AX-2'],
      ['1044', 'AX 3 4'],
      ['1045', 'AX-5'],
      ['1046', 'AX-6'],
    ]);
  });

  it('does not read a sentence between the rows of a table as a pair', () => {
    const { entries, unread } = readCourierSheet('1042\tSY-1\nWith thanks, Omar Express\n1043\tSY-2');
    expect(entries.map(({ line }) => line)).toEqual([1, 3]);
    expect(unread.map(({ line }) => line)).toEqual([2]);
  });

  it('returns the same pairs with any separator, even if each line has a different separator', () => {
    const cell = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,18}[0-9]$/);
    const separator = fc.constantFrom('\t', ',', ';', '|', '،', ' ', ' : ');
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), separator, (rows, between) => {
        expect(pairs(rows.map((row) => row.join(between)).join('\n'))).toEqual(rows);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, separator), { minLength: 1 }), (rows) => {
        const text = rows.map(([number, tracking, between]) => `${number}${between}${tracking}`).join('\n');
        expect(pairs(text)).toEqual(rows.map(([number, tracking]) => [number, tracking]));
      }),
    );
  });
});

describe('a courier sheet matched with orders', () => {
  const orders = new Map([
    ['1', ['a']],
    ['01', ['a']],
    ['2', ['b']],
    ['9', ['c', 'd']],
  ]);
  const validate = (...rows: [string, string][]) =>
    validateCourierSheet(
      rows.map(([number, trackingNumber], index) => ({ line: index + 1, number, trackingNumber })),
      (number) => orders.get(number) ?? [],
    ).map(({ verdict, isShared }) => (isShared ? `${verdict}, shared` : verdict));

  it.each<[string, [string, string][], string[]]>([
    ['a number that one order has', [['1', 'T1']], ['ok']],
    ['a number that no order has', [['7', 'T1']], ['unknown']],
    ['a number that two orders have', [['9', 'T1']], ['several']],
    [
      'the same line twice counts once',
      [
        ['1', 'T1'],
        ['1', 'T1'],
      ],
      ['ok', 'repeated'],
    ],
    [
      'one order number in two spellings counts once',
      [
        ['1', 'T1'],
        ['01', 'T1'],
      ],
      ['ok', 'repeated'],
    ],
    [
      'two tracking numbers for one order: neither is sent',
      [
        ['1', 'T1'],
        ['01', 'T2'],
      ],
      ['disagrees', 'disagrees'],
    ],
    [
      'one tracking number for two orders: both lines are marked as shared',
      [
        ['1', 'T1'],
        ['2', 'T1'],
      ],
      ['ok, shared', 'ok, shared'],
    ],
  ])('%s', (_, rows, verdicts) => expect(validate(...rows)).toEqual(verdicts));
});
