/** The roles that an owner gives to the staff of a store, from the most rights to the fewest (S35). */
export const roles = ['owner', 'manager', 'packer', 'viewer'] as const;
export type Role = (typeof roles)[number];

/**
 * The rights that a page, an action or a request can need.
 *
 * - `read`: screens and lists without personal data; every role has it
 * - `see_personal_data`: name, phone, address and notes of customers, searching by them, and printed documents
 * - `export`: files with many rows
 * - `save_views`: saved views of the orders list
 * - `tag_orders`: tags and attributes of an order
 * - `edit_orders`: notes, and decisions about writes with an unknown outcome
 * - `agree_prices`: new orders and quotes with their prices and discounts
 * - `refund`: refunds
 * - `cancel`: cancellations of orders
 * - `fulfil`: packing, shipping, and all status changes except cancellations
 * - `edit_stock`: stock movements
 * - `see_cash`: the cash notebook: which carrier owes how much, and the postings
 * - `post_cash`: postings of the cash notebook, their undo, and carriers
 * - `change_settings`: settings, the webhook subscription and its secret, signing out other users, imports
 * - `disconnect`: deleting the webhook subscription
 * - `change_roles`: roles of users and the default role
 */
export const rights = [
  'read',
  'see_personal_data',
  'export',
  'save_views',
  'tag_orders',
  'edit_orders',
  'agree_prices',
  'refund',
  'cancel',
  'fulfil',
  'edit_stock',
  'see_cash',
  'post_cash',
  'change_settings',
  'disconnect',
  'change_roles',
] as const;
export type Right = (typeof rights)[number];

/** The rights of each role. A right that is not in the list is refused. */
export const rightsOf: Record<Role, readonly Right[]> = {
  owner: rights,
  manager: rights.filter((right) => right !== 'disconnect' && right !== 'change_roles'),
  packer: ['read', 'see_personal_data', 'save_views', 'tag_orders', 'fulfil'],
  viewer: ['read'],
};

export function hasRight(role: Role, right: Right): boolean {
  return rightsOf[role].includes(right);
}

/**
 * Response to a request for which the user's role lacks a right. `role` is the role at the time of the request. The
 * page may still show an earlier role.
 */
export type NoRight = { code: 'no_right'; status: 403; right: Right; role: Role };

/** Returns the refusal for the first of the given rights that the role does not have; null if it has all of them. */
export function refusalOf(role: Role, needed: readonly Right[]): NoRight | null {
  const right = needed.find((one) => !hasRight(role, one));
  return right === undefined ? null : { code: 'no_right', status: 403, right, role };
}

/**
 * Returns a refusal with only the fields `code`, `status`, `right` and `role`, so that no other data of the object is
 * sent to the browser.
 */
export function noRightOf({ right, role }: NoRight): NoRight {
  return { code: 'no_right', status: 403, right, role };
}

/**
 * Parses a stored role. Returns viewer, which has the fewest rights, if the running version of the app does not have
 * the stored role.
 */
export function readRole(stored: string): Role {
  return roles.find((role) => role === stored) ?? 'viewer';
}
