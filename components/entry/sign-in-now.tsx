'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EntryCard } from './entry-card';

type Outcome = 'blocked' | 'busy' | 'failed';
const words = { blocked: 'cookies', busy: 'busy', failed: 'problem' } as const;

type SignInNowProps = { store: string | null; callbackUrl: string };

/**
 * Starts the OAuth sign-in once, as soon as the page is open. If the sign-in fails, the page shows the reason and waits
 * for a button press. A redirect loop is therefore not possible.
 */
export function SignInNow({ store, callbackUrl }: SignInNowProps) {
  const t = useTranslations('entry');
  const [outcome, setOutcome] = useState<'going' | Outcome>('going');
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
  return (
    <EntryCard title={t(`${words[outcome]}.title`)} body={t(`${words[outcome]}.body`)}>
      <Button variant="primary" onClick={() => void begin()}>
        {t(`${words[outcome]}.action`)}
      </Button>
    </EntryCard>
  );
}

/**
 * Starts the OAuth sign-in in this window: gets the CSRF token of next-auth, and then opens the platform's URL. Returns
 * an error code if that fails.
 *
 * - `blocked`: the browser does not store our cookie.
 * - `busy`: too many sign-ins were started from this client address.
 * - `failed`: any other error.
 */
async function beginSignIn(start: { store: string | null; callbackUrl: string }): Promise<Outcome> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
    const query = start.store ? `?${new URLSearchParams({ store: start.store })}` : '';
    const response = await fetch(`/api/auth/signin/platform${query}`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, callbackUrl: start.callbackUrl, json: 'true' }),
    });
    // next-auth responds with 400 if the request has no CSRF cookie. The browser has then not stored that cookie.
    if (response.status === 400) return 'blocked';
    if (response.status === 429) return 'busy';
    if (!response.ok) return 'failed';
    const { url } = (await response.json()) as { url: string };
    window.location.assign(url);
    return await new Promise<never>(() => undefined);
  } catch {
    return 'failed';
  }
}
