'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FieldError } from './field';

type SaveBarProps = {
  /** HTML id of the form that the button submits. */
  form: string;
  pending?: boolean;
  /** Explains why the form could not be saved. */
  error?: ReactNode;
  onDiscard: () => void;
};

/**
 * Sticky bar at the bottom of a form that has unsaved changes. Render it as the last element of the form, and only
 * while there are changes.
 */
export function SaveBar({ form, pending = false, error, onDiscard }: SaveBarProps) {
  const t = useTranslations('ui.saveBar');
  return (
    <section
      data-save-bar
      aria-label={t('label')}
      className="sticky bottom-(--bar) z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line-strong/60 bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float"
    >
      <div className="min-w-0 text-sm">
        <p role="status" className="font-semibold">
          {pending ? t('saving') : t('unsaved')}
        </p>
        {error && (
          <div role="alert">
            <FieldError>{error}</FieldError>
          </div>
        )}
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button disabled={pending} onClick={onDiscard}>
          {t('discard')}
        </Button>
        <Button type="submit" form={form} variant="primary" pending={pending}>
          {t('save')}
        </Button>
      </div>
    </section>
  );
}
