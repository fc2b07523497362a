import type { FieldProblem } from 'commerce-platform-client/assumptions';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import type * as commands from '@/lib/orders/views/saved-view-commands';
import type { ActionOf } from '@/lib/shared/action-of';
import type { NoRight } from '@/lib/shared/roles/roles';

/** A saved view of the orders list, as the browser receives it. */
export type SavedView = {
  id: string;
  name: string;
  /** Filters of the view, in the same form as in the URL of the orders list. */
  filters: string;
  /**
   * The columns of the view; null if the view has none. If null, each user sees the columns that this user has chosen
   * for the orders list.
   */
  columns: OrderColumn[] | null;
  isShared: boolean;
};

/**
 * The saved views that a user may see. `canOwn`: the user can have private views, because the launch token contains the
 * user's identity.
 */
export type SavedViewList = { views: SavedView[]; canOwn: boolean };

/** Maximum number of private views of one user. The same maximum applies to the shared views. */
export const viewsMax = 30;

/** Result of a change to saved views. `status` is the corresponding HTTP status. */
export type SavedViewOutcome =
  | { code: 'saved'; status: 200 }
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  /** The view cannot be private, because the launch token names no user. */
  | { code: 'no_actor'; status: 403 }
  | { code: 'not_found'; status: 404 }
  | { code: 'name_taken'; status: 409 }
  | { code: 'too_many'; status: 409 }
  | NoRight;

/** The server actions on saved views. The page passes them to its components. */
export type SavedViewActions = {
  save: ActionOf<typeof commands.SaveViewCommand, SavedViewOutcome>;
  change: ActionOf<typeof commands.ChangeViewCommand, SavedViewOutcome>;
  remove: ActionOf<typeof commands.DeleteViewCommand, SavedViewOutcome>;
};
