import { expect, it } from 'vitest';
import { rightOfBulk } from '@/lib/operations/bulk/bulk-right';

it('S35: a bulk run needs the same right as the action on one order', () => {
  expect(rightOfBulk({ kind: 'set_order_status', input: { status: 'cancelled' } })).toBe('cancel');
  expect(rightOfBulk({ kind: 'set_order_status', input: { status: 'shipped' } })).toBe('fulfil');
  expect(rightOfBulk({ kind: 'fulfill_orders', input: { status: 'pending', provider: null } })).toBe(
    'fulfil',
  );
  expect(rightOfBulk({ kind: 'remove_tags', input: { tags: ['x'] } })).toBe('tag_orders');
});
