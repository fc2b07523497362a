import { describe, expect, it } from 'vitest';
import { readStockSheet } from './read-stock-sheet';
import { requestOf, startOf, unreadCodesOf } from './stock-sheet-request';

const place = { location: ' loc_1 ', reason: 'damage' } as const;
const lines = (count: number, note = '') =>
  readStockSheet(Array.from({ length: count }, (_, n) => `SKU-${n}\t-1\t${note}`).join('\n'));

describe('the request made from a stock sheet', () => {
  it('contains all lines, with one location and one reason', () => {
    const read = requestOf(lines(1_000), place);
    expect(read).toMatchObject({ ok: true, request: { location: 'loc_1', reason: 'damage' } });
  });

  it.each([
    ['no line can be read', readStockSheet('شكرًا'), 'nothing'],
    [
      'the sheet has more lines than one bulk run allows, including the lines that are left out',
      lines(1_001),
      'too_many',
    ],
    ['the text is larger than the body limit of a server action', lines(100, 'ن'.repeat(900)), 'too_long'],
  ])('is refused as a whole and never cut: %s', (_, sheet, problem) =>
    expect(requestOf(sheet, place)).toEqual({ ok: false, problem: { sheet: problem } }),
  );

  it('reports a missing or invalid location together with the problem of the sheet', () => {
    expect(requestOf(lines(1), { ...place, location: '' })).toMatchObject({
      problem: { location: 'missing' },
    });
    expect(requestOf(readStockSheet(''), { ...place, location: 'الشام' })).toEqual({
      ok: false,
      problem: { sheet: 'nothing', location: 'not_an_id' },
    });
  });

  it('names each code of an omitted line once, or none if the codes do not fit into the request', () => {
    const left = 'A\t0\nA\t=A1\n\t5\n6.21E+12\t4\nB\t1000001';
    expect(unreadCodesOf(readStockSheet(`${left}\nC\t1`))).toEqual(['A', 'B']);
    const long = Array.from({ length: 600 }, (_, n) => `${'x'.repeat(120)}${n}\t0`).join('\n');
    expect(unreadCodesOf(readStockSheet(`${long}\nC\t1`))).toEqual([]);
  });

  it('contains exactly the variants that were shown, each with its own note, and no line that was left out', () => {
    const { entries } = readStockSheet('A\t5\tfrom the depot\nB\t-3\nC\t1');
    const row = {
      name: null,
      sku: null,
      alsoOn: [],
      before: { code: 'hidden' },
      after: { code: 'hidden' },
    } as const;
    const rows = [
      { ...row, line: 1, code: 'A', delta: 5, verdict: 'ok', variantId: 'v1' },
      { ...row, line: 2, code: 'B', delta: -3, verdict: 'unknown', variantId: null },
      { ...row, line: 3, code: 'C', delta: 1, verdict: 'ok', variantId: 'v1' },
    ] as const;
    const found = { code: 'matched', status: 200, rows: [...rows], minutes: 1, isWhole: true } as const;
    expect(
      startOf(
        { entries, location: 'loc_1', reason: 'return' },
        { ...found, rows: found.rows.map((one) => ({ ...one, alsoOn: [] })) },
      ),
    ).toEqual({
      request: {
        kind: 'adjust_stock',
        input: { location_id: 'loc_1', reason: 'return' },
        targets: [
          { variantId: 'v1', delta: 5, note: 'from the depot' },
          { variantId: 'v1', delta: 1 },
        ],
      },
    });
  });
});
