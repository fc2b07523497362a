'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { setSessionEnd } from '@/components/ui/feedback/session-end';
import { Facts } from '@/components/ui/list/facts';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useRight } from '@/components/ui/role-context';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { SignOutTarget } from '@/lib/installs/sign-in/sign-out-command';
import { type Role, roles as allRoles } from '@/lib/shared/roles/roles';
import { RoleSelect } from './role-select';
import { keyOf, type SetRole, useSetRole } from './use-set-role';

type SignOut = (command: {
  installId: string;
  target: SignOutTarget;
}) => Promise<{ code: string; isOwnEnded?: boolean }>;

type Person = { sub: string; name: string; since: string | null; role: Role | null };

type PeopleCardProps = {
  installId: string;
  people: Person[];
  /** Number of open sessions without a user. If `ownSub` is null, the own session is one of them. */
  unnamed: number;
  /** Id of the user of this session; null if the store admin did not send an id. */
  ownSub: string | null;
  defaultRole: Role;
  actions: { signOut: SignOut; setRole: SetRole };
};

/**
 * Card with the people of the store. For each person, it shows the role (S35). If the person has a session, it has a
 * button that ends that session (S32). A user without the right to manage people sees only their own role, and can sign
 * out here.
 */
export function PeopleCard({ installId, people, unnamed, ownSub, defaultRole, actions }: PeopleCardProps) {
  const t = useTranslations('settings.people');
  const tRole = useTranslations('problem.no_right.role');
  const mayManage = useRight('change_settings');
  const { target, choose, isSending, hasFailed, send } = useSignOut(installId, actions.signOut);
  const roles = useSetRole(installId, actions.setRole, ownSub);
  // A session without a user is unknown to everyone else, but the own session is in this browser. It has the default
  // role.
  const isOwnUnnamed = ownSub === null && unnamed > 0;
  const otherUnnamed = isOwnUnnamed ? unnamed - 1 : unnamed;
  const question = target?.of === 'unnamed' && isOwnUnnamed ? 'unnamedAndYou' : target?.of;
  const targetName =
    target?.of === 'person' ? (people.find(({ sub }) => sub === target.sub)?.name ?? target.sub) : '';
  return (
    <Card title={t('title')}>
      {mayManage && <p className="mb-2 text-sm text-ink-soft">{t('body')}</p>}
      <ul className="flex flex-col divide-y divide-line text-sm">
        {people.map((person) => (
          <PersonRow
            key={person.sub}
            person={person}
            isSelf={person.sub === ownSub}
            defaultRole={defaultRole}
            roles={roles}
            onSignOut={() => choose({ of: 'person', sub: person.sub })}
          />
        ))}
        {isOwnUnnamed && (
          <li className="py-3 font-semibold">{t('thisBrowserRole', { role: tRole(defaultRole) })}</li>
        )}
        {otherUnnamed > 0 && (
          <li className="flex items-center justify-between gap-3 py-2 text-ink-soft">
            {t('unnamed', { count: otherUnnamed })}
            <Button aria-label={t('signOutUnnamed')} onClick={() => choose({ of: 'unnamed' })}>
              {t('signOut')}
            </Button>
          </li>
        )}
      </ul>
      {mayManage && <DefaultRole people={people} defaultRole={defaultRole} roles={roles} />}
      <div className="mt-3">
        <RoleNote needs="change_roles" />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => choose({ of: 'self' })}>{t('signOutHere')}</Button>
        {mayManage && <Button onClick={() => choose({ of: 'everyone' })}>{t('signOutEveryone')}</Button>}
      </div>
      <Dialog
        open={target !== null}
        onOpenChange={(open) => open || choose(null)}
        title={question ? t(`question.${question}`, { name: targetName }) : ''}
        description={t('questionBody')}
        actions={
          <>
            <Button onClick={() => choose(null)}>{t('cancel')}</Button>
            <Button variant="danger" pending={isSending} onClick={() => void send()}>
              {t('confirm')}
            </Button>
          </>
        }
      >
        {hasFailed && <Banner tone="bad" title={t('failed')} />}
      </Dialog>
      <RoleQuestion roles={roles} />
    </Card>
  );
}

type Roles = ReturnType<typeof useSetRole>;

type PersonRowProps = {
  person: Person;
  isSelf: boolean;
  defaultRole: Role;
  roles: Roles;
  onSignOut: () => void;
};

