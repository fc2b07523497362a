import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { activityHeader, activityLines, type ActivityWords } from '@/lib/operations/activity/activity-csv';
import { type ActivityFilterQuery, ActivityQuery } from '@/lib/operations/activity/activity-query';
import type { ActivityEntry } from '@/lib/operations/activity/activity-view';
import { listActivity } from '@/lib/operations/activity/list-activity.server';
import type { ActivityPorts } from '@/lib/operations/operation-ports.server';
import { csvStream } from '@/lib/shared/sheets/csv-stream';

/** Number of entries that the export reads at a time. The export never has all entries in memory. */
const pageSize = 500;

/** Exports all activity entries that match the filters as a stream of CSV text (csvStream). */
export async function exportActivity(
  context: InstallContext,
  filters: ActivityFilterQuery,
  { words, signal, ports }: { words: ActivityWords; signal: AbortSignal; ports: ActivityPorts },
): Promise<ReadableStream<Uint8Array>> {
  return csvStream({
    header: activityHeader(words),
    pages: pageByPage(context, filters, ports),
    toLines: activityLines(words, context.store.timezone),
    signal,
  });
}

async function* pageByPage(
  context: InstallContext,
  filters: ActivityFilterQuery,
  ports: ActivityPorts,
): AsyncGenerator<ActivityEntry[], void, unknown> {
  let cursor: string | undefined;
  do {
    const query = ActivityQuery.parse({ ...filters, cursor });
    const { entries, next } = await listActivity(context, query, ports, pageSize);
    yield entries;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
