import 'server-only';
import { productsScope } from '@/lib/platform/assumptions';
import type { Scope } from '@/lib/platform/contract/scopes';
import type { InstallId } from '@/lib/shared/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * A claimed dirty mark. A dirty mark is a row that says that an order, a product or an install must be read from the
 * platform. `mark` is the number of the dirty mark at the time of the claim; each new event gives the mark a new
 * number. `claim` counts how often the mark was claimed.
 */
export type DirtyEntity = {
  installId: InstallId;
  kind: string;
  entityId: string;
  mark: bigint;
  claim: number;
};

const leaseMs = 30_000;

/**
 * Maximum number of orders of one install that are read at the same time because of dirty marks. All installs
 * share this queue, so one install must not occupy all workers. Products are read together by one request.
 */
const perInstallMax = 4;

const ordersScope: Scope = 'orders:read';

/**
 * Claims due dirty marks of orders, and of installs that the platform may have closed. The oldest mark of each install
 * is claimed first, then the second oldest mark of each install, and so on. Marks of orders are skipped while the app
 * lacks the scope to read orders. The cost of the query depends on the number of installs with marks, not on the number
 * of marks.
 */
export async function claimDirty(limit: number): Promise<DirtyEntity[]> {
  return withSystem(
    (tx) => tx.$queryRaw<DirtyEntity[]>`
      WITH RECURSIVE waiting AS (${installsWith(Prisma.sql`kind <> 'product'`)}), candidates AS (
        SELECT w.install_id, ${mayRead(ordersScope)} AS may_read
        FROM waiting w LEFT JOIN install_tokens t USING (install_id) LEFT JOIN installs i USING (install_id)
        WHERE i.paused_at IS NULL
      ), leased AS (
        SELECT install_id, count(*) AS leased FROM dirty_marks
        WHERE lease_until > now() AND kind <> 'product' GROUP BY install_id
      ), ranked AS (
        SELECT m.*, coalesce(l.leased, 0) + row_number() OVER (PARTITION BY m.install_id ORDER BY m.next_attempt_at) AS rank
        FROM candidates w LEFT JOIN leased l USING (install_id)
        CROSS JOIN LATERAL (
          (SELECT d.install_id, d.kind, d.entity_id, d.next_attempt_at FROM dirty_marks d
          WHERE d.install_id = w.install_id AND d.kind <> 'product' AND d.kind <> 'install' AND w.may_read
            AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
          ORDER BY d.next_attempt_at LIMIT ${perInstallMax})
          UNION ALL
          -- The mark of the install itself is claimed even without usable tokens. The event reported that the install
          -- is closed, and a 401 of the platform confirms that.
          SELECT d.install_id, d.kind, d.entity_id, d.next_attempt_at FROM dirty_marks d
          WHERE d.install_id = w.install_id AND d.kind = 'install'
            AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
        ) m
      ), due AS (
        SELECT d.install_id, d.kind, d.entity_id FROM ranked w JOIN dirty_marks d USING (install_id, kind, entity_id)
        WHERE w.rank <= ${perInstallMax} AND (d.lease_until IS NULL OR d.lease_until < now())
        ORDER BY w.rank, w.next_attempt_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
      )
      UPDATE dirty_marks d SET lease_until = now() + ${leaseMs} * interval '1 ms', claim = d.claim + 1
      FROM due WHERE (d.install_id, d.kind, d.entity_id) = (due.install_id, due.kind, due.entity_id)
      RETURNING d.install_id AS "installId", d.kind, d.entity_id AS "entityId", d.mark, d.claim`,
  );
}

/** Maximum number of products that one request GET /products can return (platform: Limits). */
const productsPerRead = 100;

/**
 * Claims the due dirty marks of products of one install, so that one request can read these products together. The
 * install with the oldest due mark is chosen.
 */
export async function claimDirtyProducts(): Promise<DirtyEntity[]> {
  return withSystem(
    (tx) => tx.$queryRaw<DirtyEntity[]>`
      WITH RECURSIVE waiting AS (${installsWith(Prisma.sql`kind = 'product'`)}), next AS (
        SELECT w.install_id FROM waiting w JOIN install_tokens t USING (install_id) JOIN installs i USING (install_id)
        CROSS JOIN LATERAL (
          SELECT d.next_attempt_at FROM dirty_marks d
          WHERE d.install_id = w.install_id AND d.kind = 'product' AND d.next_attempt_at <= now()
            AND (d.lease_until IS NULL OR d.lease_until < now())
          ORDER BY d.next_attempt_at LIMIT 1
        ) oldest
        WHERE ${mayRead(productsScope)} AND i.paused_at IS NULL
          -- Skips an install whose products are being read now. Its other marks accumulate meanwhile, so that one
          -- request can read their products together.
          AND NOT EXISTS (SELECT FROM dirty_marks o
            WHERE o.install_id = w.install_id AND o.kind = 'product' AND o.lease_until > now())
        ORDER BY oldest.next_attempt_at LIMIT 1
      ), due AS (
        SELECT d.install_id, d.kind, d.entity_id FROM dirty_marks d
        -- This is a subquery and not a join, so that PostgreSQL reads the rows in the order of the index.
        WHERE d.install_id = (SELECT install_id FROM next)
          AND d.kind = 'product' AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
        ORDER BY d.next_attempt_at LIMIT ${productsPerRead} FOR UPDATE OF d SKIP LOCKED
      )
      UPDATE dirty_marks d SET lease_until = now() + ${leaseMs} * interval '1 ms', claim = d.claim + 1
      FROM due WHERE (d.install_id, d.kind, d.entity_id) = (due.install_id, due.kind, due.entity_id)
      RETURNING d.install_id AS "installId", d.kind, d.entity_id AS "entityId", d.mark, d.claim`,
  );
}

