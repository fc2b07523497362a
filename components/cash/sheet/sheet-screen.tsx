'use client';

import { useTranslations } from 'next-intl';
import type { CashActions } from '@/components/cash/use-cash-write';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { SheetProblem } from './sheet-problem';
import { SheetSource } from './sheet-source';
import { useRemittanceSheet } from './use-remittance-sheet';

// The later steps are loaded when they begin, so that the first visit stays within its budget of bytes.
const loadSteps = () => import('./sheet-later-steps').then(({ SheetLaterSteps }) => SheetLaterSteps);

type SheetScreenProps = { installId: string; undo: CashActions['undo'] };

/** Screen for a carrier's remittance sheet: paste it or choose a file, see what each line is, post, undo. */
export function SheetScreen({ installId, undo }: SheetScreenProps) {
  const t = useTranslations('cashSheet');
  const work = useRemittanceSheet(installId);
  const { posted, preview } = work;
  // The first step stays on the screen with its text, and its button waits, until the code of the later steps is
  // loaded.
  const renderSteps = useLazy(loadSteps, preview !== null, work.loadFailed);
  const isLater = preview !== null && renderSteps !== null;
  const before = isLater ? preview.postedBefore : null;
  const problem = work.problem ?? (before ? { code: 'already_posted' as const, ...before } : null);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <ScreenHeading title={t('title')} />
      {!isLater && <p className="text-sm text-ink-soft">{t('description')}</p>}
      {problem && !posted && <SheetProblem problem={problem} />}
      {isLater ? renderSteps({ installId, preview, work, undo }) : <SheetSource work={work} />}
    </div>
  );
}
