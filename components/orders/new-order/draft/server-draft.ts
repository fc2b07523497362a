import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';

/** Server actions that save and delete drafts. The page passes them in. */
export type DraftStore = {
  save: (command: {
    installId: string;
    quoteId: string;
    revision: number;
    draft: NewOrderDraft;
  }) => Promise<SaveDraftOutcome>;
  remove: (command: { installId: string; quoteId: string }) => Promise<unknown>;
};

/**
 * A draft that is stored on the server as a quote.
 *
 * - `draftId`: the id of that quote
 * - `isSent`: true if the customer can already accept a version of the quote. The form must then not create an order,
 *   because the acceptance would create a second order.
 * - `isFitted`: true if the server has changed quantities of the stored draft to fit the stock, at the user's request
 */
export type ServerDraft = {
  draftId: string;
  revision: number;
  draft: NewOrderDraft;
  isSent: boolean;
  isFitted?: boolean;
};

export type SaveDraftOutcome =
  | { code: 'saved'; revision: number }
  /**
   * Nothing was saved, because another device has saved the draft in the meantime. `draft` has the values that the
   * other device saved.
   */
  | { code: 'overtaken'; revision: number; draft: unknown; savedBy: string | null }
  /** The draft was deleted, or it became an order. */
  | { code: 'gone' }
  /** The install already has the maximum number of drafts, so nothing was saved. */
  | { code: 'too_many' }
  | { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' | 'no_right' };

/**
 * State of the draft on the server, as shown to the user. `unsaved`: the draft is sent again soon. `too_many`,
 * `no_right` and `invalid`: the server refused the draft, and it is sent again only after the user has typed more.
 */
export type ServerDraftState =
  | { code: 'none' | 'saving' | 'unsaved' | RefusedDraft | 'gone' }
  | { code: 'saved'; at: string }
  | { code: 'overtaken'; theirs: NewOrderDraft | null; revision: number; savedBy: string | null };

/** Reasons for which the server would refuse the same draft again. */
export type RefusedDraft = 'too_many' | 'no_right' | 'invalid';

/** Id and revision of the server draft that belongs to the form. */
export type DraftRevision = { draftId: string; revision: number };
