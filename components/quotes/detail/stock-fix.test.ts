import { describe, expect, it } from 'vitest';
import { stockFixes, withStockFixes } from './stock-fix';

type View = Parameters<typeof stockFixes>[0];

const items = [
  { variant_id: 'var_a', name: 'A', quantity: 48, unit_price_minor: 1 },
  { variant_id: 'var_b', name: 'B', quantity: 2, unit_price_minor: 1 },
];
const view = (
  lines: [number, number, number][],
  { of = items, reason = 'insufficient_stock' } = {},
): View => ({
  problem: {
    state: 'refused',
    reason,
    requestId: null,
    lines: lines.map(([index, requested, available]) => ({ index, requested, available })),
  },
  content: { order: { items: of } } as View['content'],
});
const fix = (index: number, variantId: string, from: number, to: number) => ({ index, variantId, from, to });

describe('the changes with which a quote fits the stock', () => {
  it('lower the quantity, and leave out a line without stock', () => {
    expect(stockFixes(view([[0, 48, 43]]))).toEqual([fix(0, 'var_a', 48, 43)]);
    expect(
      stockFixes(
        view([
          [0, 48, 43],
          [1, 2, 0],
        ]),
      ),
    ).toEqual([fix(0, 'var_a', 48, 43), fix(1, 'var_b', 2, 0)]);
  });

  it('are not offered if nothing would be left, the reason is another one, or the lines share the stock', () => {
    expect(
      stockFixes(
        view([
          [0, 48, 0],
          [1, 2, 0],
        ]),
      ),
    ).toEqual([]);
    expect(stockFixes(view([[0, 48, 43]], { reason: 'forbidden' }))).toEqual([]);
    expect(stockFixes(view([[0, 50, 43]]))).toEqual([]);
    expect(stockFixes({ ...view([[0, 48, 43]]), content: null })).toEqual([]);
    const same = [items[0], items[0]].map((item) => ({ ...item, quantity: 30 })) as typeof items;
    expect(
      stockFixes(
        view(
          [
            [0, 30, 43],
            [1, 30, 13],
          ],
          { of: same },
        ),
      ),
    ).toEqual([]);
  });

  it('change only lines that the user has not changed since', () => {
    const line = (variantId: string, quantity: string) => ({ variantId, quantity });
    const draft = { lines: [line('var_a', '48'), line('var_b', '2')] };
    const fixes = [fix(0, 'var_a', 48, 43), fix(1, 'var_b', 2, 0)];
    expect(withStockFixes(draft, fixes).lines).toEqual([line('var_a', '43')]);
    const changed = { lines: [line('var_a', '40'), line('var_c', '2')] };
    expect(withStockFixes(changed, fixes)).toEqual(changed);
  });
});
