import { expect, it } from 'vitest';
import { refusalProblems } from './refusal-problems';

it('each part of a refusal stands at the field or line it belongs to', () => {
  const fields = [
    { path: 'items.1.unit_price_minor', message: 'too low' },
    { path: 'shipping_address.province', message: 'unknown' },
    { path: 'currency', message: 'no field of the form' },
  ];
  expect(refusalProblems({ code: 'invalid', status: 400, fields })).toEqual([
    { field: 'lines.1.price', key: 'price' },
    { field: 'address.province', key: 'province' },
  ]);
});

it('a line without stock says what is there, and a disabled payment method is that field’s', () => {
  const refused = { code: 'refused' as const, status: 409, fields: [], requestId: null, currentStatus: null };
  const lines = [{ index: 2, variant_id: 'var_1', requested: 5, available: 3 }];
  expect(refusalProblems({ ...refused, reason: 'insufficient_stock', lines })).toEqual([
    { field: 'lines.2.quantity', key: 'stock', requested: 5, available: 3 },
  ]);
  expect(refusalProblems({ ...refused, reason: 'payment_method_disabled', lines: [] })).toEqual([
    { field: 'paymentMethod', key: 'paymentMethod' },
  ]);
});
