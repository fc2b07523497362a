'use client';

import { useTranslations } from 'next-intl';
import { Spinner } from '@/components/ui/feedback/spinner';
import type { DialogProps } from './dialog-panel';
import { useLazy } from './use-lazy';

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
