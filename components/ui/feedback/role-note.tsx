'use client';

import { useRight } from '@/components/ui/role-context';
import type { Right } from '@/lib/shared/roles/roles';
import { MissingScope } from './missing-scope';

/**
 * Explains below a disabled action that the user's role does not allow it. Shows nothing if the role has the
 * right `needs`.
 */
export function RoleNote({ id, needs }: { id?: string; needs: Right }) {
  return useRight(needs) ? null : (
    <MissingScope id={id} needs={needs}>
      {null}
    </MissingScope>
  );
}
