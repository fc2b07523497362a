import { describe, expect, it } from 'vitest';
import { isTypedSheet, restoreNewSheet, startSheet, typedCollect, withTypedCollect } from './new-sheet-draft';

const now = {
  orderIds: ['ord_1', 'ord_2'],
  drivers: [{ id: 'omar' }, { id: 'rima' }],
  today: '2026-11-28',
  toLeaveOut: ['ord_2'],
};
const typed = {
  orderIds: ['ord_1', 'ord_2'],
  carrierId: 'rima',
  day: '2026-11-29',
  note: 'ring twice',
  leftOut: ['ord_2'],
  collect: { ord_1: '12,50' },
};

describe('the input of a new delivery sheet that was typed before a reload', () => {
  it('is restored for the same orders', () => {
    expect(restoreNewSheet(JSON.parse(JSON.stringify(typed)), now)).toEqual(typed);
  });

  it('is not restored for other orders', () => {
    expect(restoreNewSheet(typed, { ...now, orderIds: ['ord_1'] })).toBeNull();
  });

  it('does not choose a driver who is no longer offered', () => {
    expect(restoreNewSheet(typed, { ...now, drivers: [] })).toEqual({ ...typed, carrierId: '' });
    expect(restoreNewSheet(typed, { ...now, drivers: [{ id: 'omar' }] })).toMatchObject({
      carrierId: 'omar',
    });
  });

  it('has no day in the past', () => {
    expect(restoreNewSheet(typed, { ...now, today: '2026-11-30' })).toMatchObject({ day: '2026-11-30' });
    expect(restoreNewSheet({ ...typed, day: '' }, now)).toMatchObject({ day: now.today });
  });

  it('has no amounts if the copy has none, or other values', () => {
    for (const collect of [undefined, null, 'x', { ord_1: 5 }]) {
      expect(restoreNewSheet({ ...typed, collect }, now)).toMatchObject({ carrierId: 'rima' });
      expect(restoreNewSheet({ ...typed, collect }, now)).not.toHaveProperty('collect');
    }
  });

  it('leaves out no order for which the reason is gone', () => {
    expect(restoreNewSheet(typed, { ...now, toLeaveOut: [] })).toMatchObject({ leftOut: [] });
  });

  it.each([null, 1, [], {}, { ...typed, note: 1 }, { ...typed, leftOut: null }])(
    'is not restored from another value: %j',
    (saved) => {
      expect(restoreNewSheet(saved, now)).toBeNull();
    },
  );
});

describe('the form of a new delivery sheet', () => {
  it('begins with today, and with the driver if there is only one', () => {
    expect(startSheet(now)).toMatchObject({ carrierId: '', day: now.today, note: '', leftOut: [] });
    expect(startSheet({ ...now, drivers: [{ id: 'omar' }] })).toMatchObject({ carrierId: 'omar' });
  });

  it('is typed only while it differs from its first values', () => {
    const start = startSheet(now);
    expect(isTypedSheet({ ...start, note: ' ' }, start)).toBe(false);
    expect(isTypedSheet({ ...start, collect: { ord_1: ' ' } }, start)).toBe(false);
    for (const part of [
      { carrierId: 'omar' },
      { day: '2026-11-29' },
      { note: 'x' },
      { leftOut: ['ord_2'] },
      { collect: { ord_1: '5' } },
    ])
      expect(isTypedSheet({ ...start, ...part }, start), JSON.stringify(part)).toBe(true);
  });
});

describe('the typed amount of an order of which a part was already sent', () => {
  const due = { amount_minor: 5_000, currency: 'USD', decimals: 2 };
  const order = {
    id: 'ord_1',
    number: '1001',
    customerName: null,
    pieces: null,
    due,
    partCarriers: ['Aramex'],
  };

  it('is at most the open amount, and may be 0', () => {
    const typedAs = (text: string) => typedCollect(order, { ord_1: text });
    expect(typedAs('١٢٫٥')).toEqual({ ...due, amount_minor: 1_250 });
    expect(typedAs('0')).toEqual({ ...due, amount_minor: 0 });
    expect(typedAs('50')).toEqual(due);
    for (const wrong of ['50.01', '-1', 'ten', '1.234']) expect(typedAs(wrong), wrong).toBe('invalid');
    expect([typedAs(' '), typedCollect(order, {}), typedCollect(order, undefined)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('makes the amount of the order certain, and counts for no other order', () => {
    expect(withTypedCollect(order, { ord_1: '20' })).toEqual({
      id: 'ord_1',
      number: '1001',
      customerName: null,
      pieces: null,
      due: { ...due, amount_minor: 2_000 },
    });
    expect(withTypedCollect(order, { ord_1: '60' })).toBe(order);
    const { partCarriers: _, ...whole } = order;
    expect(withTypedCollect(whole, { ord_1: '20' })).toBe(whole);
  });
});
