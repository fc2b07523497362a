import { describe, expect, it } from 'vitest';
import type { CarrierView } from '@/lib/cash/cash-view';
import { draftOfCarrier, restoreCarrier } from './carrier-draft';

const aramex: CarrierView = {
  id: 'a',
  name: 'Aramex',
  phone: '0944 123 456',
  callNumber: null,
  trackingUrl: '',
  fee: { amount_minor: 250, currency: 'USD', decimals: 2 },
  isArchived: false,
};
const saved = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the form of a carrier that was typed before a reload', () => {
  const typed = { ...draftOfCarrier(aramex, 2), name: 'Aramex Damascus', fee: '3' };

  it('is restored while the stored carrier has the same values', () => {
    expect(restoreCarrier(saved(typed), aramex, [aramex])).toEqual(typed);
  });

  it.each([
    { name: 'Aramex Syria' },
    { phone: '' },
    { trackingUrl: 'x' },
    { fee: null },
    { isArchived: true },
  ])('is not restored if the stored carrier has changed: %j', (change) => {
    const now = { ...aramex, ...change };
    expect(restoreCarrier(saved(typed), now, [now])).toBeNull();
  });

  it('is not restored for another carrier', () => {
    expect(restoreCarrier(saved(typed), { ...aramex, id: 'b' }, [])).toBeNull();
  });
});

describe('a new carrier that was typed before a reload', () => {
  const typed = { ...draftOfCarrier(null, 2), name: 'Qadmous' };

  it('is restored with its id, so that it is not stored twice', () => {
    expect(restoreCarrier(saved(typed), null, [aramex])).toEqual(typed);
  });

  it('is not restored if it is already stored', () => {
    expect(restoreCarrier(saved(typed), null, [aramex, { id: typed.carrierId }])).toBeNull();
  });

  it.each([null, 1, [], {}, { ...typed, fee: 3 }, { ...typed, seen: 1 }])(
    'is not restored from another value: %j',
    (value) => {
      expect(restoreCarrier(value, null, [])).toBeNull();
    },
  );
});

describe('the form of a carrier', () => {
  it('begins with the stored values', () => {
    expect(draftOfCarrier(aramex, 2)).toEqual({
      carrierId: 'a',
      name: 'Aramex',
      phone: '0944 123 456',
      trackingUrl: '',
      fee: '2.50',
      isArchived: false,
      seen: { name: 'Aramex', phone: '0944 123 456', trackingUrl: '', feeMinor: 250, isArchived: false },
    });
  });

  it('begins empty for a new carrier', () => {
    expect(draftOfCarrier(null, 2)).toMatchObject({ name: '', phone: '', fee: '0.00', seen: null });
  });
});
