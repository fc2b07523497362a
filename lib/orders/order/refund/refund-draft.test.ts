import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CreateRefundBody } from 'commerce-platform-client/contract/refunds';
import {
  emptyRefund,
  type RefundDraft,
  readRefundDraft,
  refundableLines,
  typedTotalMinor,
} from './refund-draft';
import { type RefundableOrder, refundableMinor, whyNotRefundable } from './refund-limit';

type Line = { quantity: number; totalMinor: number; kind?: 'custom' };
type Facts = {
  lines: Line[];
  discountMinor?: number;
  pricing?: 'net' | 'gross';
  paidMinor?: number;
  refunds?: { lines: [index: number, quantity: number, amountMinor: number][] }[];
  refundedMinor?: number;
  source?: string;
  decimals?: number;
};

function orderOf(facts: Facts): RefundableOrder {
  const { lines, discountMinor = 0, pricing = 'gross', refunds = [], decimals = 0 } = facts;
  const money = (amount_minor: number) => ({ amount_minor, currency: 'SYP', decimals });
  const sum = lines.reduce((all, { totalMinor }) => all + totalMinor, 0);
  return {
    items: lines.map(({ quantity, totalMinor, kind }, index) => ({
      id: `l${index}`,
      variant_id: kind === 'custom' ? null : `v${index}`,
      kind: kind ?? 'variant',
      name: `line ${index}`,
      quantity,
      unit_price: money(Math.ceil(totalMinor / quantity)),
      total: money(totalMinor),
    })),
    refunds: refunds.map((refund, index) => ({
      id: `r${index}`,
      amount: money(refund.lines.reduce((all, [, , amountMinor]) => all + amountMinor, 0)),
      reason: null,
      created_at: '2026-11-21T10:00:00Z',
      lines: refund.lines.map(([line, quantity, amount_minor]) => ({
        order_item_id: `l${line}`,
        quantity,
        amount_minor,
      })),
    })),
    paid: money(facts.paidMinor ?? sum),
    refunded: money(facts.refundedMinor ?? 0),
    discount: money(discountMinor),
    line_pricing: pricing,
    source: facts.source ?? 'app',
  };
}

const draftOf = (order: RefundableOrder, more: Partial<RefundDraft>): RefundDraft => ({
  ...emptyRefund(order),
  ...more,
});

const someLines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 40 }),
    totalMinor: fc.integer({ min: 0, max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 8 },
);

describe('the value of pieces', () => {
  it('all pieces of gross lines are worth the line totals minus the discount, to the last unit', () => {
    fc.assert(
      fc.property(someLines, fc.double({ min: 0, max: 1, noNaN: true }), (lines, part) => {
        const sum = lines.reduce((all, { totalMinor }) => all + totalMinor, 0);
        const discountMinor = Math.floor(sum * part);
        const worths = refundableLines(orderOf({ lines, discountMinor })).map(({ item, worthMinor }) =>
          worthMinor(item.quantity),
        );
        expect(worths.reduce((all, worth) => all + worth, 0)).toBe(sum - discountMinor);
        for (const [index, worth] of worths.entries()) {
          expect(worth).toBeGreaterThanOrEqual(0);
          expect(worth).toBeLessThanOrEqual(lines[index]?.totalMinor ?? 0);
        }
      }),
    );
  });

  it('net lines already have the discount subtracted', () => {
    const lines = [{ quantity: 2, totalMinor: 900 }];
    const [line] = refundableLines(orderOf({ lines, discountMinor: 100, pricing: 'net' }));
    expect(line?.worthMinor(2)).toBe(900);
  });

  it('pieces refunded in parts are worth the same as all together, and more pieces are never worth less', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 1_000_000 }), (quantities, totalMinor) => {
        const lines = [{ quantity: quantities.reduce((all, quantity) => all + quantity, 0), totalMinor }];
        const refunds: Facts['refunds'] = [];
        let last = 0;
        for (const quantity of quantities) {
          const [line] = refundableLines(orderOf({ lines, refunds }));
          if (!line) throw new Error('the line is gone');
          for (let pieces = 0; pieces <= line.quantityLeft; pieces++) {
            const worth = line.worthMinor(pieces);
            if (pieces > 0) expect(worth).toBeGreaterThanOrEqual(last);
            last = worth;
          }
          refunds.push({ lines: [[0, quantity, line.worthMinor(quantity)]] });
          last = 0;
        }
        const given = refunds.reduce((all, { lines: [line] }) => all + (line?.[2] ?? 0), 0);
        expect(given).toBe(totalMinor);
        expect(refundableLines(orderOf({ lines, refunds }))[0]?.quantityLeft).toBe(0);
      }),
    );
  });

  it('a line whose past refund exceeds the value of its pieces can be refunded only up to the rest of its value', () => {
    const lines = [{ quantity: 2, totalMinor: 1_000 }];
    const [line] = refundableLines(orderOf({ lines, refunds: [{ lines: [[0, 1, 800]] }] }));
    expect([line?.quantityLeft, line?.worthMinor(1)]).toEqual([1, 200]);
  });

  it('a custom line has no pieces to refund', () => {
    const [line] = refundableLines(orderOf({ lines: [{ quantity: 3, totalMinor: 300, kind: 'custom' }] }));
    expect([line?.byAmount, line?.quantityLeft]).toEqual([true, 0]);
  });

  it('the value stays exact when a product exceeds the safe integers', () => {
    const totalMinor = 9_007_199_254_740_991;
    const [line] = refundableLines(orderOf({ lines: [{ quantity: 1_000_000, totalMinor }] }));
    expect(line?.worthMinor(1_000_000)).toBe(totalMinor);
  });
});

