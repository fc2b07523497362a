import 'server-only';
import { productsScope } from 'commerce-platform-client/assumptions';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import {
  claimInTurn,
  renewTurns,
  parkedUntil,
  type ReadyQueue,
  takeTurns,
} from '@/lib/system/queues/ready-list.server';

/**
 * A claimed dirty mark. A dirty mark is a row for an order, a product or an install that must be read from the
 * platform.
 *
 * - `mark`: number of the mark at the time of the claim. Each new event gives the mark a new number.
 * - `claim`: number of times that the mark was claimed
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
 * Maximum number of orders of one install that are read at the same time because of dirty marks (rows for data that
 * must be read). All installs share this queue, so one install must not occupy all workers. For products, the maximum
 * is separate, because one request reads many products.
 */
const perInstallMax = 4;

const ordersScope: Scope = 'orders:read';

/**
 * One queue of dirty marks (rows for data that must be read) in the ready list: the marks of orders and installs, or
 * the marks of products. `perInstall`: from this number of claimed marks of one install, no further marks of the
 * install are claimed.
 */
type MarkQueue = { name: ReadyQueue; marks: Prisma.Sql; scope: Scope; perInstall: number };

const orderMarks: MarkQueue = {
  name: 'orders',
  marks: Prisma.sql`d.kind <> 'product'`,
  scope: ordersScope,
  perInstall: perInstallMax,
};
// One claim covers up to 100 products of an install, and one request reads them. Until this claim ends, no further
// products of the install are claimed.
const productMarks: MarkQueue = {
  name: 'products',
  marks: Prisma.sql`d.kind = 'product'`,
  scope: productsScope,
  perInstall: 1,
};
const queueOf = (kind: string) => (kind === 'product' ? productMarks : orderMarks);

/**
 * Claims due dirty marks (rows for data that must be read). The marks are of orders, and of installs that the platform
 * may have closed. The installs take turns (ready list). In the first round, the oldest mark of each install is
 * claimed; in the second round, the second oldest; and so on. Marks of orders are skipped while the app lacks the scope
 * to read orders. The claim is equally fast for any number of waiting installs and marks.
 */
export async function claimDirty(limit: number): Promise<DirtyEntity[]> {
  return claimMarks(
    orderMarks,
    Prisma.sql`
      WITH turns AS MATERIALIZED (${takeTurns('orders', limit)}), ranked AS (
        SELECT m.*, t.due_at,
          l.leased + row_number() OVER (PARTITION BY m.install_id ORDER BY m.next_attempt_at) AS rank
        FROM turns t LEFT JOIN install_tokens k USING (install_id) LEFT JOIN installs i USING (install_id)
        CROSS JOIN LATERAL (
          SELECT count(*) AS leased FROM dirty_marks d
          WHERE d.install_id = t.install_id AND d.kind <> 'product' AND d.lease_until > now()
        ) l
        CROSS JOIN LATERAL (
          (SELECT d.install_id, d.kind, d.entity_id, d.next_attempt_at FROM dirty_marks d
          WHERE d.install_id = t.install_id AND d.kind <> 'product' AND d.kind <> 'install' AND ${mayRead(ordersScope)}
            AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
          ORDER BY d.next_attempt_at LIMIT ${perInstallMax})
          UNION ALL
          -- The mark of the install itself is claimed even without usable tokens. The event reported that the install
          -- is closed, and a 401 of the platform confirms that.
          SELECT d.install_id, d.kind, d.entity_id, d.next_attempt_at FROM dirty_marks d
          WHERE d.install_id = t.install_id AND d.kind = 'install'
            AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
        ) m
        WHERE i.paused_at IS NULL
      ), due AS (
        SELECT d.install_id, d.kind, d.entity_id FROM ranked w JOIN dirty_marks d USING (install_id, kind, entity_id)
        WHERE w.rank <= ${perInstallMax} AND (d.lease_until IS NULL OR d.lease_until < now())
        ORDER BY w.rank, w.due_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
      )`,
  );
}

