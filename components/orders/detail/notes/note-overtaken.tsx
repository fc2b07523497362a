'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';

type NoteOvertakenProps = {
  theirs: string | null;
  mine: string;
  onSendOver: () => void;
  onTakeTheirs: () => void;
};

/**
 * Shown if another user has changed the order's note while this user was typing. It shows both texts, and this user
 * chooses one.
 */
export function NoteOvertaken({ theirs, mine, onSendOver, onTakeTheirs }: NoteOvertakenProps) {
  const t = useTranslations('orderPage.note.overtaken');
  return (
    <Banner
      tone="warn"
      title={t('title')}
      actions={
        <>
          <Button onClick={onSendOver}>{t('sendOver')}</Button>
          <Button onClick={onTakeTheirs}>{t('takeTheirs')}</Button>
          <CopyButton text={mine} label={t('copyMine')} />
        </>
      }
    >
      <p className="text-xs text-ink-soft">{t('theirs')}</p>
      <p className="break-words whitespace-pre-line">{theirs === null ? t('empty') : <bdi>{theirs}</bdi>}</p>
    </Banner>
  );
}