/**
 * Body of the recursive query `waiting`, which returns the ids of installs that have dirty marks with the given
 * condition. Each step of the recursion finds one install by the index.
 */
function installsWith(marks: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
        (SELECT install_id FROM dirty_marks WHERE ${marks} ORDER BY install_id LIMIT 1)
        UNION ALL
        SELECT (SELECT d.install_id FROM dirty_marks d WHERE ${marks} AND d.install_id > w.install_id
          ORDER BY d.install_id LIMIT 1)
        FROM waiting w WHERE w.install_id IS NOT NULL`;
}

/** SQL condition: the install `i` has been granted the scope, and its tokens `t` can be used. */
const mayRead = (scope: string) =>
  Prisma.sql`(t.state <> 'reconnect' AND ${scope} = ANY (i.effective_scopes))`;

/**
 * Call this after the entities of claimed dirty marks were read. Deletes the marks whose number did not
 * change during the read (M7). Sets the state `settled` for the events that the read covered. A mark that got
 * a new number during the read becomes due immediately.
 */
export async function clearMarks(entities: readonly DirtyEntity[]): Promise<void> {
  if (entities.length === 0) return;
  const seen = seenRows(entities);
  await withSystem(async (tx) => {
    await lockMarks(tx, seen);
    await tx.$executeRaw`DELETE FROM dirty_marks d USING ${seen}
      WHERE (d.install_id, d.kind, d.entity_id, d.mark) = (seen.install_id, seen.kind, seen.entity_id, seen.mark)`;
    // If an event arrived during the read, the mark has a new number, so the DELETE above did not match it.
    // This UPDATE ends the lease of the mark, so that its entity is read again. It finds the mark by `claim`
    // and not by a greater number. Transactions may commit in a different order than they took their numbers,
    // so the new number may be lower.
    await tx.$executeRaw`UPDATE dirty_marks d SET lease_until = NULL FROM ${seen}
      WHERE (d.install_id, d.kind, d.entity_id, d.claim) = (seen.install_id, seen.kind, seen.entity_id, seen.claim)`;
    // Sets the state `settled` for the events that the read covered. There are two cases:
    // - The entity still has a mark. The read covered the events whose number is not greater than that of the
    //   claimed mark.
    // - The entity has no mark any more. The read covered all its events. Some numbers may be greater than
    //   that of the claimed mark, because a mark has the number of the event that was committed last.
    await tx.$executeRaw`UPDATE inbox i SET state = 'settled', settled_at = now()
      FROM ${seen} LEFT JOIN dirty_marks d USING (install_id, kind, entity_id)
      WHERE (i.install_id, i.kind, i.entity_id) = (seen.install_id, seen.kind, seen.entity_id)
        AND i.state = 'marked' AND (i.mark <= seen.mark OR d.mark IS NULL)`;
  });
}

/**
 * Schedules another read of entities that could not be read. The delay doubles with each attempt, up to 5 minutes, and
 * is at least `atLeastSeconds`.
 */
export async function postponeMarks(entities: readonly DirtyEntity[], atLeastSeconds = 0): Promise<void> {
  const seen = seenRows(entities);
  await withSystem(async (tx) => {
    await lockMarks(tx, seen);
    await tx.$executeRaw`
      UPDATE dirty_marks d SET lease_until = NULL, attempts = attempts + 1,
        next_attempt_at = now()
          + greatest(${atLeastSeconds}, least(300, power(2, least(attempts, 10)))) * interval '1 second'
      FROM ${seen}
      WHERE (d.install_id, d.kind, d.entity_id, d.claim) = (seen.install_id, seen.kind, seen.entity_id, seen.claim)`;
  });
}

/**
 * Ends the claims of dirty marks that were not processed. The marks are still due at the same time as before the claim.
 */
export async function releaseMarks(entities: readonly DirtyEntity[]): Promise<void> {
  if (entities.length === 0) return;
  const seen = seenRows(entities);
  await withSystem(async (tx) => {
    await lockMarks(tx, seen);
    await tx.$executeRaw`UPDATE dirty_marks d SET lease_until = NULL FROM ${seen}
      WHERE (d.install_id, d.kind, d.entity_id, d.claim) = (seen.install_id, seen.kind, seen.entity_id, seen.claim)`;
  });
}

/**
 * Locks the rows of the dirty marks until the transaction ends. The code that stores events locks them in the same
 * order, so the transactions do not deadlock.
 */
async function lockMarks(tx: Tx, seen: Prisma.Sql): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM dirty_marks d JOIN ${seen} USING (install_id, kind, entity_id)
    ORDER BY d.install_id, d.kind, d.entity_id FOR UPDATE OF d`;
}

function seenRows(entities: readonly DirtyEntity[]): Prisma.Sql {
  const rows = entities.map((entity) => ({
    install_id: entity.installId,
    kind: entity.kind,
    entity_id: entity.entityId,
    mark: String(entity.mark),
    claim: entity.claim,
  }));
  return Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS seen (install_id text, kind text, entity_id text, mark bigint, claim integer)`;
}
