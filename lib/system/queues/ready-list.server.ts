import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

// The ready list (table due_installs) has one row for each install that has waiting work in a queue. The row says when
// a worker must look at the install again. Three rules keep the list correct:
//
// - Triggers on the tables with the work add a row, or make its due time earlier, in the transaction that writes the
//   work.
// - Only a worker that has locked a row makes it due later or deletes it. The worker reads the work after it has locked
//   the row. So it reads the work of every transaction that locked the row earlier.
// - A transaction that writes work locks the rows of the work first and then the row of the ready list. So two such
//   transactions cannot deadlock. A transaction that writes an operation also writes many other tables. Deferred
//   triggers therefore lock the row of the ready list only when this transaction commits.
//
// A row may be due too early. A worker then finds no work that it can claim, and corrects the row.

/**
 * Queues of the ready list (M19): `orders` has the dirty marks (notes that something must be read again) of orders and
 * installs. `products` has the dirty marks of products. A transaction locks rows of several queues in the sequence of
 * this array, so that two transactions cannot deadlock.
 */
const readyQueues = ['orders', 'products', 'sweeps', 'bulk', 'operations'] as const;
export type ReadyQueue = (typeof readyQueues)[number];

/**
 * Time in minutes after which a worker looks again at an install whose work cannot be claimed now. There are three
 * reasons: the install is paused (`npm run ops`), a merchant must connect it again, or a scope is missing. `npm run ops
 * resume` and a new grant make the install due at once.
 */
export const parkedMinutes = 15;

/**
 * SQL expression: the time at which a worker looks again at an install whose work cannot be claimed now, for example
 * because the install is paused.
 */
export const parkedUntil = Prisma.sql`now() + ${parkedMinutes} * interval '1 minute'`;

/**
 * SQL query that locks the due installs of a queue, at most `limit`. The install that has been due longest is first.
 * Installs that another worker has locked are left out. Returns the columns install_id and due_at.
 */
export const takeTurns = (queue: ReadyQueue, limit: number): Prisma.Sql => Prisma.sql`
  SELECT install_id, due_at FROM due_installs WHERE queue = ${queue} AND due_at <= now()
  ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;

/**
 * An install whose turn it was (a worker had locked its row of the ready list), but none of its work can be claimed
 * now.
 */
export type Unclaimed = { installId: InstallId; kind: null };

/**
 * The installs whose turns in a queue end. A turn begins when a worker locks the install's row of the ready list.
 * `nextAt` is an SQL expression for the time at which the next work of an install can be claimed (claimInTurn).
 */
type Turns = { queue: ReadyQueue; installIds: readonly string[]; nextAt: Prisma.Sql };

/**
 * Claims work of the installs that are due, and ends their turns. Repeats this until work is claimed (repeatClaim).
 *
 * @param claim runs an SQL statement that uses `takeTurns`. It returns a row for each claimed piece of work. For each
 * install that took its turn without a claim, it returns a row whose `kind` is null.
 * @param nextAt SQL expression: the time at which work of the install `listed.install_id` can be claimed; NULL if no
 * work waits
 */
export async function claimInTurn<Work extends { installId: InstallId; kind: string }>(
  queue: ReadyQueue,
  claim: (tx: Tx) => Promise<(Work | Unclaimed)[]>,
  nextAt: Prisma.Sql,
): Promise<Work[]> {
  return repeatClaim(() =>
    withSystem(async (tx) => {
      const claimed = await claim(tx);
      crashPoint(`turn.claimed.${queue}`);
      await endTurns(tx, { queue, installIds: claimed.map(({ installId }) => installId), nextAt });
      crashPoint(`turn.ended.${queue}`);
      return claimed;
    }),
  );
}

/**
 * Repeats a claim until it returns claimed work, or until no further install takes a turn. The repetition is needed
 * because installs whose work cannot be claimed now would delay the installs behind them. `claim` also ends the turns of
 * its installs. claimInTurn explains its rows.
 */
export async function repeatClaim<Work extends { installId: InstallId; kind: string }>(
  claim: () => Promise<(Work | Unclaimed)[]>,
): Promise<Work[]> {
  const seen = new Set<InstallId>();
  for (;;) {
    const rows = await claim();
    const claimed = rows.filter((row): row is Work => row.kind !== null);
    if (claimed.length > 0 || rows.every(({ installId }) => seen.has(installId))) return claimed;
    for (const { installId } of rows) seen.add(installId);
  }
}

/**
 * Ends the turns of installs whose rows the transaction has locked. An install whose work can be claimed at once goes
 * behind all other due installs.
 */
async function endTurns(tx: Tx, { queue, installIds, nextAt }: Turns): Promise<void> {
  if (installIds.length === 0) return;
  await tx.$executeRaw`
    WITH next AS MATERIALIZED (
      SELECT listed.install_id, ${nextAt} AS due_at FROM due_installs listed
      WHERE listed.queue = ${queue} AND listed.install_id = ANY(${installIds}::text[])
    ), done AS (
      DELETE FROM due_installs d USING next
      WHERE d.queue = ${queue} AND d.install_id = next.install_id AND next.due_at IS NULL
    )
    UPDATE due_installs d SET due_at = greatest(next.due_at, now()) FROM next
    WHERE d.queue = ${queue} AND d.install_id = next.install_id AND next.due_at IS NOT NULL`;
}

/**
 * Makes the install due now in the given queues, by default in all queues. Call this at the end of a transaction with a
 * change that allows the claim of the install's work again, such as a new grant. Rows that are due already are locked
 * too. Without this lock, a worker that ends a turn at the same time could miss the change, and would make the row due
 * too late.
 */
export async function hastenTurns(
  tx: Tx,
  installId: InstallId,
  queues: readonly ReadyQueue[] = readyQueues,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE due_installs d SET due_at = least(d.due_at, now()) FROM (
      SELECT queue FROM due_installs WHERE install_id = ${installId} AND queue = ANY(${queues}::text[])
      ORDER BY array_position(${[...readyQueues]}::text[], queue) FOR UPDATE
    ) listed
    WHERE d.install_id = ${installId} AND d.queue = listed.queue`;
}

/**
 * Adds the missing rows of installs that have waiting work but no row in the ready list. Only two kinds of work count:
 * work that has been due for more than a minute, and bulk runs with waiting items. Rows can be missing after an upgrade
 * from a release without the ready list. Returns the number of added rows.
 */
export async function repairReadyList(): Promise<number> {
  return withSystem(
    (tx) => tx.$executeRaw`
      INSERT INTO due_installs (install_id, queue, due_at)
      SELECT install_id, queue, now() FROM (
        SELECT install_id, 'sweeps' AS queue FROM sweeps WHERE due_at < now() - interval '1 minute'
        UNION SELECT install_id, CASE WHEN kind = 'product' THEN 'products' ELSE 'orders' END FROM dirty_marks
          WHERE next_attempt_at < now() - interval '1 minute'
        UNION SELECT install_id, 'operations' FROM operations
          WHERE ended_at IS NULL AND next_attempt_at < now() - interval '1 minute'
        UNION SELECT install_id, 'bulk' FROM bulk_runs WHERE state = 'running' AND waiting > 0
      ) waiting
      WHERE NOT EXISTS (SELECT FROM due_installs d WHERE (d.install_id, d.queue) = (waiting.install_id, waiting.queue))
      ORDER BY install_id, array_position(${[...readyQueues]}::text[], queue) ON CONFLICT DO NOTHING`,
  );
}
