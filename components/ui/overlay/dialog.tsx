'use client';

import { useTranslations } from 'next-intl';
import { Spinner } from '@/components/ui/feedback/spinner';
import type { DialogProps } from './dialog-panel';
import { useLazy } from './use-lazy';

const loadPanel = () => import('./dialog-panel').then(({ DialogPanel }) => DialogPanel);

/**
 * Dialog for a question or a short task, above the page. On a large screen it is a window in the middle. On a phone it
 * covers the whole screen, or only the bottom of the screen if it only asks a question. The focus stays inside the
 * dialog. Escape closes the dialog, and the focus then returns to the element that opened the dialog (U12). The code is
 * loaded when a dialog first opens.
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
