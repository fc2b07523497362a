import type { CarrierValues } from '@/lib/cash/carrier-commands';
import type { FieldProblem } from 'commerce-platform-client/assumptions';
import type { NoRight } from '@/lib/shared/roles/roles';

/**
 * Why a line of a posting was refused. `line` is the index of the line in the posting.
 *
 * - `unknown_order`: the store has no such order
 * - `currency`: the line has another currency than the order, or other decimals
 * - `changed`: the open amount of the order has changed since the user saw it
 */
export type LineProblem = { line: number; code: 'unknown_order' | 'currency' | 'changed' };

/** Refusals that every action of the cash notebook can return. */
export type CashRefusal =
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 }
  | NoRight;

/**
 * Result of a posting. Only `posted` has stored something.
 *
 * - `reused`: the id was used for other lines
 * - `posting_undone`: this posting was stored before, and a user has undone it
 * - `already_posted`: another posting of the same remittance sheet was stored and not undone
 */
export type PostCashOutcome =
  | { code: 'posted'; status: 200; postingId: string }
  | { code: 'reused' | 'posting_undone'; status: 409 }
  | { code: 'already_posted'; status: 409; postingId: string }
  | { code: 'lines_refused'; status: 422; problems: LineProblem[] };

/**
 * Result of an undo. A second undo of the same posting is a success without an effect. `taken_back`: the posting has a
 * write-off, and a later posting has taken it back, because the carrier paid.
 */
export type UndoOutcome =
  | { code: 'undone'; status: 200 }
  | { code: 'not_found'; status: 404 }
  | { code: 'taken_back'; status: 409 };

/**
 * Result of saving a carrier.
 *
 * - `name_taken`: another carrier has this name
 * - `stale`: another user has changed the carrier since the form was opened. `carrier` has the stored values.
 */
export type SaveCarrierOutcome =
  | { code: 'saved'; status: 200 }
  | { code: 'name_taken'; status: 409 }
  | { code: 'stale'; status: 409; carrier: CarrierValues };

/** Result of assigning a carrier to an order. */
export type AssignCarrierOutcome = { code: 'saved'; status: 200 } | { code: 'not_found'; status: 404 };

/** Result of assigning one carrier to several orders. `orderIds`: the orders that the carrier has now. */
export type AssignCarriersOutcome =
  | { code: 'saved'; status: 200; orderIds: string[] }
  | { code: 'not_found'; status: 404 };

/** Result of undoing the assignment of several orders. */
export type UnassignCarriersOutcome = { code: 'unassigned'; status: 200 };
