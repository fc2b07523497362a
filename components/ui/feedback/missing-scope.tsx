'use client';

import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRight, useRoleText } from '@/components/ui/role-context';
import type { Right } from '@/lib/shared/roles/roles';

type MissingScopeProps = {
  id?: string | undefined;
  /**
   * Right that the action needs in addition to the scope. If the user's role lacks this right, the note says
   * so and does not show `children`.
   */
  needs?: Right;
  children: ReactNode;
};

/**
 * Note below a disabled action. The note explains which scope (permission of the app) is missing and how to
 * grant it. The disabled action stays visible.
 */
export function MissingScope({ id, needs = 'read', children }: MissingScopeProps) {
  const isAllowed = useRight(needs);
  const roleText = useRoleText();
  return (
    <p id={id} className="flex items-start gap-2 text-sm text-ink-soft">
      <Lock aria-hidden className="mt-1 size-3.5 shrink-0" />
      <span>{isAllowed ? children : roleText}</span>
    </p>
  );
}
