import 'server-only';
import { deliveryRetryMinutes } from 'commerce-platform-client/assumptions';
import { failuresMin } from '@/lib/mirror/health/decide-next-step';
import { nextWatermark } from '@/lib/mirror/sweeps/next-watermark';
import { type SweepKind, type SweepResource, scheduleOf } from '@/lib/mirror/sweeps/sweep-schedule';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbNow, nextFence, type Tx, withSystem } from '@/lib/system/db';
import { Prisma, type Sweep as SweepRow } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';
import { notifySessions } from '@/lib/system/live/notify';
import { claimInTurn, renewTurns, parkedUntil, takeTurns } from '@/lib/system/queues/ready-list.server';

/**
 * A sweep (a repeated read of platform data) that the current process has claimed. The claim covers one step, which is
 * one read or a few short reads. `scopes` are the scopes of its install.
 */
export type ClaimedSweep = {
  installId: InstallId;
  resource: string;
  kind: string;
  claim: number;
  scopes: string[];
};

/** The run of a sweep (a repeated read of platform data), from the row of the sweep at the beginning of a step. */
export type SweepRun = SweepRow & { installId: InstallId; startedAt: Date; fence: bigint };

/** Progress of one step. The progress is stored in the same transaction as the rows that the step wrote. */
export type SweepProgress = {
  /** Cursor of the next page; null if this run of the sweep has ended. */
  cursor: string | null;
  fetched: number;
  /** Number of rows that could not be parsed on the page that the step read. */
  unreadable?: number;
  newestSeen?: Date | null;
  reachedBack?: Date | null;
  sequenceSeen?: bigint | null;
  resumeCursor?: string | null;
};

/**
 * Duration of the lease on a sweep (a repeated read of platform data). After this time, another process may claim the
 * sweep. A step takes less time: one read (20 s) or a few short reads.
 */
const leaseMs = 60_000;
/**
 * Maximum number of sweeps (repeated reads of platform data) of one install that run at the same time. While one sweep
 * waits for a response, another can use the request budget.
 */
const perInstallMax = 3;
/**
 * Time for which the platform retries a webhook delivery. If no sweep (a repeated read of platform data) of recent
 * changes has ended for longer than this time, the app may have been down, and events may be lost.
 */
const outageMs = deliveryRetryMinutes.reduce((sum, minutes) => sum + minutes, 0) * 60_000;

