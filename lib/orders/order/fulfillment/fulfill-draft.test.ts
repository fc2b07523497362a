import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import {
  effectOnOrder,
  type FulfillDraft,
  readFulfillDraft,
  readTrackingDraft,
  readPart,
  remainingQuantities,
  trackingOf,
  wholeRest,
} from './fulfill-draft';

type Shipment = { status: string; quantities: number[] };

/** Makes an order with lines l0, l1, … of the given quantities. The given shipments contain a part of each quantity. */
function orderOf(quantities: number[], shipments: Shipment[] = []) {
  return {
    items: quantities.map((quantity, index) => ({ id: `l${index}`, quantity })),
    fulfillments: shipments.map((shipment) => ({
      status: shipment.status,
      lines: shipment.quantities.map((quantity, index) => ({ order_item_id: `l${index}`, quantity })),
    })),
  } as OrderDetail;
}

const draft = (quantities: string[], more: Partial<FulfillDraft> = {}): FulfillDraft => ({
  ...wholeRest(orderOf([])),
  lines: quantities.map((quantity) => ({ quantity })),
  ...more,
});

const order = orderOf(
  [5, 2, 1],
  [
    { status: 'shipped', quantities: [2, 2, 0] },
    { status: 'cancelled', quantities: [3, 0, 1] },
  ],
);

describe('a new shipment', () => {
  it('starts with all quantities that no active shipment covers; a cancelled shipment does not count (FUL-4)', () => {
    expect(remainingQuantities(order)).toEqual([3, 0, 1]);
    expect(wholeRest(order).lines).toEqual([{ quantity: '3' }, { quantity: '0' }, { quantity: '1' }]);
  });

  it('sends the typed quantities, also in Arabic digits, and leaves out lines with nothing to ship', () => {
    expect(
      readFulfillDraft(draft(['٢', '9', '0'], { provider: '  Qadmous ', trackingNumber: '' }), order),
    ).toEqual({
      ok: true,
      value: {
        status: 'shipped',
        provider: 'Qadmous',
        tracking_number: null,
        lines: [{ order_item_id: 'l0', quantity: 2 }],
      },
    });
  });

  it.each([
    [['4', '0', '0'], 'lines.0.quantity', 'quantity_range'],
    [['-1', '0', '1'], 'lines.0.quantity', 'quantity_range'],
    [['1.5', '0', '1'], 'lines.0.quantity', 'quantity_range'],
    [['', '0', '1'], 'lines.0.quantity', 'quantity_range'],
    [['0', '0', '0'], 'root', 'nothing'],
  ])('with the quantities %j is refused at %s: %s', (quantities, field, code) => {
    expect(readFulfillDraft(draft(quantities), order)).toEqual({ ok: false, problems: [{ field, code }] });
  });

  it('reports each text that is too long at its field', () => {
    const long = 'x'.repeat(256);
    expect(readFulfillDraft(draft(['1', '0', '0'], { provider: long, trackingNumber: long }), order)).toEqual(
      {
        ok: false,
        problems: [
          { field: 'provider', code: 'too_long' },
          { field: 'trackingNumber', code: 'too_long' },
        ],
      },
    );
  });

  it('never sends more than the remaining quantity, and its initial quantities are always accepted (FUL-1)', () => {
    const quantity = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(fc.array(fc.tuple(quantity, quantity, quantity), { minLength: 1 }), (lines) => {
        const ordered = lines.map(([one, two]) => one + two + 1);
        const partlyShipped = orderOf(ordered, [
          { status: 'pending', quantities: lines.map(([one]) => one) },
        ]);
        const rest = readFulfillDraft(wholeRest(partlyShipped), partlyShipped);
        expect(rest.ok && rest.value.lines.map((line) => line.quantity)).toEqual(
          lines.map(([, two]) => two + 1),
        );
        const typed = readFulfillDraft(draft(lines.map(([, , three]) => String(three))), partlyShipped);
        if (typed.ok)
          for (const line of typed.value.lines)
            expect(line.quantity).toBeLessThanOrEqual(
              remainingQuantities(partlyShipped)[Number(line.order_item_id.slice(1))] ?? 0,
            );
      }),
    );
  });
});

describe("a change of a shipment's tracking", () => {
  const current = trackingOf({ provider: 'Qadmous', tracking_number: null });

  it.each([
    [{ provider: ' Qadmous ', tracking_number: '' }, {}],
    [{ provider: 'Qadmous', tracking_number: ' T1 ' }, { tracking_number: 'T1' }],
    [{ provider: ' ', tracking_number: '' }, { provider: null }],
  ])('%j sends only the changed fields, and null for a deleted text: %j', (typed, value) => {
    expect(readTrackingDraft(typed, current)).toEqual({ ok: true, value });
  });

  it('is refused at each field whose text is too long', () => {
    const [fits, long] = ['x'.repeat(255), 'x'.repeat(256)];
    expect(readTrackingDraft({ provider: fits, tracking_number: long }, current)).toEqual({
      ok: false,
      problems: [{ field: 'tracking_number', code: 'too_long' }],
    });
  });
});

describe('the effect of a new shipment on the order status', () => {
  it.each([
    ['shipped', ['3', '0', '1'], 'ships'],
    ['shipped', ['3', 'x', '1'], 'ships'],
    ['shipped', ['2', '0', '1'], 'waits_for_rest'],
    ['shipped', ['x', '0', '1'], 'waits_for_rest'],
    ['pending', ['3', '0', '1'], 'booked'],
    ['pending', ['1', '0', '0'], 'booked'],
  ] as const)('%s with the quantities %j: %s (FUL-3)', (status, quantities, effect) => {
    const approved = { ...order, status: 'approved' };
    expect(effectOnOrder(draft([...quantities], { status }), approved)).toBe(effect);
  });

  it.each([
    ['processing', 'ships'],
    ['delivered_failed', 'ships'],
    ['placed', 'ships_if_allowed'],
    ['delivered', 'ships_if_allowed'],
    ['on_hold', 'ships_if_allowed'],
  ])('the last pieces of an order that is %s: %s', (status, effect) => {
    expect(effectOnOrder(draft(['3', '0', '1'], { status: 'shipped' }), { ...order, status })).toBe(effect);
  });
});

describe('a typed part of a quantity', () => {
  it.each([
    ['0', 3, 0],
    ['٣', 3, 3],
    ['4', 3, null],
    ['', 3, null],
    ['1e0', 3, null],
  ])('%j of at most %i is read as %j', (text, max, part) => expect(readPart(text, max)).toBe(part));
});
