'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { noteRole, setNewestRole } from '@/components/ui/newest-role';
import { setSessionEnded } from '@/components/ui/feedback/session-end';
import { useToast } from '@/components/ui/feedback/toast';
import type { RoleChange, SetRoleCommand, SetRoleOutcome } from '@/lib/installs/roles/role-commands';
import type { ActionOf } from '@/lib/shared/action-of';

/** The server action that the page passes in. */
export type SetRole = ActionOf<typeof SetRoleCommand, SetRoleOutcome | { code: string }>;

/** A requested change, and the change that takes it back. */
export type AskedChange = { change: RoleChange; undo: RoleChange; name: string };

/** Key of the person or of the default in `problem` and `saving`. */
export const keyOf = (change: RoleChange) => (change.of === 'person' ? `person ${change.sub}` : 'default');

/**
 * Changes roles one at a time. A change is saved when it is chosen, and the toast takes it back. A change that gives or
 * takes ownership, or concerns everybody, is first asked about.
 */
export function useSetRole(installId: string, setRole: SetRole, ownSub: string | null) {
  const router = useRouter();
  const toast = useToast();
  const t = useTranslations('settings.people');
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const [saving, setSaving] = useState<RoleChange | null>(null);
  const [problem, setProblem] = useState<{ key: string; code: string } | null>(null);

  const save = async ({ change, undo, name }: AskedChange, isUndo = false): Promise<void> => {
    setAsked(null);
    setProblem(null);
    setSaving(change);
    const outcome = await setRole({ installId, change }).catch(() => ({ code: 'no_answer' }));
    setSaving(null);
    noteRole(outcome);
    if (outcome.code === 'signed_out') setSessionEnded(true);
    if (!('ownRole' in outcome)) return setProblem({ key: keyOf(change), code: outcome.code });
    setNewestRole(outcome.ownRole);
    router.refresh();
    if (isUndo) return toast({ text: t('role.undone') });
    // A person who gave up the right cannot take it back.
    const canUndo = outcome.ownRole === 'owner';
    const action = {
      label: t('role.undo'),
      onPress: () => void save({ change: undo, undo: change, name }, true),
    };
    toast({ text: t('role.saved'), ...(canUndo && { action }) });
  };
  return {
    asked,
    saving,
    problem,
    choose(request: AskedChange, isOwnerNow: boolean) {
      if (isDangerous(request.change, { ownSub, isOwnerNow })) setAsked(request);
      else void save(request);
    },
    confirm: () => asked && void save(asked),
    cancel: () => setAsked(null),
  };
}

/** A mistake here gives away the store, takes one's own rights, or changes the rights of everybody at once. */
function isDangerous(
  change: RoleChange,
  { ownSub, isOwnerNow }: { ownSub: string | null; isOwnerNow: boolean },
): boolean {
  if (change.of === 'default') return true;
  return change.role === 'owner' || (isOwnerNow && change.sub === ownSub);
}
