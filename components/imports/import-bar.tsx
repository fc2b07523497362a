'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Chosen, useImport } from './use-import';

type ImportBarProps = { chosen: Chosen; until: string | null; work: ReturnType<typeof useImport> };

/**
 * Bar at the bottom of the import screen: the number of selected items, and the buttons to import or decline them.
 * Declining asks for confirmation, because declined data cannot be imported later.
 */
export function ImportBar({ chosen, until, work }: ImportBarProps) {
  const t = useTranslations('earlierData.bar');
  const [isConfirming, setConfirming] = useState(false);
  const { importing, ignoring, isBusy } = work;
  const count = chosen.quotes.length + chosen.views.length;
  const showsConfirmation = isConfirming && count > 0;
  return (
    <section
      data-save-bar
      aria-label={t('label')}
      className="sticky bottom-(--bar) z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line-strong/60 bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float"
    >
      <p role="status" className="min-w-0 text-sm font-semibold">
        {showsConfirmation ? t('confirmLeave', { count, until: until ?? '' }) : t('chosen', { count })}
      </p>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        {showsConfirmation ? (
          <>
            <Button autoFocus disabled={isBusy} onClick={() => setConfirming(false)}>
              {t('back')}
            </Button>
            <Button
              variant="danger"
              pending={isBusy}
              onClick={() => void ignoring.send(chosen).then(() => setConfirming(false))}
            >
              {t('leaveNow')}
            </Button>
          </>
        ) : (
          <>
            <Button disabled={count === 0 || isBusy} onClick={() => setConfirming(true)}>
              {t('leave')}
            </Button>
            <Button
              variant="primary"
              disabled={count === 0}
              pending={isBusy}
              onClick={() => void importing.send(chosen)}
            >
              {t('import')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
