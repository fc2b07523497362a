import { z } from 'zod';
import { Text } from 'commerce-platform-client/contract/text';
import { type ActivityFilters, activityKinds, activityStates } from '@/lib/operations/activity/activity-view';
import { CursorTime, listCursor } from '@/lib/shared/lists/list-cursor';

/** Sort key of an activity entry: the time at which the user requested the write, and the id of the entry. */
export type ActivityKey = { at: Date; id: string };

const Cursor = z
  .tuple([CursorTime, z.uuid()])
  .transform(([at, id]): ActivityKey => ({ at: new Date(at), id }));
/** A calendar day. PostgreSQL refuses the year 0000, and no entry is older than 1970. */
const Day = z.iso.date().refine((text) => text >= '1970', 'before 1970');
const Word = Text.trim().max(128);

/** Filters of the activity list, as they are in its URL (ActivityFilters). An entry must match all given filters. */
export const ActivityFilterQuery = z.object({
  state: z.enum(activityStates).optional(),
  kind: z.enum(activityKinds).optional(),
  person: Word.optional(),
  from: Day.optional(),
  to: Day.optional(),
  q: Word.optional(),
} satisfies Record<keyof ActivityFilters, z.ZodType>);
export type ActivityFilterQuery = z.output<typeof ActivityFilterQuery>;

/** Filters and cursor of one page of the activity list. If the cursor is invalid, the request is refused with 400. */
export const ActivityQuery = ActivityFilterQuery.extend({
  cursor: listCursor(Cursor).optional(),
});

/** Returns the sort key of an entry as text. The request for the next page sends this text as its cursor. */
export const cursorOf = ({ at, id }: ActivityKey): string => `${at.toISOString()} ${id}`;
