import { z } from 'zod';
import { activityKinds, activityStates } from '@/lib/operations/activity/activity-view';
import { listCursor } from '@/lib/shared/list-cursor';

/** Where a page ends: when its last entry was asked for, and its id. */
export type ActivityKey = { at: Date; id: string };

const Cursor = z
  .tuple([z.iso.datetime(), z.uuid()])
  .transform(([at, id]): ActivityKey => ({ at: new Date(at), id }));
const Text = z
  .string()
  .trim()
  .max(128)
  .refine((text) => !text.includes('\0'), 'holds a NUL');

/** Filters of the activity, as its URL says them (ActivityFilters); all that are given hold at once. */
export const ActivityFilterQuery = z.object({
  state: z.enum(activityStates).optional(),
  kind: z.enum(activityKinds).optional(),
  person: Text.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  q: Text.optional(),
});
export type ActivityFilterQuery = z.output<typeof ActivityFilterQuery>;

/** The same and where to go on; a cursor that is not ours is an error of the caller (400). */
export const ActivityQuery = ActivityFilterQuery.extend({
  cursor: listCursor(Cursor).optional(),
});

/** A key as a cursor carries it. */
export const cursorOf = ({ at, id }: ActivityKey): string => `${at.toISOString()} ${id}`;
