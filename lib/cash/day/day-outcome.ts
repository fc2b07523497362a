/**
 * Result of closing a day. Only `closed` has stored something.
 *
 * - `reused`: the id was used for other amounts
 * - `already_closed`: another record of the day was stored after the form was loaded
 * - `later_closed`: a later day is already closed, and its opening amount does not include the day that the user
 *   closes
 * - `changed`: since the user saw them, the opening amount, the remitted cash or the list of currencies has changed
 * - `reason_missing`: a difference has no reason
 * - `day_wrong`: the day is in the future, or too long ago
 */
export type CloseDayOutcome =
  | { code: 'closed'; status: 200 }
  | { code: 'reused' | 'already_closed' | 'later_closed' | 'changed'; status: 409 }
  | { code: 'reason_missing' | 'day_wrong'; status: 422 };
