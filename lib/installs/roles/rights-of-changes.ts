import type { PatchOrderBody, SettableOrderStatus } from 'commerce-platform-client/contract/orders';
import type { Right } from '@/lib/shared/roles/roles';

/**
 * The right that a user needs to set each status of an order. If a status has no right here, the code does not compile.
 */
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

/** Returns the right that a user needs to set an order to the given status. */
export function rightOfStatus(status: SettableOrderStatus): Right {
  return statusRights[status];
}

/** Returns the rights that a change of an order needs. The right to tag orders is always needed. */
export function rightsOfOrderChange(change: PatchOrderBody): readonly [Right, ...Right[]] {
  const parts = Object.keys(partRights) as (keyof PatchOrderBody)[];
  const needed = parts.filter((part) => change[part] !== undefined).map((part) => partRights[part]);
  return ['tag_orders', ...needed];
}
