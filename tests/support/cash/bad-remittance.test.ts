import { describe, expect, it } from 'vitest';
import { matchSheet, rowClasses } from '@/lib/cash/sheet/match-sheet';
import { sheetIdentity } from '@/lib/cash/sheet/sheet-identity';
import { readRemittanceSheet } from '@/lib/cash/sheet/remittance-sheet';
import { type BadRemittance, badLines, makeBadRemittance } from './bad-remittance';

const seed = Number(process.env.SEED ?? 1 + Math.floor(Math.random() * 1e9));

const match = ({ text, orders }: BadRemittance) => {
  const toSheetOrder = ({ trackingNumber, ...order }: BadRemittance['orders'][number]) => ({
    ...order,
    trackingNumbers: [trackingNumber],
    feeMinor: 0n,
    writtenOffMinor: 0n,
    receivedMinor: [],
    isRemitted: false,
    isExpected: true,
    carrierId: null,
  });
  const { rows } = readRemittanceSheet(text, { columns: null, mark: null });
  const all = orders.map(toSheetOrder);
  return matchSheet(rows, all, null);
};

describe(`a remittance sheet of 5,000 lines with everything that carriers get wrong (seed ${seed})`, () => {
  const sheet = makeBadRemittance(seed);
  const { rows, classes, named } = match(sheet);

  it('says for each line what it is', () => {
    const wrong = rows.filter((row) => sheet.wanted.get(row.line) !== row.class);
    expect(wrong).toEqual([]);
    expect(rows.map(({ line }) => line)).toEqual([...sheet.wanted.keys()].toSorted((a, b) => a - b));
  });

  it('has each line in one class, and the classes together have all lines', () => {
    expect(classes.reduce((count, one) => count + one.rows, 0)).toBe(5_002);
    expect(Object.fromEntries(classes.map((one) => [one.class, one.rows]))).toMatchObject(badLines);
    expect(rowClasses).toEqual(expect.arrayContaining(classes.map((one) => one.class)));
  });

  it('sums each currency for itself, exactly', () => {
    const exact = classes.find((one) => one.class === 'exact');
    const amounts = (currency: string) =>
      rows
        .filter((row) => row.class === 'exact' && row.currency === currency)
        .reduce((sum, row) => sum + (row.dueMinor ?? 0n), 0n);
    expect(exact?.sums).toEqual([
      { currency: 'SYP', decimals: 0, amountMinor: amounts('SYP') },
      { currency: 'USD', decimals: 2, amountMinor: amounts('USD') },
    ]);
  });

  it('shows the orders that no line is about', () => {
    const missing = sheet.orders.filter(({ id }) => !named.has(id));
    expect(missing.map(({ id }) => id)).toEqual(sheet.missing.map(({ id }) => id));
  });

  it('has the same identity with other separators and digits, and another one with another amount', () => {
    const identity = (text: string) =>
      sheetIdentity(readRemittanceSheet(text, { columns: null, mark: null }).rows);
    const own = identity(sheet.text);
    const latin = sheet.text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
    expect(identity(latin.replace('\ufeff', '').replaceAll('\r\n', '\n'))).toBe(own);
    expect(identity(sheet.text.replaceAll('"ريما; حلب"', 'ريما').replaceAll(';', '\t'))).toBe(own);
    expect(
      identity(sheet.text.replace(/(\d)(;2026)/, (_, digit, rest) => `${(Number(digit) + 1) % 10}${rest}`)),
    ).not.toBe(own);
  });
});
