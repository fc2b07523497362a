import { expect, it } from 'vitest';
import { refusalProblems } from './refusal-problems';

it('each part of a refusal is shown at the form field or order line that caused it', () => {
  const fields = [
    { path: 'items.1.unit_price_minor', message: 'too low' },
    { path: 'shipping_address.province', message: 'unknown' },
    { path: 'tax', message: 'no field of the form' },
  ];
  expect(refusalProblems({ code: 'invalid', status: 400, fields })).toEqual([
    { field: 'lines.1.price', key: 'price' },
    { field: 'address.province', key: 'province' },
  ]);
});

it('the text about a refused province names the list of the store only if the store has one', () => {
  const fields = [{ path: 'shipping_address.province', message: 'unknown' }];
  const refused = { code: 'invalid' as const, status: 400 as const, fields };
  expect(refusalProblems(refused, true)).toEqual([{ field: 'address.province', key: 'province' }]);
  expect(refusalProblems(refused, false)).toEqual([{ field: 'address.province', key: 'other' }]);
});

it('a line without stock shows the available quantity, and a disabled payment method is reported at the payment method field', () => {
  const refused = { code: 'refused' as const, status: 409, fields: [], requestId: null, currentStatus: null };
  const lines = [{ index: 2, variant_id: 'var_1', requested: 5, available: 3 }];
  expect(refusalProblems({ ...refused, reason: 'insufficient_stock', lines })).toEqual([
    { field: 'lines.2.quantity', key: 'stock', requested: 5, available: 3 },
  ]);
  expect(refusalProblems({ ...refused, reason: 'payment_method_disabled', lines: [] })).toEqual([
    { field: 'paymentMethod', key: 'paymentMethod' },
  ]);
  expect(refusalProblems({ ...refused, reason: 'currency_not_allowed', lines: [] })).toEqual([
    { field: 'currency', key: 'currency' },
  ]);
});

it.each([
  ['variant_not_found', 'notFound'],
  ['variant_unavailable', 'unavailable'],
  ['invalid_request', 'name'],
])(
  'a line refused with %s shows the reason, so that the merchant can remove it or make it a custom line',
  (reason, key) => {
    const refused = {
      code: 'refused' as const,
      status: 409,
      requestId: null,
      currentStatus: null,
      lines: [],
    };
    const fields = [{ path: 'items.1.variant_id', message: '' }];
    expect(refusalProblems({ ...refused, reason, fields })).toEqual([{ field: 'lines.1.name', key }]);
  },
);
