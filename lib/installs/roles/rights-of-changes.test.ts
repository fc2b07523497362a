import { describe, expect, it } from 'vitest';
import { rightOfStatus, rightsOfOrderChange } from '@/lib/installs/roles/rights-of-changes';
import { PatchOrderBody, settableOrderStatuses } from 'commerce-platform-client/contract/orders';
import { refusalOf } from '@/lib/shared/roles/roles';

describe('S35: the right of a change', () => {
  it('of the status is `fulfil`, except that a cancellation needs `cancel`', () => {
    const cancelling = settableOrderStatuses.filter((status) => rightOfStatus(status) === 'cancel');
    expect(cancelling).toEqual(['cancelled']);
    expect(settableOrderStatuses.filter((status) => rightOfStatus(status) === 'fulfil')).toHaveLength(
      settableOrderStatuses.length - 1,
    );
  });

  it('of an order depends on the changed parts: a packer may tag the order, but not change its note', () => {
    const needed = (change: object) => rightsOfOrderChange(PatchOrderBody.parse(change));
    expect(refusalOf('packer', needed({ tags: { add: ['x'] }, attributes: { x: 'y' } }))).toBeNull();
    expect(refusalOf('packer', needed({ note: 'x' }))).toMatchObject({ right: 'edit_orders' });
    expect(refusalOf('packer', needed({ tags: { add: ['x'] }, note: null }))).toMatchObject({
      right: 'edit_orders',
    });
    expect(refusalOf('viewer', needed({}))).toMatchObject({ right: 'tag_orders' });
  });
});
