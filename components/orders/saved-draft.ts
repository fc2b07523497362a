import type { NewOrderDraft } from '@/lib/orders/new-order-draft';

/** What is kept of a form that was not sent, or whose outcome is not known. */
export type SavedDraft = { operationId: string; inDoubt: boolean; draft: NewOrderDraft };

// Another shape of draft is another version: an old one is forgotten, never misread.
const keyOf = (installId: string) => `daftar.new-order.1.${installId}`;

/**
 * A copy of the form in this tab's session storage, gone with the tab: it survives a reload. Storage may be refused
 * inside an iframe; then there is no copy, and leaving the page asks first.
 */
export function saveDraft(installId: string, saved: SavedDraft): void {
  try {
    sessionStorage.setItem(keyOf(installId), JSON.stringify(saved));
  } catch {
    // No storage here.
  }
}

/** The saved copy, or null. */
export function loadDraft(installId: string): SavedDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(installId)) ?? 'null');
  } catch {
    return null;
  }
}

/** Forgets the copy: the order exists, or the merchant starts over. */
export function forgetDraft(installId: string): void {
  try {
    sessionStorage.removeItem(keyOf(installId));
  } catch {
    // No storage here.
  }
}
