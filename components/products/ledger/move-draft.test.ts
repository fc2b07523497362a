import { describe, expect, it } from 'vitest';
import { type MoveDraft, readMove } from './move-draft';

const draft: MoveDraft = {
  direction: 'add',
  quantity: '5',
  reason: 'correction',
  location: 'loc_1',
  note: '',
};

describe('INV-2: reading a typed stock change', () => {
  it('stock that is added or removed is parsed correctly, in Latin and Arabic digits', () => {
    expect(readMove('var_1', draft)).toEqual({
      ok: true,
      movement: { variant_id: 'var_1', location_id: 'loc_1', delta: 5, reason: 'correction', note: null },
    });
    expect(
      readMove('var_1', {
        ...draft,
        direction: 'take',
        quantity: ' ١٢ ',
        location: ' loc_2 ',
        note: ' broken ',
        reason: 'damage',
      }),
    ).toEqual({
      ok: true,
      movement: { variant_id: 'var_1', location_id: 'loc_2', delta: -12, reason: 'damage', note: 'broken' },
    });
  });

  it.each(['', '0', '-3', '1.5', 'five', '1e3', '+4'])('%j is refused as a quantity', (quantity) => {
    expect(readMove('var_1', { ...draft, quantity })).toEqual({
      ok: false,
      problem: { quantity: 'not_whole' },
    });
  });

  it('all problems are reported at the same time', () => {
    const wrong = { ...draft, quantity: '1000001', location: 'a b', note: 'x'.repeat(1_001) };
    expect(readMove('var_1', wrong)).toEqual({
      ok: false,
      problem: { quantity: 'too_many', location: 'not_an_id', note: 'too_long' },
    });
    expect(readMove('var_1', { ...draft, location: ' ' })).toEqual({
      ok: false,
      problem: { location: 'missing' },
    });
  });
});
