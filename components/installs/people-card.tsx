'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { setSessionEnded } from '@/components/ui/feedback/session-end';
import { Dialog } from '@/components/ui/overlay/dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import type { SignOutTarget } from '@/lib/installs/sign-in/sign-out-command';

type SignOut = (command: {
  installId: string;
  target: SignOutTarget;
}) => Promise<{ code: string; isOwnEnded?: boolean }>;

type PeopleCardProps = {
  installId: string;
  people: { sub: string; name: string; since: string }[];
  unnamed: number;
  /** Id of the user of this session; null if the store admin did not send one. */
  ownSub: string | null;
  signOut: SignOut;
};

/** List of the users who have a session, each with a button that ends the user's sessions (S32). */
export function PeopleCard({ installId, people, unnamed, ownSub, signOut }: PeopleCardProps) {
  const t = useTranslations('settings.people');
  const { asked, ask, isSending, hasFailed, send } = useSignOut(installId, signOut);
  const askedName =
    asked?.of === 'person' ? (people.find(({ sub }) => sub === asked.sub)?.name ?? asked.sub) : '';
  return (
    <Card title={t('title')}>
      <p className="mb-2 text-sm text-ink-soft">{t('body')}</p>
      <ul className="flex flex-col divide-y divide-line text-sm">
        {people.map(({ sub, name, since }) => (
          <li key={sub} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <bdi className="font-semibold break-words">{name}</bdi> {sub === ownSub && t('you')}
              <span className="block text-ink-soft">
                <RelativeTime at={since} />
              </span>
            </span>
            <Button aria-label={t('signOutOf', { name })} onClick={() => ask({ of: 'person', sub })}>
              {t('signOut')}
            </Button>
          </li>
        ))}
        {unnamed > 0 && (
          <li className="flex items-center justify-between gap-3 py-2 text-ink-soft">
            {t('unnamed', { count: unnamed })}
            <Button aria-label={t('signOutUnnamed')} onClick={() => ask({ of: 'unnamed' })}>
              {t('signOut')}
            </Button>
          </li>
        )}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => ask({ of: 'self' })}>{t('signOutHere')}</Button>
        <Button onClick={() => ask({ of: 'everyone' })}>{t('signOutEveryone')}</Button>
      </div>
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => open || ask(null)}
        title={asked ? t(`ask.${asked.of}`, { name: askedName }) : ''}
        description={t('askBody')}
        actions={
          <>
            <Button onClick={() => ask(null)}>{t('cancel')}</Button>
            <Button variant="danger" pending={isSending} onClick={() => void send()}>
              {t('confirm')}
            </Button>
          </>
        }
      >
        {hasFailed && <Banner tone="bad" title={t('failed')} />}
      </Dialog>
    </Card>
  );
}

/**
 * State of the confirmation before a sign-out, and the function that signs out. If another user was signed out, the
 * list of users is read again.
 */
function useSignOut(installId: string, signOut: SignOut) {
  const router = useRouter();
  const [asked, setAsked] = useState<SignOutTarget | null>(null);
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  return {
    asked,
    isSending: state === 'sending',
    hasFailed: state === 'failed',
    ask(target: SignOutTarget | null) {
      setState('idle');
      setAsked(target);
    },
    async send() {
      if (!asked) return;
      setState('sending');
      const { code, isOwnEnded = code === 'signed_out' } = await signOut({ installId, target: asked }).catch(
        () => ({ code: 'no_answer', isOwnEnded: false }),
      );
      const isOver = code === 'done' || isOwnEnded;
      setState(isOver ? 'idle' : 'failed');
      if (isOver) setAsked(null);
      if (isOwnEnded) setSessionEnded(true);
      // The list of users is read again only if this user's own session still exists. Without a session, the refresh
      // would redirect away from this page.
      else if (code === 'done') router.refresh();
    },
  };
}
