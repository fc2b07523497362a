'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { EntryCard } from './entry-card';
import { handOverCode, hashOfCode, matchNumber, newCode } from './hand-over';

type SignInByWindowProps = {
  /** The install that the store admin (the web interface around this iframe) opened; null if it named no install. */
  installId: string | null;
  /** Page to open after the sign-in; null for the default page. */
  returnTo: string | null;
};
type State = 'idle' | 'waiting' | 'blocked' | Failure;
type Failure = 'failed' | 'busy' | 'no_cookies';

const pollEveryMs = 1_500;

/**
 * Sign-in inside the iframe if there is no launch token (D10). A button opens a top-level window, in which the merchant
 * signs in. After that, the window sends a one-use code to the iframe by postMessage, and the iframe signs in with this
 * code.
 *
 * If the browser isolates the window from the iframe, the message cannot arrive. For this case, the iframe has made a
 * code of its own and given the code's hash to the window. The merchant confirms in the window that window and iframe
 * show the same number. The iframe then signs in with its own code (docs/decisions/iframe-cookie.md).
 */
export function SignInByWindow({ installId, returnTo }: SignInByWindowProps) {
  const t = useTranslations('entry');
  const [state, setState] = useState<State>('idle');
  const [ownCode, setOwnCode] = useState<{ code: string; hash: string } | null>(null);
  const [other, setOther] = useState<SignedIn | null>(null);
  const done = useRef(false);

  useEffect(() => {
    const code = newCode();
    void hashOfCode(code).then((hash) => setOwnCode({ code, hash }));
  }, []);

  useEffect(() => {
    const take = async (code: string, mayBeEarly: boolean) => {
      if (done.current) return;
      const outcome = await claim({ installId, returnTo, code });
      if (typeof outcome === 'object') {
        done.current = true;
        if (outcome.isOther) setOther(outcome);
        else window.location.replace(outcome.target);
      } else if (!mayBeEarly || outcome === 'no_cookies') setState(outcome);
    };
    const onMessage = (event: MessageEvent<unknown>) => {
      const code = handOverCode(event);
      if (code) void take(code, false);
    };
    window.addEventListener('message', onMessage);
    const polling =
      state === 'waiting' && ownCode
        ? setInterval(() => void take(ownCode.code, true), pollEveryMs)
        : undefined;
    return () => {
      window.removeEventListener('message', onMessage);
      clearInterval(polling);
    };
  }, [installId, returnTo, state, ownCode]);

  const open = () => {
    if (!ownCode) return;
    const query = new URLSearchParams({
      ...(installId && { install_id: installId }),
      code_hash: ownCode.hash,
    });
    const opened = window.open(`/launch/window?${query}`, '_blank', 'popup,width=520,height=720');
    setState(opened ? 'waiting' : 'blocked');
  };

  if (other)
    return (
      <EntryCard
        title={t('otherStore.title')}
        body={t.rich('otherStore.body', { store: () => <bdi className="font-bold">{other.storeName}</bdi> })}
      >
        <Button variant="primary" onClick={() => window.location.replace(other.target)}>
          {t('otherStore.action')}
        </Button>
      </EntryCard>
    );
  if (state === 'no_cookies')
    return (
      <EntryCard title={t('cookies.title')} body={t('cookies.body')}>
        <Button variant="primary" onClick={open}>
          {t('cookies.action')}
        </Button>
      </EntryCard>
    );
  return (
    <EntryCard title={t('signIn.title')} body={t('signIn.body')}>
      {state === 'blocked' && <Banner tone="warn" title={t('signIn.blocked')} />}
      {state === 'failed' && <Banner tone="bad" title={t('signIn.failed')} />}
      {state === 'busy' && <Banner tone="warn" title={t('busy.body')} />}
      <Button variant="primary" pending={!ownCode} onClick={open}>
        {t('signIn.action')}
      </Button>
      {state === 'waiting' && ownCode && (
        <p role="status" className="text-sm text-ink-soft">
          {t.rich('signIn.number', {
            waiting: t('signIn.waiting'),
            number: () => <bdi className="font-bold text-ink">{matchNumber(ownCode.hash)}</bdi>,
          })}
        </p>
      )}
    </EntryCard>
  );
}

/**
 * Result of a successful sign-in: the install of the new session, the name of its store, and the page to open
 * (`target`). The store admin (the web interface around this iframe) may have asked for an install that does not belong
 * to the session. In this case `isOther` is true, and `target` is opened only after the merchant has pressed a button
 * to confirm it.
 */
type SignedIn = { installId: string; storeName: string; target: string; isOther: boolean };

/** Exchanges the one-use code for the session cookie, then checks whether the browser stored the cookie. */
async function claim(given: SignInByWindowProps & { code: string }): Promise<SignedIn | Failure> {
  try {
    const claimed = await fetch('/launch/claim', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    if (claimed.status === 429) return 'busy';
    if (!claimed.ok) return 'failed';
    const signedIn = (await claimed.json()) as SignedIn;
    const read = await fetch(`/api/i/${encodeURIComponent(signedIn.installId)}/orders`);
    return read.status === 401 ? 'no_cookies' : signedIn;
  } catch {
    return 'failed';
  }
}
