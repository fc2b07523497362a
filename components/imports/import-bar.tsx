'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Chosen, useLeft } from './use-import';

type LeftBarProps = { chosen: Chosen; until: string | null; work: ReturnType<typeof useLeft> };

/** Sticks to the bottom: how much is chosen, and what becomes of it. What is left can't be had again, so that is asked. */
export function LeftBar({ chosen, until, work }: LeftBarProps) {
  const t = useTranslations('adoption.bar');
  const [isAsking, setAsking] = useState(false);
  const { adopting, leaving, isBusy } = work;
  const count = chosen.quotes.length + chosen.views.length;
  const asks = isAsking && count > 0;
  return (
    <section
      data-save-bar
      aria-label={t('label')}
      className="sticky bottom-(--bar) z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line-strong/60 bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float"
    >
      <p role="status" className="min-w-0 text-sm font-semibold">
        {asks ? t('ask', { count, until: until ?? '' }) : t('chosen', { count })}
      </p>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        {asks ? (
          <>
            <Button autoFocus disabled={isBusy} onClick={() => setAsking(false)}>
              {t('back')}
            </Button>
            <Button
              look="danger"
              pending={isBusy}
              onClick={() => void leaving.send(chosen).then(() => setAsking(false))}
            >
              {t('leaveNow')}
            </Button>
          </>
        ) : (
          <>
            <Button disabled={count === 0 || isBusy} onClick={() => setAsking(true)}>
              {t('leave')}
            </Button>
            <Button
              look="primary"
              disabled={count === 0}
              pending={isBusy}
              onClick={() => void adopting.send(chosen)}
            >
              {t('adopt')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
