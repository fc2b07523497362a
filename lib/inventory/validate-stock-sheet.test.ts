import { describe, expect, it } from 'vitest';
import { validateStockSheet, type SheetVariant } from '@/lib/inventory/validate-stock-sheet';

const variant = (variantId: string, more: Partial<SheetVariant> = {}): SheetVariant => ({
  variantId,
  name: `Mug ${variantId}`,
  sku: variantId.toUpperCase(),
  stock: { code: 'known', quantity: 10 },
  ...more,
});
const known = (quantity: number) => ({ code: 'known', quantity });

function validate(lines: [string, number][], catalogue: Record<string, SheetVariant[]>) {
  const entries = lines.map(([code, delta], n) => ({ line: n + 1, code, delta }));
  return validateStockSheet(entries, (code) => catalogue[code] ?? []);
}

describe('a stock sheet matched with the catalogue', () => {
  it('shows the stock before and after each line', () => {
    expect(validate([['A', -3]], { A: [variant('a')] })).toEqual([
      expect.objectContaining({
        verdict: 'ok',
        variantId: 'a',
        before: known(10),
        after: known(7),
        alsoOn: [],
      }),
    ]);
  });

  it('adds up the changes of lines with the same variant, and each line lists the other lines', () => {
    const rows = validate(
      [
        ['A', 5],
        ['B', 1],
        ['621', -2],
      ],
      { A: [variant('a')], '621': [variant('a')], B: [variant('b')] },
    );
    expect(rows.map(({ before, after, alsoOn }) => [before, after, alsoOn])).toEqual([
      [known(10), known(15), [3]],
      [known(10), known(11), []],
      [known(15), known(13), [1]],
    ]);
  });

  it('finds no variant for a line whose code belongs to no variant or to several', () => {
    const catalogue = { two: [variant('a'), variant('b')] };
    const rows = validate(
      [
        ['none', 1],
        ['two', 1],
      ],
      catalogue,
    );
    expect(rows.map(({ verdict, variantId }) => [verdict, variantId])).toEqual([
      ['unknown', null],
      ['several', null],
    ]);
  });

  it('PRO-4: stock that is hidden or unknown is not shown as a number, also after a change', () => {
    for (const code of ['hidden', 'unknown'] as const) {
      const rows = validate(
        [
          ['A', 5],
          ['A', 5],
        ],
        { A: [variant('a', { stock: { code } })] },
      );
      for (const { before, after } of rows) expect([before, after]).toEqual([{ code }, { code }]);
    }
  });
});
