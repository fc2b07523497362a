'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useLazy } from './use-lazy';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons below, the harmless one first. */
  actions?: ReactNode;
  children?: ReactNode;
};

const loadPanel = () => import('./dialog-panel').then(({ DialogPanel }) => DialogPanel);

/**
 * A question or a short task over the page: a window in its middle; on a phone the whole screen, or where there is
 * nothing but the question, its foot. Focus stays inside, Escape closes, and focus goes back to what opened it. Its
 * code is fetched when it is first opened.
 */
export function Dialog(props: DialogProps) {
  const t = useTranslations('ui');
  const renderPanel = useLazy(loadPanel, props.open, () => props.onOpenChange(false));
  if (renderPanel) return renderPanel(props);
  if (!props.open) return null;
  return (
    <div role="status" className="fixed inset-0 z-40 grid place-items-center bg-veil">
      <span className="rounded-full bg-surface p-3 text-brand shadow-float">
        <Spinner />
      </span>
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}
