import { describe, expect, it } from 'vitest';
import { rightOfStatus, rightsOfOrderChange } from '@/lib/installs/roles/rights-of-changes';
import { PatchOrderBody, settableOrderStatuses } from '@/lib/platform/contract/orders';
import { refusalOf } from '@/lib/shared/roles/roles';

describe('S35: the right of a change', () => {
  it('to a status is `fulfil`, and `cancel` for a cancellation only', () => {
    const cancelling = settableOrderStatuses.filter((status) => rightOfStatus(status) === 'cancel');
    expect(cancelling).toEqual(['cancelled']);
    expect(settableOrderStatuses.filter((status) => rightOfStatus(status) === 'fulfil')).toHaveLength(
      settableOrderStatuses.length - 1,
    );
  });

  it('to an order is the right for each changed part: a packer may tag the order, but not change its note', () => {
    const needed = (change: object) => rightsOfOrderChange(PatchOrderBody.parse(change));
    expect(refusalOf('packer', needed({ tags: { add: ['x'] }, attributes: { x: 'y' } }))).toBeNull();
    expect(refusalOf('packer', needed({ note: 'x' }))).toMatchObject({ right: 'edit_orders' });
    expect(refusalOf('packer', needed({ tags: { add: ['x'] }, note: null }))).toMatchObject({
      right: 'edit_orders',
    });
    expect(refusalOf('viewer', needed({}))).toMatchObject({ right: 'tag_orders' });
  });
});
