import 'server-only';
import type { ActivityKey } from '@/lib/operations/activity/activity-query';
import type { ActivityKind, ActivityState } from '@/lib/operations/activity/activity-view';
import type { Examined } from '@/lib/operations/activity/merge-newest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Search conditions for operations (writes to the platform). A condition that is undefined does not apply. `person` is
 * the user's id (the claim `sub` of the launch token). `person: null` finds the operations without a `sub`.
 */
export type LookFor = {
  installId: InstallId;
  state?: ActivityState | undefined;
  kind?: ActivityKind | undefined;
  person?: string | null | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
  q?: string | undefined;
  /** Ids of the orders whose number is the search text `q`. */
  orderIds: string[];
  after?: ActivityKey | undefined;
};

/**
 * Maximum numbers for a search. `rowsMax`: how many operations one query examines. Some of these operations do not
 * match the search or belong to a bulk run, so one page may need several queries. `queriesMax`: how many queries one
 * page makes at most.
 */
const rowsMax = 1_000;
const queriesMax = 5;

const states: Record<ActivityState, string[]> = {
  needs_review: ['needs_review'],
  open: ['recorded', 'sending', 'unknown'],
  refused: ['refused'],
  succeeded: ['succeeded'],
};

/**
 * Returns the newest operations that match the conditions, at most `limit`. At most 5,000 operations are examined,
 * newest first. `until` is the sort key after which the next page starts. It is null if the search has reached the
 * oldest operation.
 */
export async function lookForOperations(
  tx: Tx,
  query: LookFor,
  limit: number,
): Promise<Examined<ActivityKey>> {
  if (query.orderIds.length > 0) return operationsOfOrders(tx, query, limit);
  const found: ActivityKey[] = [];
  let after = query.after;
  for (let queries = 0; queries < queriesMax; queries++) {
    const rows = await examine(tx, { ...query, after }, limit + 1);
    found.push(...rows.filter(({ fits }) => fits).map(({ at, id }) => ({ at, id })));
    if (found.length > limit) return { found: found.slice(0, limit), until: found[limit - 1] ?? null };
    const edge = rows.find(({ place }) => place === BigInt(rowsMax));
    if (!edge) return { found, until: null };
    after = edge;
  }
  return { found, until: after ?? null };
}

type Row = ActivityKey & { fits: boolean; place: bigint };

/**
 * Examines the next `rowsMax` operations and returns those that match the search conditions. Also returns the last
 * examined operation, because the next call continues after it.
 */
function examine(tx: Tx, query: LookFor, limit: number): Promise<Row[]> {
  const wanted = query.state ? states[query.state] : Object.values(states).flat();
  return tx.$queryRaw<Row[]>`
    WITH examined AS (
      SELECT o.*, row_number() OVER (ORDER BY o.created_at DESC, o.id DESC) AS place
      FROM unnest(${wanted}::text[]) AS wanted(state), LATERAL (
        SELECT install_id, id, created_at, kind, state, actor_sub, request_ids FROM operations
        WHERE install_id = ${query.installId} AND state = wanted.state ${rangeOf(query)}
        ORDER BY created_at DESC, id DESC LIMIT ${rowsMax}
      ) o
      ORDER BY o.created_at DESC, o.id DESC LIMIT ${rowsMax}
    ), checked AS (SELECT o.id, o.created_at, o.place, (${fitsOf(query)}) AS fits FROM examined o)
    SELECT id, created_at AS at, place, fits FROM checked WHERE fits OR place = ${rowsMax}
    ORDER BY place LIMIT ${limit + 1}`;
}

function rangeOf({ from, before, after }: LookFor): Prisma.Sql {
  const parts = [
    from && Prisma.sql`AND created_at >= ${from}`,
    before && Prisma.sql`AND created_at < ${before}`,
    after && Prisma.sql`AND (created_at, id) < (${after.at}::timestamptz(3), ${after.id}::uuid)`,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? Prisma.join(parts, ' ') : Prisma.empty;
}

function fitsOf({ kind, person, q }: LookFor): Prisma.Sql {
  const parts = [
    // An operation of a bulk run is found only if the user searched for its id or request id, or if it needs review.
    !q &&
      Prisma.sql`(o.state = 'needs_review' OR NOT EXISTS (
        SELECT FROM bulk_items b WHERE b.install_id = o.install_id AND b.operation_id = o.id))`,
    kind && Prisma.sql`o.kind = ${kind}`,
    person !== undefined && Prisma.sql`o.actor_sub IS NOT DISTINCT FROM ${person}::text`,
    q && Prisma.sql`(${q} = ANY(o.request_ids) OR o.id::text = lower(${q}))`,
  ].filter((part) => part instanceof Prisma.Sql);
  return parts.length > 0 ? Prisma.join(parts, ' AND ') : Prisma.sql`true`;
}

/**
 * Returns the writes that changed the given orders, and the writes that created them. An order has few writes, and an
 * index finds them. A write of a bulk run is included only if it needs review.
 */
async function operationsOfOrders(tx: Tx, query: LookFor, limit: number): Promise<Examined<ActivityKey>> {
  const { installId, orderIds, state, kind, person } = query;
  const rows = await tx.$queryRaw<ActivityKey[]>`
    SELECT o.id, o.created_at AS at FROM operations o
    WHERE o.install_id = ${installId} AND (
      o.queue_key = ANY(${orderIds.map((id) => `order ${id}`)}) OR o.id IN (
        SELECT operation_id FROM created_orders WHERE install_id = ${installId} AND order_id = ANY(${orderIds})))
      ${state ? Prisma.sql`AND o.state = ANY(${states[state]})` : Prisma.empty}
      AND ${fitsOf({ ...query, kind, person, q: undefined, state })} ${rangeOf(query)}
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit + 1}`;
  const found = rows.slice(0, limit);
  return { found, until: rows.length > limit ? (found.at(-1) ?? null) : null };
}
