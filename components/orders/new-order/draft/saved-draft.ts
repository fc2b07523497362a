import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';
import { draftVersion, type NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';

/** Stored copy of a form that was not sent or has an unknown outcome. */
export type SavedDraft = {
  operationId: string;
  outcomeUnknown: boolean;
  draft: NewOrderDraft;
  /** Server draft of this copy and its revision; null if the form is not saved on the server. */
  server: { draftId: string; revision: number } | null;
};

// Each draft shape has its own version in the key. A copy in an old shape is ignored, never misread.
const keyOf = (installId: string) => `daftar.new-order.${draftVersion + 1}.${installId}`;

/** Stores a copy of the form that survives a reload. */
export function saveDraft(installId: string, saved: SavedDraft): void {
  saveCopy(keyOf(installId), saved);
}

/** The saved copy, or null. */
export function loadDraft(installId: string): SavedDraft | null {
  return loadCopy(keyOf(installId)) as SavedDraft | null;
}

/** Deletes the copy after the order was created or the merchant started over. */
export function forgetDraft(installId: string): void {
  forgetCopy(keyOf(installId));
}
