import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { matchSheet } from '@/lib/cash/sheet/match-sheet';
import { sheetIdentity } from '@/lib/cash/sheet/sheet-identity';
import { readRemittanceSheet, type SheetChoice, sheetMax } from '@/lib/cash/sheet/remittance-sheet';

const found: SheetChoice = { columns: null, mark: null };
const read = (text: string, choice = found) =>
  readRemittanceSheet(text, choice).rows.map(({ kind, tracking, order, amount }) =>
    [
      kind,
      tracking,
      order,
      amount.ok ? `${amount.isNegative ? '-' : ''}${amount.digits}/${amount.scale}` : amount.code,
    ].join(' '),
  );

describe('a remittance sheet', () => {
  const wanted = ['entry QD-88123 1042 150000/0', 'entry QD-88124 1043 2500/2'];
  it.each([
    ['English', 'AWB,Order no.,COD amount\nQD-88123,1042,150000\nQD-88124,1043,25.00'],
    ['Arabic', 'رقم التتبع;رقم الطلب;المبلغ\nQD-88123;1042;150.000\nQD-88124;1043;25,00'],
    [
      'in another order, with fees, dates and states',
      'المبلغ المحصل\tأجور الشحن\tتاريخ الشحن\tحالة الشحنة\tرقم الشحنة\tرقم الطلب\n' +
        '150000\t5000\t2026-11-20\tمسلّمة\tQD-88123\t1042\n25.00\t5000\t2026-11-20\tمسلّمة\tQD-88124\t1043',
    ],
    [
      'with the total before the collected amount',
      'Order,Order total,Collected cash,Tracking\n1042,9,150000,QD-88123\n1043,9,25.00,QD-88124',
    ],
  ])('has its columns found by its header: %s', (_, text) => {
    expect(read(text).filter((row) => !row.startsWith('heading'))).toEqual(wanted);
  });

  it.each([
    ['a code, a number and an amount', 'QD-88123\t1042\t150000\nQD-88124\t1043\t25.00'],
    ['counted rows and names', '1,ريما,1042,QD-88123,150000\n2,عمر,1043,QD-88124,25.00'],
    ['amounts with a currency first', '150000 ل.س;1042;QD-88123\n25.00 ل.س;1043;QD-88124'],
  ])('has its columns found by their content: %s', (_, text) => expect(read(text)).toEqual(wanted));

  it('without a header can have the amounts of order numbers only', () => {
    expect(read('1042\t150000\n1043\t150000\n1044\t2000')).toEqual([
      'entry  1042 150000/0',
      'entry  1043 150000/0',
      'entry  1044 2000/0',
    ]);
  });

  it('is read with the columns and the decimal mark that the user chose', () => {
    const text = 'AWB,Order,COD amount,Net\nQD-1,1042,"1,500","1,450"';
    const columns = { tracking: null, order: 1, amount: 3, currency: null };
    expect(read(text, { columns, mark: null })[1]).toBe('entry  1042 1450/3');
    expect(read(text, { columns, mark: '.' })[1]).toBe('entry  1042 1450/0');
  });

  it('with more columns than a sheet has is read by its first columns', () => {
    const sheet = readRemittanceSheet('1042,'.repeat(100_000), found);
    expect([sheet.rows.length, sheet.columnNames.length]).toEqual([1, 60]);
  });

  it('takes no number from a cell with more than 200 characters', () => {
    const long = '7'.repeat(201);
    expect(read(`AWB,Order,COD\n${long},1042,150\n${long},${long},150\n=${long},1042,150`)).toEqual([
      'heading AWB Order unreadable',
      'entry  1042 150/0',
      'no_number   150/0',
      'formula  1042 150/0',
    ]);
    expect(read(`${long},${long},x\nAWB,Order,COD\nQD-1,1042,150`)[0]).toBe('heading   unreadable');
  });

  it.each([
    ['one long order number', `Order,COD\n1${'\ufdfa'.repeat(40_000)},150`],
    ['a long text above the header', `${'\ufdfa'.repeat(40_000)},x\nOrder,COD\n1042,150`],
    ['long order numbers without a header', `1${'\ufdfa'.repeat(20_000)},150\n`.repeat(2)],
    ['a long number in each row', `Order,COD\n${`1${'\ufdfa'.repeat(145)},150\n`.repeat(1_000)}`],
  ])('is compared without folding a million characters: %s', (_, text) => {
    const lower = vi.spyOn(String.prototype, 'toLowerCase');
    try {
      const { rows } = readRemittanceSheet(text, found);
      matchSheet(rows, [], null);
      sheetIdentity(rows);
      const folded = lower.mock.results.reduce((length, { value }) => length + String(value).length, 0);
      expect(folded).toBeLessThan(100_000);
    } finally {
      lower.mockRestore();
    }
  });

  it('with too many rows is read only up to one row more than the maximum', () => {
    for (const start of ['', 'sep=;\n'])
      expect(readRemittanceSheet(start + '1\n'.repeat(6_000), found).rows).toHaveLength(sheetMax.rows + 1);
    expect(readRemittanceSheet(`sep=;\n${'1\n'.repeat(sheetMax.rows)}`, found).rows).toHaveLength(
      sheetMax.rows,
    );
  });

  it('has a currency from a column of its own', () => {
    const { rows } = readRemittanceSheet('الطلب;المبلغ;العملة\n1042;15;دولار\n1043;15;؟', found);
    expect(rows[1]?.amount).toMatchObject({ ok: true, currencies: ['USD'] });
    expect(rows[2]?.kind).toBe('unreadable');
  });

  it('says for each row what it is, and takes no number or amount from another row', () => {
    const text = [
      'كشف التحصيل',
      'رقم البوليصة;رقم الطلب;المبلغ',
      'QD-1;1042;150',
      ';;250',
      'QD-3;1044;',
      'QD-4;1045;=B4*2',
      '=A1;1046;300',
      '="0012";\'1047;300',
      'رقم البوليصة;رقم الطلب;المبلغ',
      'المجموع: 45 شحنة;;1000',
    ].join('\n');
    expect(read(text)).toEqual([
      'heading كشف التحصيل  empty',
      'heading رقم البوليصة رقم الطلب unreadable',
      'entry QD-1 1042 150/0',
      'no_number   250/0',
      'unreadable QD-3 1044 empty',
      'formula QD-4 1045 formula',
      'formula =A1 1046 300/0',
      'entry 0012 1047 300/0',
      'heading رقم البوليصة رقم الطلب unreadable',
      'total   1000/0',
    ]);
  });

  it('has the rows that were written, with every separator, digit set and decimal mark', () => {
    const digitSets = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'];
    const marks = [
      [',', '.'],
      ['.', ','],
      ['٬', '٫'],
      ['\u00a0', ','],
    ] as const;
    const entry = fc.record({
      order: fc.integer({ min: 1, max: 9_999_999 }),
      tracking: fc.stringMatching(/^[A-Z]{2}-[0-9]{5,9}$/),
      minor: fc.integer({ min: 1, max: 999_999_999 }),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom(...digitSets),
        fc.constantFrom(...marks),
        fc.boolean(),
        (entries, separator, digitSet, [group, decimal], hasHeader) => {
          const digits = (text: string) => text.replace(/\d/g, (digit) => digitSet[Number(digit)] ?? '');
          const amount = (minor: number) => {
            const text = String(minor).padStart(3, '0');
            return `${text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${text.slice(-2)}`;
          };
          const quoted = (cell: string) => (cell.includes(separator) ? `"${cell}"` : cell);
          const rows = entries.map(({ order, tracking, minor }) =>
            [`#${order}`, tracking, amount(minor)].map((cell) => quoted(digits(cell))).join(separator),
          );
          const header = ['الطلب', 'التتبع', 'المبلغ'].join(separator);
          const text = [...(hasHeader ? [header] : []), ...rows].join('\r\n');
          const columns = { order: 0, tracking: 1, amount: 2, currency: null };
          const sheet = readRemittanceSheet(text, { columns: hasHeader ? null : columns, mark: null });
          expect(sheet.columns).toEqual(columns);
          expect(sheet.rows.slice(hasHeader ? 1 : 0)).toMatchObject(
            entries.map(({ order, tracking, minor }) => ({
              kind: 'entry',
              order: digits(`#${order}`),
              tracking: digits(tracking),
              amount: { ok: true, digits: BigInt(minor), scale: 2, isNegative: false, grouped: null },
            })),
          );
        },
      ),
    );
  });
});
