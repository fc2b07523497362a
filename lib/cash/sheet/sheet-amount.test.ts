import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDecimalMark, readSheetAmount, toMinor } from '@/lib/cash/sheet/sheet-amount';
import { readCurrencies } from '@/lib/cash/sheet/sheet-currency';

const read = (cell: string, decimals: number, mark: '.' | ',' | null = null) => {
  const amount = readSheetAmount(cell, mark);
  if (!amount.ok) return amount.code;
  const minor = [amount, ...(amount.grouped ? [amount.grouped] : [])].map((one) => toMinor(one, decimals));
  const signed = minor.map((one) => (one === null ? 'decimals' : `${amount.isNegative ? '-' : ''}${one}`));
  return [signed.join(' or '), amount.currencies?.join('/')].filter(Boolean).join(' ');
};

describe('S13: a cell of 200,000 characters', () => {
  it.each([
    ['zeros after the mark', `0.${'0'.repeat(200_000)}1`],
    ['dots', `1${'.'.repeat(200_000)}x`],
    ['dots before a currency', `1 ${'.'.repeat(200_000)}x`],
    ['spaces', `1${' '.repeat(200_000)}x`],
    ['minus signs', `${'-'.repeat(200_000)}1`],
  ])('with %s is no amount, and is refused at once', (_, cell) => {
    expect(readSheetAmount(cell, null)).toEqual({ ok: false, code: 'unreadable' });
  });

  it('shows no decimal mark', () => expect(findDecimalMark([`1.5 ${'x'.repeat(200_000)}`])).toBeNull());

  it('is no currency', () => expect(readCurrencies(`${'.'.repeat(200_000)}x`)).toBeNull());
});

it('a number with more than 15 decimals is no amount', () => {
  expect(read('0.0000000000000001', 2)).toBe('unreadable');
});

describe('an amount in a cell of a remittance sheet', () => {
  it.each([
    ['1250', 0, '1250'],
    ['1,250,000', 0, '1250000'],
    ['1.250.000', 0, '1250000'],
    ['1 250 000', 0, '1250000'],
    ['1\u00a0250\u202f000', 0, '1250000'],
    ["1'250'000", 0, '1250000'],
    ['١٬٢٥٠٬٠٠٠ ل.س', 0, '1250000 SYP'],
    ['۱۲۵۰٫۵', 2, '125050'],
    ['1,250.50', 2, '125050'],
    ['1.250,50', 2, '125050'],
    ['12,5', 2, '1250'],
    ['0.500', 3, '500'],
    ['1.500', 3, '1500 or 1500000'],
    ['1,500', 2, '150 or 150000'],
    ['1.5', 0, 'decimals'],
    ['150.00', 0, '150'],
    ['-75', 0, '-75'],
    ['75-', 0, '-75'],
    ['−75', 0, '-75'],
    ['(1,250.50)', 2, '-125050'],
    ['(75) USD', 2, '-7500 USD'],
    ['-$75', 2, '-7500 USD'],
    ['US$ 75', 2, '7500 USD'],
    ['75 د.إ.', 2, '7500 AED'],
    ['75 د.أ.', 3, '75000 JOD'],
    ['ل.س.500', 0, '500 SYP'],
    ['500 ليرة', 0, '500 SYP/LBP/TRY'],
    ['KWD 1.250', 3, '1250 or 1250000 KWD'],
    ['٣٫٢٥٠ د.ك', 3, '3250 KWD'],
    ['="1500"', 0, '1500'],
    ["'1500", 0, '1500'],
    ['+1500', 0, '1500'],
    ['=SUM(A1:A4)', 0, 'formula'],
    ['=-1200', 0, 'formula'],
    ['', 0, 'empty'],
    ['لم يدفع', 0, 'unreadable'],
    ['#REF!', 0, 'unreadable'],
    ['12/11', 0, 'unreadable'],
    ['1,25,000', 0, 'unreadable'],
    ['1.2.3', 0, 'unreadable'],
    ['12 34', 0, 'unreadable'],
    ['--5', 0, 'unreadable'],
    ['1E+11', 0, 'unreadable'],
    ['1234567890123456', 0, 'unreadable'],
    ['5 pieces', 0, 'unreadable'],
  ])('"%s" with %d decimals: %s', (cell, decimals, wanted) => expect(read(cell, decimals)).toBe(wanted));

  it('has one reading if the decimal mark of the sheet is known', () => {
    expect(read('1.500', 3, '.')).toBe('1500');
    expect(read('1.500', 3, ',')).toBe('1500000');
    expect(read('1,500', 2, ',')).toBe('150');
  });

  it.each([
    [['1,500', '12.50'], '.'],
    [['1.500', '12,50'], ','],
    [['1,500,000', '2,000'], '.'],
    [['1.500.000'], ','],
    [['1,500', '2,000'], null],
    [['12.5', '12,5'], null],
    [['1٬500٫25', '7'], null],
  ])('the amounts %j show the decimal mark %s', (cells, mark) => expect(findDecimalMark(cells)).toBe(mark));

  it('is the amount that was printed, with every digit set, decimal mark, group separator and currency', () => {
    const digitSets = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'];
    const marks: [group: string, decimal: string, '.' | ',' | null][] = [
      [',', '.', '.'],
      ['.', ',', ','],
      ['٬', '٫', null],
      [' ', '.', '.'],
      ['\u00a0', ',', ','],
      ['', '.', '.'],
      ['', ',', ','],
    ];
    const currencies = [
      ['', ''],
      [' ل.س', 'SYP'],
      [' USD', 'USD'],
      ['$', 'USD'],
      [' د.ك', 'KWD'],
    ] as const;
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 999_999_999_999n }),
        fc.constantFrom(0, 2, 3),
        fc.constantFrom(...digitSets),
        fc.constantFrom(...marks),
        fc.constantFrom(...currencies),
        fc.constantFrom('', '-', '('),
        (minor, decimals, digitSet, [group, decimal, mark], [sign, code], minus) => {
          const digits = minor.toString().padStart(decimals + 1, '0');
          const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, group);
          const latin = decimals > 0 ? `${whole}${decimal}${digits.slice(-decimals)}` : whole;
          const written = latin.replace(/\d/g, (digit) => digitSet[Number(digit)] ?? '');
          const cell = `${minus}${written}${sign}${minus === '(' ? ')' : ''}`;
          const wanted = `${minus === '' ? '' : '-'}${minor}`;
          expect(read(cell, decimals, mark)).toBe(code ? `${wanted} ${code}` : wanted);
        },
      ),
    );
  });
});
