import 'server-only';
import type { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import {
  type ActivityFilterQuery,
  type ActivityKey,
  type ActivityQuery,
  cursorOf,
} from '@/lib/operations/activity/activity-query';
import { activityOperations } from '@/lib/operations/activity/activity-rows.server';
import { type ActivityEntry, type ActivityPage, nobody } from '@/lib/operations/activity/activity-view';
import { bulkRunView } from '@/lib/operations/bulk/bulk-rows.server';
import { type LookFor, lookForOperations } from '@/lib/operations/activity/look-for-operations.server';
import { type Examined, mergeNewest } from '@/lib/operations/activity/merge-newest';
import type { ActivityPorts } from '@/lib/operations/operation-ports.server';
import { nextDay, startOfDay } from '@/lib/shared/store-day';
import type { Tx } from '@/lib/system/db';
import type { BulkRun, Prisma } from '@/lib/system/generated/prisma/client';

const pageSize = 50;

type Source = Pick<InstallContext, 'installId' | 'db' | 'scopes' | 'store'>;

/**
 * Returns a page of the writes of an install and their outcomes, newest first. A write of a bulk run is shown as a part
 * of the run's entry. If a write of a bulk run needs review, it also has an entry of its own.
 */
export async function listActivity(
  source: Source,
  { cursor, ...filters }: z.output<typeof ActivityQuery>,
  ports: ActivityPorts,
  limit = pageSize,
): Promise<ActivityPage> {
  return source.db.read(async (tx) => {
    const look = await lookOf(tx, source, { ...filters, after: cursor }, ports);
    const { found, until } = mergeNewest<ActivityKey, RunFound>(
      filters.kind === 'bulk_run' ? nothing : await lookForOperations(tx, look, limit),
      filters.q || (filters.kind && filters.kind !== 'bulk_run')
        ? nothing
        : await lookForRuns(tx, look, limit),
      limit,
    );
    const ids = found.flatMap((row) => ('run' in row ? [] : [row.id]));
    const operations = await activityOperations(tx, source, ids, ports);
    const entries = found.flatMap((row): ActivityEntry[] => {
      if ('run' in row)
        return [{ type: 'run', id: row.id, at: row.at.toISOString(), run: bulkRunView(row.run) }];
      const operation = operations.get(row.id);
      return operation ? [operation] : [];
    });
    return { entries, next: until && cursorOf(until) };
  });
}

type RunFound = ActivityKey & { run: BulkRun };

const nothing = { found: [], until: null };

async function lookOf(
  tx: Tx,
  { installId, scopes, store }: Source,
  filters: ActivityFilterQuery & { after: ActivityKey | undefined },
  { findOrdersByNumber }: ActivityPorts,
): Promise<LookFor> {
  const { state, kind, person, from, to, q, after } = filters;
  // If the app has no scope to read orders, a search for an order number finds nothing. A result would show the user
  // which order numbers exist.
  const orders = q && scopes.has('orders:read') ? await findOrdersByNumber(tx, installId, q) : [];
  return {
    installId,
    state,
    kind,
    after,
    q,
    orderIds: orders.map(({ id }) => id),
    person: person === nobody ? null : person || undefined,
    from: (from && startOfDay(from, store.timezone)) || undefined,
    before: (to && startOfDay(nextDay(to), store.timezone)) || undefined,
  };
}

/**
 * Conditions with which the state filter of the activity list finds bulk runs. The filter `open` finds the bulk runs
 * that have not ended. Each other filter names a state of a write, and finds the bulk runs with at least one item in
 * that state.
 */
const runStates = {
  needs_review: { needsReview: { gt: 0 } },
  open: { endedAt: null },
  refused: { refused: { gt: 0 } },
  succeeded: { succeeded: { gt: 0 } },
} satisfies Record<string, Prisma.BulkRunWhereInput>;

/**
 * Returns the bulk runs that match the filters. The query reads all runs by their start time and skips those that do
 * not match. A store has few bulk runs, so the query is fast enough.
 */
async function lookForRuns(
  tx: Tx,
  { installId, state, person, from, before, after }: LookFor,
  limit: number,
): Promise<Examined<RunFound>> {
  const rows = await tx.bulkRun.findMany({
    where: {
      installId,
      ...(person !== undefined && { actorSub: person }),
      ...(state && runStates[state]),
      createdAt: { ...(from && { gte: from }), ...(before && { lt: before }) },
      ...(after && {
        OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const found = rows.slice(0, limit).map((run) => ({ at: run.createdAt, id: run.id, run }));
  return { found, until: rows.length > limit ? (found.at(-1) ?? null) : null };
}
