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
  /** Buttons at the bottom, the harmless one first. */
  actions?: ReactNode;
  children?: ReactNode;
};

const loadPanel = () => import('./dialog-panel').then(({ DialogPanel }) => DialogPanel);

/**
 * A question or a short task over the page. It is a window in the middle; on a phone it covers the whole screen, or
 * only the bottom if it has just a question. Focus stays inside, Escape closes it, and focus returns to the element
 * that opened it. Its code is loaded when it first opens.
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
