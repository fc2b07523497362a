import { Clock, TriangleAlert, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { NumberText } from '@/components/ui/text/number-text';
import { undoSeconds, type UndoWindow } from './use-undo-window';

type UndoBarProps = {
  undoWindow: UndoWindow;
  onUndone: () => void;
  /** Text that says what will be sent when the time for Undo is over. */
  children: ReactNode;
};

/**
 * Bar with a text about what will be sent in some seconds, and a button to undo it. If the page was reloaded during
 * these seconds, the text is that nothing was sent.
 *
 * Render this bar even while no action waits, because screen readers announce only texts that appear inside an existing
 * element. They read the remaining seconds once, and not at each change.
 */
export function UndoBar({ undoWindow, onUndone, children }: UndoBarProps) {
  const t = useTranslations('ui');
  const { secondsLeft, undo, wasLost, dismissLost } = undoWindow;
  return (
    <div role="status" className="contents">
      {wasLost && (
        <div className="flex items-center gap-2 rounded-control bg-warn-soft py-1 ps-3 pe-1 text-sm text-ink">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
          <p className="min-w-0 flex-1 py-1">{t('undo.lost')}</p>
          <button
            type="button"
            aria-label={t('close')}
            onClick={dismissLost}
            className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      )}
      {secondsLeft !== null && (
        <div className="flex items-center gap-2 rounded-control bg-info-soft py-1 ps-3 pe-1 text-sm text-ink">
          <Clock aria-hidden className="size-4 shrink-0 text-info" />
          <p className="min-w-0 flex-1 py-1">
            {children} <span className="sr-only">{t('undo.time', { seconds: undoSeconds })}</span>
            <span aria-hidden className="whitespace-nowrap text-ink-soft">
              (<NumberText value={secondsLeft} />)
            </span>
          </p>
          <Button
            onClick={() => {
              undo();
              onUndone();
            }}
          >
            {t('undo.action')}
          </Button>
        </div>
      )}
    </div>
  );
}
