import type { PatchOrderBody, SettableOrderStatus } from '@/lib/platform/contract/orders';
import type { Right } from '@/lib/shared/roles/roles';

/** The right that a user needs to set each status of an order. The code does not compile if a status has no right. */
const statusRights: Record<SettableOrderStatus, Right> = {
  placed: 'fulfil',
  approved: 'fulfil',
  processing: 'fulfil',
  shipped: 'fulfil',
  delivered: 'fulfil',
  delivered_failed: 'fulfil',
  returned: 'fulfil',
  cancelled: 'cancel',
};

/** The right that a user needs to change each part of an order. */
const partRights: Record<keyof PatchOrderBody, Right> = {
  note: 'edit_orders',
  tags: 'tag_orders',
  attributes: 'tag_orders',
};

/** Returns the right that a change of the order's status needs. */
export function rightOfStatus(status: SettableOrderStatus): Right {
  return statusRights[status];
}

/** Returns the rights that a change of the order needs, at least the right to tag it. */
export function rightsOfOrderChange(change: PatchOrderBody): readonly [Right, ...Right[]] {
  const parts = Object.keys(partRights) as (keyof PatchOrderBody)[];
  const needed = parts.filter((part) => change[part] !== undefined).map((part) => partRights[part]);
  return ['tag_orders', ...needed];
}