function PersonRow({ person, isSelf, defaultRole, roles, onSignOut }: PersonRowProps) {
  const t = useTranslations('settings.people');
  const maySet = useRight('change_roles');
  const { sub, name, since, role } = person;
  const undo = { of: 'person', sub, role } as const;
  const key = keyOf(undo);
  const saving = roles.saving && keyOf(roles.saving) === key ? roles.saving : null;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0">
          <bdi className="font-semibold break-words">{name}</bdi> {isSelf && t('you')}
          <span className="block text-ink-soft">{since ? <RelativeTime at={since} /> : t('away')}</span>
        </span>
        {since && (
          <Button aria-label={t('signOutOf', { name })} onClick={onSignOut}>
            {t('signOut')}
          </Button>
        )}
      </div>
      <RoleSelect
        label={t('role.of', { name })}
        labelHidden
        value={saving ? saving.role : role}
        defaultRole={defaultRole}
        isOff={!maySet || roles.saving !== null}
        isSaving={saving !== null}
        problem={roles.problem?.key === key ? roles.problem.code : null}
        onPick={(picked) =>
          roles.choose({ change: { ...undo, role: picked }, undo, name }, (role ?? defaultRole) === 'owner')
        }
      />
    </li>
  );
}

type DefaultRoleProps = { people: Person[]; defaultRole: Role; roles: Roles };

/**
 * Control that changes the default role. The default role applies to every person without a role of their
 * own.
 */
function DefaultRole({ people, defaultRole, roles }: DefaultRoleProps) {
  const t = useTranslations('settings.people.role');
  const tRole = useTranslations('problem.no_right.role');
  const maySet = useRight('change_roles');
  const saving = roles.saving?.of === 'default' ? roles.saving : null;
  // If the default role is owner, a session without a known person has all rights of an owner. Limiting the role of a
  // single person then does not protect the store, so the card shows a warning.
  const isOpen = defaultRole === 'owner' && people.some(({ role }) => role !== null && role !== 'owner');
  return (
    <div className="mt-3 flex flex-col gap-3 border-t border-line pt-3">
      <RoleSelect
        label={t('default')}
        hint={t('defaultHint')}
        value={saving ? saving.role : defaultRole}
        defaultRole={null}
        isOff={!maySet || roles.saving !== null}
        isSaving={saving !== null}
        problem={roles.problem?.key === 'default' ? roles.problem.code : null}
        onPick={(role) =>
          role &&
          roles.choose(
            { change: { of: 'default', role }, undo: { of: 'default', role: defaultRole }, name: '' },
            false,
          )
        }
      />
      {isOpen && (
        <Banner tone="warn" title={t('openTitle')}>
          {t('openBody')}
        </Banner>
      )}
      <Facts facts={allRoles.map((role) => ({ label: tRole(role), value: t(`may.${role}`) }))} />
    </div>
  );
}

/**
 * Dialog that asks for confirmation before a risky change of a role. There are three kinds: a person becomes an owner,
 * an owner gives up their own ownership, or the default role changes.
 */
function RoleQuestion({ roles }: { roles: Roles }) {
  const t = useTranslations('settings.people');
  const tRole = useTranslations('problem.no_right.role');
  const { pending } = roles;
  const what = pending ? whatOf(pending.change) : 'default';
  const role = pending?.change.role ? tRole(pending.change.role) : '';
  return (
    <Dialog
      open={pending !== null}
      onOpenChange={(open) => open || roles.cancel()}
      title={t(`role.question.${what}.title`, { name: pending?.name ?? '', role })}
      description={t(`role.question.${what}.body`)}
      actions={
        <>
          <Button onClick={roles.cancel}>{t('cancel')}</Button>
          <Button variant="danger" onClick={roles.confirm}>
            {t('role.question.confirm')}
          </Button>
        </>
      }
    />
  );
}

function whatOf(change: { of: 'person' | 'default'; role: Role | null }): 'default' | 'owner' | 'self' {
  if (change.of === 'default') return 'default';
  return change.role === 'owner' ? 'owner' : 'self';
}

/**
 * Returns the state of the confirmation before a sign-out, and the function that signs out. After another user was
 * signed out, the list of users is read again.
 */
function useSignOut(installId: string, signOut: SignOut) {
  const router = useRouter();
  const [target, setTarget] = useState<SignOutTarget | null>(null);
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  return {
    target,
    isSending: state === 'sending',
    hasFailed: state === 'failed',
    choose(next: SignOutTarget | null) {
      setState('idle');
      setTarget(next);
    },
    async send() {
      if (!target) return;
      setState('sending');
      const { code, isOwnEnded = code === 'signed_out' } = await signOut({ installId, target }).catch(() => ({
        code: 'no_answer',
        isOwnEnded: false,
      }));
      const isOver = code === 'done' || isOwnEnded;
      setState(isOver ? 'idle' : 'failed');
      if (isOver) setTarget(null);
      if (isOwnEnded) setSessionEnd('signed_out');
      // The list of users is read again only if this user's own session still exists. If this user was signed out too,
      // the refresh would redirect away from this page.
      else if (code === 'done') router.refresh();
    },
  };
}
