import { describe, expect, it } from 'vitest';
import { isTypedSheet, restoreNewSheet, startSheet } from './new-sheet-draft';

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
    for (const part of [{ carrierId: 'omar' }, { day: '2026-11-29' }, { note: 'x' }, { leftOut: ['ord_2'] }])
      expect(isTypedSheet({ ...start, ...part }, start), JSON.stringify(part)).toBe(true);
  });
});
