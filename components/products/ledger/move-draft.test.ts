import { describe, expect, it } from 'vitest';
import { type MoveDraft, readMove, reasonOf, reasonsOf, type ShownStock } from './move-draft';

const draft: MoveDraft = {
  direction: 'add',
  quantity: '5',
  reason: 'correction',
  location: 'loc_1',
  note: '',
};

const stock: ShownStock = { quantity: 12, seen: 12, isOutdated: false };

describe('INV-2: reading a typed stock change', () => {
  it('stock that is added or removed is parsed correctly, in Latin and Arabic digits', () => {
    expect(readMove('var_1', draft, stock)).toEqual({
      ok: true,
      movement: { variant_id: 'var_1', location_id: 'loc_1', delta: 5, reason: 'correction', note: null },
    });
    expect(
      readMove(
        'var_1',
        {
          ...draft,
          direction: 'take',
          quantity: ' ١٢ ',
          location: ' loc_2 ',
          note: ' broken ',
          reason: 'damage',
        },
        stock,
      ),
    ).toEqual({
      ok: true,
      movement: { variant_id: 'var_1', location_id: 'loc_2', delta: -12, reason: 'damage', note: 'broken' },
    });
  });

  it.each(['', '0', '-3', '1.5', 'five', '1e3', '+4'])('%j is refused as a quantity', (quantity) => {
    expect(readMove('var_1', { ...draft, quantity }, stock)).toEqual({
      ok: false,
      problem: { quantity: 'not_whole' },
    });
  });

  it('all problems are reported at the same time', () => {
    const wrong = { ...draft, quantity: '1000001', location: 'a b', note: 'x'.repeat(1_001) };
    expect(readMove('var_1', wrong, stock)).toEqual({
      ok: false,
      problem: { quantity: 'too_many', location: 'not_an_id', note: 'too_long' },
    });
    expect(readMove('var_1', { ...draft, location: ' ' }, stock)).toEqual({
      ok: false,
      problem: { location: 'missing' },
    });
  });
});

describe('INV-2: reading a new stock after a count', () => {
  const set = (quantity: string, shown: Partial<ShownStock> = {}) => {
    const read = readMove('var_1', { ...draft, direction: 'set', quantity }, { ...stock, ...shown });
    return read.ok ? read.movement.delta : read.problem;
  };

  it('the movement is the difference to the stock on the screen', () => {
    expect(set('15')).toBe(3);
    expect(set(' ٩ ')).toBe(-3);
    expect(set('0')).toBe(-12);
    expect(set('3', { quantity: -2, seen: -2 })).toBe(5);
  });

  it('a count that equals the stock sends nothing', () => {
    expect(set('12')).toEqual({ quantity: 'unchanged' });
    expect(set('10', { quantity: 10 })).toEqual({ quantity: 'unchanged' });
  });

  it('a hidden or unknown stock has no difference', () => {
    expect(set('15', { quantity: null, seen: null })).toEqual({ quantity: 'stock_unknown' });
  });

  it('a stock that is older than a known movement sends nothing', () => {
    expect(set('15', { isOutdated: true })).toEqual({ quantity: 'stock_updating' });
  });

  it('a stock that has changed since the user typed sends nothing until the user knows the new difference', () => {
    expect(set('15', { quantity: 10 })).toEqual({ quantity: 'stock_changed' });
    expect(set('15', { quantity: 10, seen: 10 })).toBe(5);
  });

  it.each(['', '-3', '1.5', 'five', '1e3', '+4'])('%j is refused as a new stock', (quantity) => {
    expect(set(quantity)).toEqual({ quantity: 'not_a_count' });
  });

  it('a stock or a difference of more than a million pieces is refused', () => {
    expect(set('1000001')).toEqual({ quantity: 'too_many' });
    expect(set('999999', { quantity: -20, seen: -20 })).toEqual({ quantity: 'too_many' });
  });

  it('a changed or outdated stock does not matter for pieces that are added', () => {
    const shown = { quantity: 10, seen: 12, isOutdated: true };
    expect(readMove('var_1', draft, shown)).toMatchObject({ ok: true, movement: { delta: 5 } });
  });
});

it('damage adds no pieces, a return and a first count remove none, and a new stock is no damage or return', () => {
  expect(reasonsOf('add')).toEqual(['correction', 'return', 'initial']);
  expect(reasonsOf('take')).toEqual(['correction', 'damage']);
  expect(reasonsOf('set')).toEqual(['correction', 'initial']);
});

it('a chosen reason that a direction does not allow is a correction there, and is back with the earlier direction', () => {
  const damage: MoveDraft = { ...draft, reason: 'damage' };
  expect(reasonOf({ ...damage, direction: 'take' })).toBe('damage');
  expect(reasonOf(damage)).toBe('correction');
  expect(readMove('var_1', damage, stock)).toMatchObject({ ok: true, movement: { reason: 'correction' } });
});