/** Maximum number of products that one request GET /products can return (platform: Limits). */
const productsPerRead = 100;

/**
 * Claims the due dirty marks (rows for data that must be read) of the products of one install. One request can then
 * read these products together. The installs take turns (ready list). While products of an install are being read, no
 * further products of this install are claimed. Marks that are set meanwhile wait, and the next request reads their
 * products together.
 */
export async function claimDirtyProducts(): Promise<DirtyEntity[]> {
  return claimMarks(
    productMarks,
    Prisma.sql`
      WITH turns AS MATERIALIZED (${takeTurns('products', 1)}), due AS (
        SELECT d.install_id, d.kind, d.entity_id FROM dirty_marks d
        -- This is a subquery and not a join, so that PostgreSQL reads the rows in the order of the index.
        WHERE d.install_id = (
            SELECT install_id FROM turns t JOIN install_tokens k USING (install_id) JOIN installs i USING (install_id)
            WHERE ${mayRead(productsScope)} AND i.paused_at IS NULL AND NOT EXISTS (SELECT FROM dirty_marks o
              WHERE o.install_id = t.install_id AND o.kind = 'product' AND o.lease_until > now()))
          AND d.kind = 'product' AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
        ORDER BY d.next_attempt_at LIMIT ${productsPerRead} FOR UPDATE OF d SKIP LOCKED
      )`,
  );
}

/**
 * Claims dirty marks (rows for data that must be read) and ends the turns of their installs. `chosen` consists of two
 * SQL queries. `turns` selects the installs whose turn it is. `due` selects the marks of these installs that are
 * claimed.
 */
function claimMarks(queue: MarkQueue, chosen: Prisma.Sql): Promise<DirtyEntity[]> {
  const claim = Prisma.sql`
    ${chosen}, claimed AS (
      UPDATE dirty_marks d SET lease_until = now() + ${leaseMs} * interval '1 ms', claim = d.claim + 1
      FROM due WHERE (d.install_id, d.kind, d.entity_id) = (due.install_id, due.kind, due.entity_id)
      RETURNING d.install_id, d.kind, d.entity_id, d.mark, d.claim
    )
    SELECT t.install_id AS "installId", c.kind, c.entity_id AS "entityId", c.mark, c.claim
    FROM turns t LEFT JOIN claimed c USING (install_id)`;
  return claimInTurn<DirtyEntity>(queue.name, (tx) => tx.$queryRaw(claim), nextTurn(queue));
}

/** SQL condition: the install `i` has been granted the scope, and its tokens `k` can be used. */
const mayRead = (scope: string) =>
  Prisma.sql`(k.state <> 'reconnect' AND ${scope} = ANY (i.effective_scopes))`;

/**
 * SQL expression: the time at which a mark of the install `listed.install_id` can be claimed; NULL if the install has
 * no marks. If the maximum number of marks of the install is already claimed, the result is the end of the first lease
 * of these marks. A worker that ends a claim earlier calls `renewTurns`.
 */
function nextTurn({ marks, scope, perInstall }: MarkQueue): Prisma.Sql {
  const ofInstall = Prisma.sql`d.install_id = listed.install_id AND ${marks}`;
  const isFree = Prisma.sql`(d.lease_until IS NULL OR d.lease_until <= now())`;
  return Prisma.sql`(
    SELECT CASE
      WHEN leases.count >= ${perInstall} THEN leases.ends_at
      ELSE coalesce(least(claimable.at, leases.ends_at),
        CASE WHEN EXISTS (SELECT FROM dirty_marks d WHERE ${ofInstall}) THEN ${parkedUntil} END) END
    FROM (
      SELECT count(*) AS count, min(d.lease_until) AS ends_at FROM dirty_marks d
      WHERE ${ofInstall} AND d.lease_until > now()
    ) leases, LATERAL (
      SELECT coalesce(i.paused_at IS NULL, true) AS open, coalesce(${mayRead(scope)}, false) AS readable
      FROM (SELECT listed.install_id) this LEFT JOIN installs i USING (install_id)
        LEFT JOIN install_tokens k USING (install_id)
    ) may, LATERAL (
      SELECT least(
        CASE WHEN may.open AND may.readable THEN (
          SELECT min(d.next_attempt_at) FROM dirty_marks d WHERE ${ofInstall} AND ${isFree}) END,
        CASE WHEN may.open THEN (
          SELECT min(d.next_attempt_at) FROM dirty_marks d WHERE ${ofInstall} AND ${isFree} AND d.kind = 'install') END
      ) AS at
    ) claimable)`;
}

