import { describe, expect, it } from 'vitest';
import { hasRight, readRole, refusalOf, rights, roles } from '@/lib/shared/roles/roles';

/**
 * The roles that must have each right. The test has a list of its own, so that a mistake in the code under test cannot
 * change the expected roles.
 */
const matrix: Record<(typeof rights)[number], string> = {
  read: 'owner manager packer viewer',
  see_personal_data: 'owner manager packer',
  export: 'owner manager',
  save_views: 'owner manager packer',
  tag_orders: 'owner manager packer',
  edit_orders: 'owner manager',
  agree_prices: 'owner manager',
  refund: 'owner manager',
  cancel: 'owner manager',
  fulfil: 'owner manager packer',
  edit_stock: 'owner manager',
  see_cash: 'owner manager',
  post_cash: 'owner manager',
  change_settings: 'owner manager',
  disconnect: 'owner',
  change_roles: 'owner',
};

describe('S35: the rights of the roles', () => {
  it.each(rights)('exactly the expected roles have the right `%s`', (right) => {
    expect(roles.filter((role) => hasRight(role, right)).join(' ')).toBe(matrix[right]);
  });

  it('a refusal names the first missing right and the role', () => {
    expect(refusalOf('packer', ['read', 'fulfil'])).toBeNull();
    expect(refusalOf('packer', ['fulfil', 'refund', 'export'])).toEqual({
      code: 'no_right',
      status: 403,
      right: 'refund',
      role: 'packer',
    });
    expect(refusalOf('viewer', ['refund'])).toMatchObject({ right: 'refund', role: 'viewer' });
  });

  it('an unknown stored role has the rights of a viewer', () => {
    expect([readRole('manager'), readRole('admin'), readRole('')]).toEqual(['manager', 'viewer', 'viewer']);
  });
});
