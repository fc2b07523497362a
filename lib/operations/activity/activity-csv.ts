import type { ActivityEntry, ActivityOperation } from '@/lib/operations/activity/activity-view';
import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';
import { csvClock, csvLine, csvText } from '@/lib/shared/sheets/csv';

/** Columns of the CSV file, in their sequence in the file. */
export const activityColumns = [
  'at',
  'ended',
  'what',
  'about',
  'who',
  'result',
  'reason',
  'requestIds',
  'id',
] as const;
export type ActivityColumn = (typeof activityColumns)[number];

/** Texts of the CSV file in the merchant's language. */
export type ActivityWords = {
  columns: Record<ActivityColumn, string>;
  what: (entry: ActivityEntry) => string;
  state: (state: ActivityOperation['state']) => string;
  run: (run: BulkRunView) => string;
};

/** Returns the header line of the CSV file. */
export function activityHeader({ columns }: ActivityWords): string {
  return csvLine(activityColumns.map((column) => csvText(columns[column])));
}

/**
 * Returns a function that writes activity entries as lines of the CSV file. Times are in the given time zone of the
 * store (IANA name).
 */
export function activityLines(
  words: ActivityWords,
  timeZone: string,
): (entries: readonly ActivityEntry[]) => string {
  const clock = csvClock(timeZone);
  const timeOf = (at: string | null) => (at === null ? '' : clock(at));
  return (entries) =>
    entries
      .map((entry) => {
        const cells = entry.type === 'run' ? cellsOfRun(entry.run, words) : cellsOf(entry, words);
        const ended = entry.type === 'run' ? entry.run.endedAt : entry.endedAt;
        const all = {
          ...cells,
          at: timeOf(entry.at),
          ended: timeOf(ended),
          what: words.what(entry),
          id: entry.id,
        };
        return csvLine(activityColumns.map((column) => csvText(all[column])));
      })
      .join('');
}

type Cells = Record<Exclude<ActivityColumn, 'at' | 'ended' | 'what' | 'id'>, string>;

function cellsOf(operation: ActivityOperation, words: ActivityWords): Cells {
  const { order, quote, actor, refusal, requestIds, state } = operation;
  return {
    about: [quote && (quote.number ?? quote.id), order && (order.number ?? order.id)]
      .filter(Boolean)
      .join(' '),
    who: actor ?? '',
    result: words.state(state),
    reason: refusal?.reason ?? '',
    requestIds: requestIds.join(' '),
  };
}

function cellsOfRun(run: BulkRunView, words: ActivityWords): Cells {
  return { about: '', who: run.actorName ?? '', result: words.run(run), reason: '', requestIds: '' };
}