describe('a refund by lines', () => {
  const order = orderOf({
    lines: [
      { quantity: 2, totalMinor: 1_000 },
      { quantity: 1, totalMinor: 500 },
    ],
  });

  it('is the sum of the amounts of its lines and the amount without a line, also in Arabic digits', () => {
    const draft = draftOf(order, {
      lines: [
        { quantity: '١', amount: '٥٠٠' },
        { quantity: '0', amount: '' },
      ],
      other: '50',
      reason: ' مكسور ',
      restock: true,
    });
    expect(readRefundDraft(draft, order)).toEqual({
      ok: true,
      value: {
        amount_minor: 550,
        reason: 'مكسور',
        restock: true,
        lines: [
          { order_item_id: 'l0', quantity: 1, amount_minor: 500 },
          { order_item_id: null, quantity: 0, amount_minor: 50 },
        ],
      },
    });
    expect(typedTotalMinor(draft, 0)).toBe(550);
  });

  it('restocks nothing when no piece is returned', () => {
    const draft = draftOf(order, {
      lines: [
        { quantity: '0', amount: '100' },
        { quantity: '0', amount: '' },
      ],
      restock: true,
    });
    expect(readRefundDraft(draft, order)).toMatchObject({ ok: true, value: { restock: false } });
  });

  it.each([
    [[{ quantity: '3', amount: '500' }], 'lines.0.quantity', 'quantity_range'],
    [[{ quantity: 'x', amount: '500' }], 'lines.0.quantity', 'quantity_range'],
    [[{ quantity: '1', amount: '5x' }], 'lines.0.amount', 'not_a_number'],
    [[{ quantity: '1', amount: '5.5' }], 'lines.0.amount', 'too_many_decimals'],
    [[{ quantity: '1', amount: '-5' }], 'lines.0.amount', 'negative'],
    [[{ quantity: '1', amount: '1501' }], 'root', 'over_max'],
    [[{ quantity: '1', amount: '' }], 'root', 'nothing'],
    [[], 'root', 'nothing'],
  ] as const)('of the lines %j is refused at %s: %s', (lines, field, code) => {
    const draft = draftOf(order, { lines: [...lines] });
    expect(readRefundDraft(draft, order)).toEqual({ ok: false, problems: [{ field, code }] });
  });
});

describe('a refund by amount', () => {
  const order = orderOf({
    lines: [{ quantity: 1, totalMinor: 1_050 }],
    paidMinor: 1_000,
    refundedMinor: 200,
    decimals: 2,
  });

  it('sends only the amount', () => {
    const draft = draftOf(order, {
      by: 'amount',
      amount: '8',
      lines: [{ quantity: '1', amount: '3' }],
      restock: true,
    });
    expect(readRefundDraft(draft, order)).toEqual({
      ok: true,
      value: { amount_minor: 800, reason: null, restock: false, lines: [] },
    });
  });

  it.each([
    ['8.01', 'over_max'],
    ['', 'no_amount'],
    ['0', 'no_amount'],
    ['1.234', 'too_many_decimals'],
    ['90071992547409.92', 'too_large'],
  ])('of %j is refused: %s (REF-1)', (amount, code) => {
    expect(readRefundDraft(draftOf(order, { by: 'amount', amount }), order)).toMatchObject({
      ok: false,
      problems: [{ field: 'amount', code }],
    });
  });

  it('is refused at the field `reason` if the reason is too long', () => {
    const draft = draftOf(order, { by: 'amount', amount: '1', reason: 'x'.repeat(1_001) });
    expect(readRefundDraft(draft, order)).toEqual({
      ok: false,
      problems: [{ field: 'reason', code: 'too_long' }],
    });
  });
});

describe('any typed refund', () => {
  it('that is accepted fits the contract and never exceeds paid minus refunded (REF-1, REF-6)', () => {
    const text = fc.oneof(fc.nat({ max: 2_000 }).map(String), fc.constantFrom('', 'x', '-1', '١٢', '3.5'));
    fc.assert(
      fc.property(
        someLines,
        fc.array(fc.record({ quantity: text, amount: text }), { maxLength: 8 }),
        fc.record({ by: fc.constantFrom('lines' as const, 'amount' as const), amount: text, other: text }),
        fc.nat({ max: 5_000 }),
        (lines, typed, more, paidMinor) => {
          const order = orderOf({ lines, paidMinor });
          const reading = readRefundDraft(draftOf(order, { ...more, lines: typed }), order);
          if (!reading.ok) return;
          expect(CreateRefundBody.parse(reading.value)).toEqual(reading.value);
          expect(reading.value.amount_minor).toBeLessThanOrEqual(refundableMinor(order));
        },
      ),
    );
  });
});

describe('why nothing can be refunded', () => {
  const lines = [{ quantity: 1, totalMinor: 100 }];
  it.each([
    [{ lines, source: 'pos' }, 'pos'],
    [{ lines, paidMinor: 0 }, 'unpaid'],
    [{ lines, refundedMinor: 100 }, 'all_refunded'],
    [{ lines, paidMinor: 1 }, null],
  ])('%j: %s (REF-1, REF-2)', (facts, why) => expect(whyNotRefundable(orderOf(facts))).toBe(why));
});
