'use client';

import { createContext, useContext } from 'react';
import { useTranslations } from 'next-intl';
import { useNewestRole } from '@/components/ui/newest-role';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { hasRight, type Right, type Role } from '@/lib/shared/roles/roles';

/** Role of the person of this tab, as of the page. The server decides each time (S35). */
export const RoleContext = createContext<Role>('viewer');

/** Returns the role of the person of this tab: the page's, or a newer one that the server named since. */
export function useRole(): Role {
  const ofPage = useContext(RoleContext);
  return useNewestRole() ?? ofPage;
}

/** Whether an action that needs this right may be offered. */
export function useRight(right: Right): boolean {
  return hasRight(useRole(), right);
}

/** Whether an action is off: the person's role lacks the right, or the app lacks one of the scopes. */
export function useIsOff(needs: Right, ...scopes: string[]): boolean {
  const isMissing = useMissingScopes(...scopes).length > 0;
  return !useRight(needs) || isMissing;
}

/** Returns the sentence that says the person's role and who can change it. */
export function useRoleText(): string {
  const t = useTranslations('problem.no_right');
  const role = useRole();
  return t('why', { role: t(`role.${role}`) });
}
