'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { beginSignIn } from './begin-sign-in';
import { EntryCard } from './entry-card';

type SignInNowProps = { store: string | null; callbackUrl: string };

/**
 * Goes to the platform immediately, but only once. If that fails, it shows the reason and waits for a button press, so
 * that no redirect loop is possible.
 */
export function SignInNow({ store, callbackUrl }: SignInNowProps) {
  const t = useTranslations('entry');
  const [outcome, setOutcome] = useState<'going' | 'blocked' | 'failed'>('going');
  const begun = useRef(false);
  const begin = async () => {
    setOutcome('going');
    setOutcome(await beginSignIn({ store, callbackUrl }));
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void beginSignIn({ store, callbackUrl }).then(setOutcome);
  }, [store, callbackUrl]);

  if (outcome === 'going')
    return (
      <EntryCard title={t('install.title')} body={t('install.body')}>
        <Button variant="primary" pending>
          {t('install.going')}
        </Button>
      </EntryCard>
    );
  const words = outcome === 'blocked' ? 'cookies' : 'problem';
  return (
    <EntryCard title={t(`${words}.title`)} body={t(`${words}.body`)}>
      <Button variant="primary" onClick={() => void begin()}>
        {t(`${words}.action`)}
      </Button>
    </EntryCard>
  );
}
