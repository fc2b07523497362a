'use client';

import { useTranslations } from 'next-intl';
import { StepNote } from '@/components/cash/step-note';
import type { CashActions } from '@/components/cash/use-cash-write';
import { BackLink } from '@/components/ui/back-link';
import { LazyLeaveGuard } from '@/components/ui/overlay/lazy-leave-guard';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { installPath } from '@/lib/shared/install-path';
import { SheetProblem } from './sheet-problem';
import { SheetSource } from './sheet-source';
import { useRemittanceSheet } from './use-remittance-sheet';

// The code of the second and third step is loaded when the second step begins. The first load of the screen therefore
// stays below its limit of bytes.
const loadSteps = () => import('./sheet-later-steps').then(({ SheetLaterSteps }) => SheetLaterSteps);

type SheetScreenProps = { installId: string; undo: CashActions['undo'] };

/**
 * Screen for a carrier's remittance sheet (the carrier's list of orders and amounts). The user pastes the sheet or
 * chooses a file, checks how each line was understood, and posts the amounts. The posting can be undone.
 */
export function SheetScreen({ installId, undo }: SheetScreenProps) {
  const t = useTranslations('cashSheet');
  const tCash = useTranslations('cash');
  const work = useRemittanceSheet(installId);
  const { posted, preview } = work;
  // Until the code of the later steps is loaded, the first step stays on the screen with the pasted text.
  const renderSteps = useLazy(loadSteps, preview !== null, work.loadFailed);
  const isLater = preview !== null && renderSteps !== null;
  const before = isLater ? preview.postedBefore : null;
  const step = !isLater ? 'source' : posted ? 'posted' : 'preview';
  const problem = work.problem ?? (before ? { code: 'posted_before' as const, ...before } : null);
  return (
    <div className="flex w-full max-w-3xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <BackLink href={installPath(installId, '/cash')}>{tCash('title')}</BackLink>
        <ScreenHeading title={t('title')} />
      </div>
      {/* The step is not a live region. The focus moves into the new step, so screen readers read its text there and
          would read it twice. */}
      <StepNote
        step={step === 'source' ? 1 : step === 'preview' ? 2 : 3}
        of={3}
        name={t(`step.${step}.name`)}
      >
        {t(`step.${step}.next`)}
      </StepNote>
      {problem && !posted && <SheetProblem problem={problem} />}
      {isLater ? renderSteps({ installId, preview, work, undo }) : <SheetSource work={work} />}
      <LazyLeaveGuard isTyped={work.text !== ''} />
    </div>
  );
}
