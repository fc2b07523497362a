import 'server-only';
import { deliveryRetryMinutes } from 'commerce-platform-client/assumptions';
import { failuresMin } from '@/lib/mirror/health/decide-next-step';
import { nextWatermark } from '@/lib/mirror/sweeps/next-watermark';
import { type SweepKind, type SweepResource, scheduleOf } from '@/lib/mirror/sweeps/sweep-schedule';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { systemMessage, type Tx, withSystem } from '@/lib/system/db';
import type { Sweep as SweepRow } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';
import { notifySessions } from '@/lib/system/live/notify';
import { parkedMinutes, repeatClaim, type Unclaimed } from '@/lib/system/queues/ready-list.server';

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

/**
 * The run of a sweep (a repeated read of platform data), from the row of the sweep at the beginning of a step.
 *
 * - `fence`: a fence number that was taken before the run
 * - `stepFence`: a fence number that was taken before the step. It is used for the first read of the step.
 */
export type SweepRun = SweepRow & { installId: InstallId; startedAt: Date; fence: bigint; stepFence: bigint };

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
export function claimSweeps(limit: number): Promise<ClaimedSweep[]> {
  return repeatClaim<ClaimedSweep>(async () => {
    const rows = await systemMessage<ClaimedRow>({
      text: 'SELECT * FROM claim_sweeps($1, $2, $3, $4)',
      values: [limit, leaseMs, perInstallMax, parkedMinutes],
    });
    return rows.map(({ install_id: installId, kind, ...row }): ClaimedSweep | Unclaimed =>
      kind === null ? { installId, kind } : { installId, kind, ...row },
    );
  });
}

/** A row of the SQL function claim_sweeps. */
type ClaimedRow = Omit<ClaimedSweep, 'installId' | 'kind'> & { install_id: InstallId; kind: string | null };

/**
 * Ends the turn (claim of work) of an install, whose claim of a sweep (a repeated read of platform data) ends in the
 * caller's transaction. Call this after the sweep was written.
 */
async function renewTurn(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$executeRaw`SELECT renew_sweep_turns(ARRAY[${installId}], ${perInstallMax}::int)`;
}

/**
 * Returns the run in progress, or starts a new run. Returns null if another process has claimed the sweep (a repeated
 * read of platform data) in the meantime.
 */
export async function openRun(sweep: ClaimedSweep): Promise<SweepRun | null> {
  const { installId, resource, kind, claim } = sweep;
  return withSystem(async (tx) => {
    const row = await tx.sweep.findFirst({ where: { installId, resource, kind, claim } });
    if (!row) return null;
    const [taken] = await tx.$queryRaw<{ now: Date; stepFence: bigint }[]>`
      SELECT clock_timestamp()::timestamptz(3) AS now, nextval('fence_seq') AS "stepFence"`;
    if (!taken) throw new Error('fence_seq returned no number');
    const { now, stepFence } = taken;
    const { startedAt, fence } = row;
    if (startedAt && fence !== null) return { ...row, installId, startedAt, fence, stepFence };
    // The first step of a run reads with the fence of the run. So its rows count as rows that the run returned.
    const begun = { ...freshRun, startedAt: now, fence: stepFence };
    await tx.sweep.updateMany({ where: { installId, resource, kind, claim }, data: begun });
    return { ...row, ...begun, installId, stepFence };
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
  const { installId, resource, kind, claim } = run;
  // At the end of a run, this transaction may also make another sweep of the resource due. So all sweeps of the
  // resource are locked first, always in the same order, to prevent deadlocks.
  const [locked] = await tx.$queryRaw<{ now: Date }[]>`
    SELECT clock_timestamp()::timestamptz(3) AS now FROM sweeps
    WHERE install_id = ${installId} AND resource = ${resource} ORDER BY kind FOR UPDATE`;
  if (!locked) throw new SweepTakenOver(`${resource}.${kind} was deleted`);
  const { now } = locked;
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
  await renewTurn(tx, installId);
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
    await renewTurn(tx, sweep.installId);
  });
}

/** Does the work of postponeSweep in the caller's transaction. The caller must call renewTurn afterwards. */
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
