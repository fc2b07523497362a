'use client';

import { useRight, useRoleText } from '@/components/ui/role-context';
import type { Right } from '@/lib/shared/roles/roles';
import { MissingScope } from './missing-scope';

/**
 * Explains below a disabled action that the person's role does not allow it, as MissingScope does for a scope. Shows
 * nothing if the role has the right.
 */
export function RoleNote({ id, needs }: { id?: string; needs: Right }) {
  const isAllowed = useRight(needs);
  const text = useRoleText();
  return isAllowed ? null : <MissingScope id={id}>{text}</MissingScope>;
}
