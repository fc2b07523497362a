import type { FieldProblem } from '@/lib/platform/assumptions';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import type * as commands from '@/lib/orders/views/saved-view-commands';
import type { ActionOf } from '@/lib/shared/action-of';

/** A saved view, as a user who may see it receives it. */
export type SavedView = {
  id: string;
  name: string;
  /** Canonical URL text of the view's filters. */
  filters: string;
  /** The columns that the view shows; null for the columns that each user has chosen. */
  columns: OrderColumn[] | null;
  isShared: boolean;
};

/** `canOwn`: the launch token named the user, so private views are possible. */
export type SavedViewList = { views: SavedView[]; canOwn: boolean };

/** Maximum number of views of one owner, and of the shared views. */
export const viewsMax = 30;

/** Outcome of a change to saved views. `status` is the corresponding HTTP status. */
export type SavedViewOutcome =
  | { code: 'saved'; status: 200 }
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  /** The platform named no user, so a view cannot belong to one. */
  | { code: 'no_actor'; status: 403 }
  | { code: 'not_found'; status: 404 }
  | { code: 'name_taken'; status: 409 }
  | { code: 'too_many'; status: 409 };

/** Server actions on saved views; the page passes them to its components. */
export type SavedViewActions = {
  save: ActionOf<typeof commands.SaveViewCommand, SavedViewOutcome>;
  change: ActionOf<typeof commands.ChangeViewCommand, SavedViewOutcome>;
  remove: ActionOf<typeof commands.DeleteViewCommand, SavedViewOutcome>;
};