/**
 * Ends the turns (claims of work) of the installs whose claims end in the caller's transaction. For each install, the
 * time of the next turn is computed and stored.
 */
async function endClaims(tx: Tx, entities: readonly DirtyEntity[]): Promise<void> {
  for (const queue of [orderMarks, productMarks]) {
    const installs = [
      ...new Set(entities.flatMap(({ installId, kind }) => (queueOf(kind) === queue ? [installId] : []))),
    ];
    await renewTurns(tx, { queue: queue.name, installIds: installs, nextAt: nextTurn(queue) });
  }
}

/**
 * Ends the claims of dirty marks (rows for data that must be read) after the data was read.
 *
 * - A mark whose number did not change during the read is deleted (M7).
 * - A mark that got a new number during the read becomes due immediately.
 * - Events whose changes are included in the read get the state `settled`.
 */
export async function clearMarks(entities: readonly DirtyEntity[]): Promise<void> {
  if (entities.length === 0) return;
  const seen = seenRows(entities);
  await withSystem(async (tx) => {
    await lockMarks(tx, seen);
    await tx.$executeRaw`DELETE FROM dirty_marks d USING ${seen}
      WHERE (d.install_id, d.kind, d.entity_id, d.mark) = (seen.install_id, seen.kind, seen.entity_id, seen.mark)`;
    // The DELETE above did not delete a mark that got a new number during the read. This UPDATE ends the lease of such
    // a mark, so that its entity is read again. It finds the mark by `claim`. A condition "greater number" would be
    // wrong, because the new number may be lower: transactions may commit in a different order than they took their
    // numbers.
    await tx.$executeRaw`UPDATE dirty_marks d SET lease_until = NULL FROM ${seen}
      WHERE (d.install_id, d.kind, d.entity_id, d.claim) = (seen.install_id, seen.kind, seen.entity_id, seen.claim)`;
    // Sets the state `settled` for the events whose changes are included in the read:
    // - If the entity still has a dirty mark, these are the events up to the number of the claimed mark.
    // - If the entity has no mark any more, these are all its events. A mark has the number of the event that was
    //   committed last, so the number of another event may be greater.
    await tx.$executeRaw`UPDATE inbox i SET state = 'settled', settled_at = now()
      FROM ${seen} LEFT JOIN dirty_marks d USING (install_id, kind, entity_id)
      WHERE (i.install_id, i.kind, i.entity_id) = (seen.install_id, seen.kind, seen.entity_id)
        AND i.state = 'marked' AND (i.mark <= seen.mark OR d.mark IS NULL)`;
    await endClaims(tx, entities);
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
    await endClaims(tx, entities);
  });
}

/**
 * Ends the claims of dirty marks (rows for data that must be read) that were not processed. The due time of the marks
 * stays as it was before the claim.
 */
export async function releaseMarks(entities: readonly DirtyEntity[]): Promise<void> {
  if (entities.length === 0) return;
  const seen = seenRows(entities);
  await withSystem(async (tx) => {
    await lockMarks(tx, seen);
    await tx.$executeRaw`UPDATE dirty_marks d SET lease_until = NULL FROM ${seen}
      WHERE (d.install_id, d.kind, d.entity_id, d.claim) = (seen.install_id, seen.kind, seen.entity_id, seen.claim)`;
    await endClaims(tx, entities);
  });
}

/**
 * Locks the dirty marks (rows for data that must be read) until the transaction ends. apply_events locks them in the
 * same order, so no deadlock occurs.
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
