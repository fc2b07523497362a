import type { FieldProblem } from '@/lib/platform/assumptions';
import type { OrderColumn } from '@/lib/orders/list/order-columns';

/** A view that somebody saved, as whoever may see it sees it. */
export type SavedView = {
  id: string;
  name: string;
  /** Canonical text of its filters. */
  filters: string;
  /** The columns it shows; null: those of whoever looks at it. */
  columns: OrderColumn[] | null;
  isShared: boolean;
};

/** canOwn: the admin said who is there, so there can be views of one's own. */
export type SavedViewList = { views: SavedView[]; canOwn: boolean };

export const viewNameLengthMax = 40;
/** Of one owner, and of all together. */
export const viewsMax = 30;

/** What became of a change to saved views. `status` is the HTTP status it stands for. */
export type SavedViewOutcome =
  | { code: 'saved'; status: 200 }
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  /** Nobody knows who is there, so nothing can be one's own. */
  | { code: 'no_actor'; status: 403 }
  | { code: 'not_found'; status: 404 }
  | { code: 'name_taken'; status: 409 }
  | { code: 'too_many'; status: 409 };

type ViewAction = (command: unknown) => Promise<SavedViewOutcome>;

/** The server actions on saved views, as the page gives them. */
export type SavedViewActions = { save: ViewAction; change: ViewAction; remove: ViewAction };