/** Makes a sweep due now. If a run is in progress, another run starts after its end. */
export async function requestSweep(
  tx: Tx,
  installId: InstallId,
  resource: SweepResource,
  kind: SweepKind,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE sweeps SET requested_at = clock_timestamp(), due_at = least(due_at, clock_timestamp())
    WHERE install_id = ${installId} AND resource = ${resource} AND kind = ${kind}`;
}

/**
 * Claims due sweeps, each for one step. The installs take turns (ready list). In the first round, one sweep of each
 * install is claimed: the sweep that has been due longest. In the second round, the next sweep of each install is
 * claimed, and so on. An install with claimed sweeps starts later, by one round for each of them.
 */
export async function claimSweeps(limit: number): Promise<ClaimedSweep[]> {
  const claim = Prisma.sql`
        WITH turns AS MATERIALIZED (${takeTurns('sweeps', limit)}), ranked AS (
          SELECT s.*, i.effective_scopes, t.due_at AS turn_at,
            l.leased + row_number() OVER (PARTITION BY t.install_id ORDER BY s.due_at) AS rank
          FROM turns t JOIN installs i USING (install_id) JOIN install_tokens k USING (install_id)
          CROSS JOIN LATERAL (
            SELECT count(*) AS leased FROM sweeps s WHERE s.install_id = t.install_id AND s.lease_until > now()
          ) l
          CROSS JOIN LATERAL (
            SELECT s.install_id, s.resource, s.kind, s.due_at FROM sweeps s
            WHERE s.install_id = t.install_id AND s.due_at <= now() AND ${isFree}
          ) s
          WHERE ${maySweep}
        ), due AS (
          SELECT s.install_id, s.resource, s.kind, w.effective_scopes
          FROM ranked w JOIN sweeps s USING (install_id, resource, kind)
          WHERE w.rank <= ${perInstallMax} AND ${isFree}
          ORDER BY w.rank, w.turn_at LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED
        ), claimed AS (
          UPDATE sweeps s SET lease_until = now() + ${leaseMs} * interval '1 ms', claim = s.claim + 1
          FROM due WHERE (s.install_id, s.resource, s.kind) = (due.install_id, due.resource, due.kind)
          RETURNING s.install_id, s.resource, s.kind, s.claim, due.effective_scopes
        )
        SELECT t.install_id AS "installId", c.resource, c.kind, c.claim, c.effective_scopes AS "scopes"
        FROM turns t LEFT JOIN claimed c USING (install_id)`;
  return claimInTurn<ClaimedSweep>('sweeps', (tx) => tx.$queryRaw(claim), nextTurnOrParked);
}

const isFree = Prisma.sql`(s.lease_until IS NULL OR s.lease_until < now())`;

/** SQL condition: the sweeps of an install may run. `i` is the row of the install, and `k` the row of its tokens. */
const maySweep = Prisma.sql`(i.revoked_at IS NULL AND i.paused_at IS NULL AND k.state <> 'reconnect')`;

/**
 * SQL expression: the time at which a sweep (a repeated read of platform data) of the install `listed.install_id` can
 * be claimed; NULL if the install has no sweeps. If the maximum number of sweeps of the install is already claimed, the
 * result is the end of the first lease of these sweeps. A worker that ends a claim earlier calls `renewTurns`.
 */
const nextTurn = Prisma.sql`(
  SELECT CASE WHEN leases.count >= ${perInstallMax} THEN leases.ends_at ELSE least(claimable.at, leases.ends_at) END
  FROM (
    SELECT count(*) AS count, min(s.lease_until) AS ends_at FROM sweeps s
    WHERE s.install_id = listed.install_id AND s.lease_until > now()
  ) leases, (
    SELECT min(s.due_at) AS at FROM sweeps s
    WHERE s.install_id = listed.install_id AND (s.lease_until IS NULL OR s.lease_until <= now())
  ) claimable)`;

/**
 * SQL expression: the time at which a sweep of the install can be claimed, as in `nextTurn`. If the sweeps of the
 * install may not run now, the time is `parkedUntil` or later.
 */
const nextTurnOrParked = Prisma.sql`(
  SELECT CASE WHEN next.at IS NULL OR EXISTS (
    SELECT FROM installs i JOIN install_tokens k USING (install_id)
    WHERE i.install_id = listed.install_id AND ${maySweep}
  ) THEN next.at ELSE greatest(next.at, ${parkedUntil}) END
  FROM (SELECT ${nextTurn} AS at) next)`;

/**
 * Returns the run in progress, or starts a new run. Returns null if another process has claimed the sweep (a repeated
 * read of platform data) in the meantime.
 */
export async function openRun(sweep: ClaimedSweep): Promise<SweepRun | null> {
  const { installId, resource, kind, claim } = sweep;
  return withSystem(async (tx) => {
    const row = await tx.sweep.findFirst({ where: { installId, resource, kind, claim } });
    if (!row) return null;
    const { startedAt, fence } = row;
    if (startedAt && fence !== null) return { ...row, installId, startedAt, fence };
    const begun = { ...freshRun, startedAt: await dbNow(tx), fence: await nextFence(tx) };
    await tx.sweep.updateMany({ where: { installId, resource, kind, claim }, data: begun });
    return { ...row, ...begun, installId };
  });
}

const freshRun = {
  cursor: null,
  fetched: 0,
  unreadable: 0,
  newestSeen: null,
  reachedBack: null,
  sequenceSeen: null,
  requestedAt: null,
};

/**
 * Stores the progress of a step. Call this last in the transaction that wrote the rows of the step. `ended`: the run
 * has ended. `isComplete`: all rows of the run could be parsed. If another process has claimed the sweep in the
 * meantime, the function throws, so that the rows of the step are rolled back.
 */
export async function saveProgress(
  tx: Tx,
  run: SweepRun,
  progress: SweepProgress,
): Promise<{ ended: boolean; isComplete: boolean }> {
  const now = await dbNow(tx);
  const { installId, resource, kind, claim } = run;
  if (progress.unreadable)
    log.warn(
      { installId, resource, rows: progress.unreadable },
      'rows of a page could not be read; continuing without them',
    );
  const newestSeen = later(run.newestSeen, progress.newestSeen);
  const seen = {
    fetched: run.fetched + progress.fetched,
    unreadable: run.unreadable + (progress.unreadable ?? 0),
    newestSeen,
    reachedBack: earlier(run.reachedBack, progress.reachedBack),
    sequenceSeen: greater(run.sequenceSeen, progress.sequenceSeen),
    ...(progress.resumeCursor !== undefined && { resumeCursor: progress.resumeCursor }),
    leaseUntil: null,
    failures: 0,
    lastError: null,
  };
  const ended = progress.cursor === null;
  // If the platform returns the cursor of the page that was just read, the next step would read the same page again.
  // Such a step counts as a failure. If it counted as a success, the sweep would repeat the page for ever, and nobody
  // would notice.
  const isStuck = !ended && progress.cursor === run.cursor;
  // At the end of a run, this transaction may also make another sweep of the resource due. So all sweeps of the
  // resource are locked first, always in the same order, to prevent deadlocks.
  await tx.$queryRaw`SELECT 1 FROM sweeps WHERE install_id = ${installId} AND resource = ${resource}
    ORDER BY kind FOR UPDATE`;
  const { count } = await tx.sweep.updateMany({
    where: { installId, resource, kind, claim },
    data: ended
      ? {
          ...seen,
          cursor: null,
          startedAt: null,
          dueAt: new Date(now.getTime() + waitMs(run)),
          watermark: nextWatermark({ current: run.watermark, startedAt: run.startedAt, newestSeen }),
          sequenceMark: greater(run.sequenceMark, seen.sequenceSeen),
          endedAt: now,
          endedFetched: seen.fetched,
          endedSeconds: Math.round((now.getTime() - run.startedAt.getTime()) / 1000),
        }
      : { ...seen, cursor: progress.cursor, dueAt: now, ...(isStuck && { failures: run.failures }) },
  });
  if (count === 0) throw new SweepTakenOver(`${resource}.${kind} was taken over`);
  if (isStuck) await postpone(tx, run, { code: 'bad_answer' });
  // The sweep works again. Open screens are notified, so that they no longer show that the store cannot be reached.
  else if (run.failures >= failuresMin) await notifySessions(tx, installId);
  if (ended) {
    // Another run may have been requested (requestSweep) while this run was in progress. This run may have read its
    // data before the request, so the requested run is due now.
    await tx.$executeRaw`UPDATE sweeps SET due_at = least(due_at, now())
      WHERE install_id = ${installId} AND resource = ${resource} AND kind = ${kind} AND requested_at IS NOT NULL`;
    if (kind === 'updated' && run.endedAt && now.getTime() - run.endedAt.getTime() > outageMs)
      await requestSweep(tx, installId, resource as SweepResource, 'full');
  }
  await renewTurns(tx, { queue: 'sweeps', installIds: [installId], nextAt: nextTurn });
  return { ended, isComplete: seen.unreadable === 0 };
}

/**
 * Time until the next run of the sweep. A random part of up to 5 % is added or subtracted. Otherwise, all installs that
 * were created in the same hour would read at the same time.
 */
const waitMs = (sweep: { resource: string; kind: string }) =>
  (scheduleOf(sweep)?.everyMs ?? 24 * 3_600_000) * (0.95 + Math.random() / 10);

const later = (current: Date | null, seen: Date | null | undefined) =>
  seen && (!current || seen > current) ? seen : current;
const earlier = (current: Date | null, seen: Date | null | undefined) =>
  seen && (!current || seen < current) ? seen : current;
const greater = (current: bigint | null, seen: bigint | null | undefined) =>
  seen !== null && seen !== undefined && (current === null || seen > current) ? seen : current;

/**
 * Error of a step if another process has claimed its sweep in the meantime. The error is thrown inside the step's
 * transaction, so that the transaction is rolled back.
 */
export class SweepTakenOver extends Error {
  override name = 'SweepTakenOver';
}

type SweepFailure = { code: string; seconds?: number };

/**
 * Schedules a retry of a failed step. The delay doubles with each failure, up to 5 minutes, and is at least `seconds`.
 */
export async function postponeSweep(sweep: ClaimedSweep, failure: SweepFailure): Promise<void> {
  await withSystem(async (tx) => {
    await postpone(tx, sweep, failure);
    await renewTurns(tx, { queue: 'sweeps', installIds: [sweep.installId], nextAt: nextTurn });
  });
}

/** Does the work of postponeSweep in the caller's transaction. The caller must call renewTurns afterwards. */
async function postpone(
  tx: Tx,
  { installId, resource, kind, claim }: Pick<ClaimedSweep, 'installId' | 'resource' | 'kind' | 'claim'>,
  { code, seconds = 0 }: SweepFailure,
): Promise<void> {
  const [postponed] = await tx.$queryRaw<{ failures: number }[]>`
    UPDATE sweeps SET lease_until = NULL, failures = failures + 1, last_error = ${code},
      due_at = now() + greatest(${seconds}, least(300, power(2, least(failures, 10)))) * interval '1 second'
    WHERE (install_id, resource, kind, claim) = (${installId}, ${resource}, ${kind}, ${claim})
    RETURNING failures`;
  // At this number of failures, open screens are notified, so that they show that the store cannot be reached.
  if (postponed?.failures === failuresMin) await notifySessions(tx, installId);
}

/**
 * Starts the run again from the first page, because the platform no longer accepts the cursor. Some pages are then read
 * twice. This does no harm, because older data does not replace newer rows.
 */
export async function restartRun(sweep: ClaimedSweep): Promise<void> {
  const { installId, resource, kind, claim } = sweep;
  await withSystem((tx) =>
    tx.sweep.updateMany({
      where: { installId, resource, kind, claim },
      data: { startedAt: null, cursor: null, resumeCursor: null },
    }),
  );
}
