'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { setNewestRole } from '@/components/ui/newest-role';
import { useToast } from '@/components/ui/feedback/toast';
import type { RoleChange, SetRoleCommand, SetRoleOutcome } from '@/lib/installs/roles/role-commands';
import type { ActionOf } from '@/lib/shared/action-of';

/** Server action that changes a role. The page passes it in. */
export type SetRole = ActionOf<typeof SetRoleCommand, SetRoleOutcome | { code: string }>;

/** A requested role change, and the role change that undoes it. */
export type PendingChange = { change: RoleChange; undo: RoleChange; name: string };

/** Returns a key that says whose role a change concerns: one person's role, or the default role. */
export const keyOf = (change: RoleChange) => (change.of === 'person' ? `person ${change.sub}` : 'default');

/**
 * Changes roles, one at a time. A chosen role is saved immediately, and a toast offers to undo the change.
 * Three kinds of change first ask for confirmation: a person becomes an owner, an owner gives up their own
 * ownership, or the default role changes.
 */
export function useSetRole(installId: string, setRole: SetRole, ownSub: string | null) {
  const router = useRouter();
  const toast = useToast();
  const t = useTranslations('settings.people');
  const [pending, setPending] = useState<PendingChange | null>(null);
  const [saving, setSaving] = useState<RoleChange | null>(null);
  const [problem, setProblem] = useState<{ key: string; code: string } | null>(null);

  const save = async ({ change, undo, name }: PendingChange, isUndo = false): Promise<void> => {
    setPending(null);
    setProblem(null);
    setSaving(change);
    const outcome = await setRole({ installId, change }).catch(() => ({ code: 'no_answer' }));
    setSaving(null);
    noteAnswer(outcome);
    if (!('ownRole' in outcome)) return setProblem({ key: keyOf(change), code: outcome.code });
    setNewestRole(outcome.ownRole);
    router.refresh();
    if (isUndo) return toast({ text: t('role.undone') });
    // A user who has just given up ownership has lost the right to change roles, so the toast does not offer Undo.
    const canUndo = outcome.ownRole === 'owner';
    const action = {
      label: t('role.undo'),
      onPress: () => void save({ change: undo, undo: change, name }, true),
    };
    toast({ text: t('role.saved'), ...(canUndo && { action }) });
  };
  return {
    pending,
    saving,
    problem,
    choose(request: PendingChange, isOwnerNow: boolean) {
      if (isDangerous(request.change, { ownSub, isOwnerNow })) setPending(request);
      else void save(request);
    },
    confirm: () => pending && void save(pending),
    cancel: () => setPending(null),
  };
}

/**
 * Returns true if the role change needs a confirmation. By mistake, such a change could give away the store, take away
 * the user's own rights, or change the rights of several people at once.
 */
function isDangerous(
  change: RoleChange,
  { ownSub, isOwnerNow }: { ownSub: string | null; isOwnerNow: boolean },
): boolean {
  if (change.of === 'default') return true;
  return change.role === 'owner' || (isOwnerNow && change.sub === ownSub);
}
