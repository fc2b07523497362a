'use client';

import { createContext, useContext } from 'react';
import { useTranslations } from 'next-intl';
import { useNewestRole } from '@/components/ui/newest-role';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { hasRight, type Right, type Role } from '@/lib/shared/roles/roles';

/**
 * Role of the user of this browser tab at the time when the page was rendered. The server checks the role again for
 * each request (S35).
 */
export const RoleContext = createContext<Role>('viewer');

/**
 * Returns the role of the user of this browser tab, as last sent by the server. The server sends it with the page, and
 * again when it changes.
 */
export function useRole(): Role {
  const ofPage = useContext(RoleContext);
  return useNewestRole() ?? ofPage;
}

/** Returns true if the user's role has the right, so the action may be offered. */
export function useRight(right: Right): boolean {
  return hasRight(useRole(), right);
}

/**
 * Returns true if an action is disabled, because the user's role lacks the right or the app lacks a scope.
 */
export function useIsOff(needs: Right, ...scopes: string[]): boolean {
  const isMissing = useMissingScopes(...scopes).length > 0;
  return !useRight(needs) || isMissing;
}

/** Returns the sentence that names the user's role and says who can change the role. */
export function useRoleText(): string {
  const t = useTranslations('problem.no_right');
  const role = useRole();
  return t('why', { role: t(`role.${role}`) });
}
