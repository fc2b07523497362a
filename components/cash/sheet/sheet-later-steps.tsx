import type { CashActions } from '@/components/cash/use-cash-write';
import type { SheetPreview } from '@/lib/cash/sheet/sheet-commands';
import { SheetPosted } from './sheet-posted';
import { SheetPreviewStep } from './sheet-preview';
import type { RemittanceSheetWork } from './use-remittance-sheet';

export type SheetLaterStepsProps = {
  installId: string;
  preview: SheetPreview;
  work: RemittanceSheetWork;
  undo: CashActions['undo'];
};

/**
 * Second and third step of the screen for a remittance sheet. The code of both steps is loaded together. So the third
 * step, the result of a posting, can be shown even if the connection is lost after the posting.
 */
export function SheetLaterSteps({ installId, preview, work, undo }: SheetLaterStepsProps) {
  return work.posted ? (
    <SheetPosted installId={installId} posted={work.posted} undo={undo} onRestart={work.restart} />
  ) : (
    <SheetPreviewStep preview={preview} work={work} />
  );
}
