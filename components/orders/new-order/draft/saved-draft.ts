import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';
import { draftVersion, type NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';

/** What is kept of a form that was not sent, or whose outcome is not known. */
export type SavedDraft = {
  operationId: string;
  inDoubt: boolean;
  draft: NewOrderDraft;
  /** Which draft of the server it is a copy of; null: of none yet. */
  server: { draftId: string; revision: number } | null;
};

// Another shape of draft is another version: an old one is forgotten, never misread.
const keyOf = (installId: string) => `daftar.new-order.${draftVersion + 1}.${installId}`;

/** A copy of the form: it survives a reload. */
export function saveDraft(installId: string, saved: SavedDraft): void {
  saveCopy(keyOf(installId), saved);
}

/** The saved copy, or null. */
export function loadDraft(installId: string): SavedDraft | null {
  return loadCopy(keyOf(installId)) as SavedDraft | null;
}

/** Forgets the copy: the order exists, or the merchant starts over. */
export function forgetDraft(installId: string): void {
  forgetCopy(keyOf(installId));
}
