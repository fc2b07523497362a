'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { EntryCard } from './entry-card';
import { type HandOverMessage, matchNumber } from './hand-over';

type FinishWindowProps = { installId: string; code: string; codeHash: string | null };

/**
 * Content of the top-level window after the sign-in (D10). The window sends a one-use code to the iframe that opened
 * it, and then closes. If the window cannot reach that iframe, the merchant is asked to allow the sign-in.
 */
export function FinishWindow({ installId, code, codeHash }: FinishWindowProps) {
  const t = useTranslations('entry');
  const hasOpener = useSyncExternalStore(
    neverChanges,
    () => window.opener !== null,
    () => true,
  );
  const [allowed, setAllowed] = useState<'yes' | 'failed' | null>(null);

  useEffect(() => {
    const opener = window.opener as Window | null;
    if (!opener) return;
    const message: HandOverMessage = { type: 'daftar:hand-over', code };
    opener.postMessage(message, window.location.origin);
    const closing = setTimeout(() => window.close(), 300);
    return () => clearTimeout(closing);
  }, [code]);

  const allow = async () => {
    const answer = await fetch('/launch/allow', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ installId, codeHash }),
    }).catch(() => null);
    setAllowed(answer?.ok ? 'yes' : 'failed');
  };

  if (!hasOpener && codeHash && allowed === null)
    return (
      <EntryCard
        title={t('handOver.confirmTitle')}
        body={t.rich('handOver.confirmBody', {
          number: () => <bdi className="text-lg font-bold text-ink">{matchNumber(codeHash)}</bdi>,
        })}
      >
        <Button variant="primary" onClick={() => void allow()}>
          {t('handOver.allow')}
        </Button>
      </EntryCard>
    );
  if (allowed === 'failed') return <EntryCard title={t('problem.title')} body={t('problem.body')} />;
  return (
    <EntryCard title={t('handOver.title')} body={t('handOver.body')}>
      <Button onClick={() => window.close()}>{t('handOver.close')}</Button>
    </EntryCard>
  );
}

const neverChanges = () => () => undefined;
