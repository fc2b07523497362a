import type { FieldProblem } from '@/lib/platform/assumptions';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import type * as commands from '@/lib/orders/views/saved-view-commands';
import type { ActionOf } from '@/lib/shared/action-of';
import type { NoRight } from '@/lib/shared/roles/roles';

/** A saved view of the orders list, as it is sent to a user who may see it. */
export type SavedView = {
  id: string;
  name: string;
  /** Filters of the view, as normalized text in the form of a URL query. */
  filters: string;
  /** The columns that the view shows; null if it shows the columns that each user has chosen for the orders list. */
  columns: OrderColumn[] | null;
  isShared: boolean;
};

/**
 * The saved views that a user may see. `canOwn` is true if the launch token named the user, because only a named user
 * can have private views.
 */
export type SavedViewList = { views: SavedView[]; canOwn: boolean };

/** Maximum number of private views of one user. The same maximum applies to the views that all users share. */
export const viewsMax = 30;

/** Outcome of a change to saved views. `status` is the HTTP status that corresponds to `code`. */
export type SavedViewOutcome =
  | { code: 'saved'; status: 200 }
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  /** The platform named no user, so a view cannot belong to one. */
  | { code: 'no_actor'; status: 403 }
  | { code: 'not_found'; status: 404 }
  | { code: 'name_taken'; status: 409 }
  | { code: 'too_many'; status: 409 }
  | NoRight;

/** Server actions on saved views; the page passes them to its components. */
export type SavedViewActions = {
  save: ActionOf<typeof commands.SaveViewCommand, SavedViewOutcome>;
  change: ActionOf<typeof commands.ChangeViewCommand, SavedViewOutcome>;
  remove: ActionOf<typeof commands.DeleteViewCommand, SavedViewOutcome>;
};
