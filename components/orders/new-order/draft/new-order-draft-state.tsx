'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { installPath } from '@/lib/shared/install-path';
import type { ServerDraftState } from './server-draft';

type DraftStateProps = {
  installId: string;
  state: ServerDraftState;
  /** False if the browser cannot store a copy of the form. The typed values are then saved only on the server. */
  isCopied: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onSaveAsNew: () => void;
};

/**
 * One line about whether the draft is saved on the server. If two devices have saved different versions of the draft,
 * the user is asked which version to use.
 */
export function NewOrderDraftState({
  installId,
  state,
  isCopied,
  onTakeTheirs,
  onKeepMine,
  onSaveAsNew,
}: DraftStateProps) {
  const t = useTranslations('newOrder.draft');
  switch (state.code) {
    case 'none':
      return null;
    case 'saving':
      return <Line>{t('saving')}</Line>;
    case 'saved':
      return (
        <Line>{t.rich('saved', { at: () => <RelativeTime key="at" at={state.at} everyMs={10_000} /> })}</Line>
      );
    case 'unsaved':
      return <Line isWarning>{t(isCopied ? 'unsaved' : 'unsavedNoCopy')}</Line>;
    case 'too_many':
    case 'no_right':
    case 'invalid':
      return (
        <Line isWarning>
          {t(state.code)} {t(isCopied ? 'kept' : 'noCopy')}{' '}
          {/* Without a copy, the link would lose what the user typed. */}
          {state.code === 'too_many' && isCopied && (
            <Link href={installPath(installId, '/quotes?state=draft')} prefetch={false} className="underline">
              {t('showDrafts')}
            </Link>
          )}
        </Line>
      );
    case 'gone':
      return (
        <Banner
          tone="warn"
          title={t('gone')}
          actions={<Button onClick={onSaveAsNew}>{t('keepAsNew')}</Button>}
        >
          {t('goneBody')}
        </Banner>
      );
    case 'overtaken': {
      const { savedBy } = state;
      return (
        <Banner
          tone="warn"
          title={
            savedBy === null
              ? t('overtaken')
              : t.rich('overtakenBy', { name: () => <bdi key="name">{savedBy}</bdi> })
          }
          actions={
            <>
              {state.theirs && <Button onClick={onTakeTheirs}>{t('takeTheirs')}</Button>}
              <Button onClick={onKeepMine}>{t('keepMine')}</Button>
            </>
          }
        />
      );
    }
  }
}

function Line({ children, isWarning = false }: { children: ReactNode; isWarning?: boolean }) {
  return <p className={isWarning ? 'text-sm text-warn' : 'text-sm text-ink-soft'}>{children}</p>;
}
