import 'server-only';
import { decideNextStep } from '@/lib/mirror/health/decide-next-step';
import { newest, oldest } from '@/lib/mirror/sweeps/page-edges';
import { scheduleOf, type SweepResource } from '@/lib/mirror/sweeps/sweep-schedule';
import type { Backlog, SweepHealth, SyncHealth } from '@/lib/mirror/health/sync-health';
import { productsScope } from 'commerce-platform-client/assumptions';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbNow, type Tx, withSystem } from '@/lib/system/db';
import type { Sweep, WebhookSecret } from '@/lib/system/generated/prisma/client';

/** Maximum number of rows that one count examines, the newest first. A full count could take too long for a screen. */
const lookedAtMax = 5_000;
/**
 * Maximum number of waiting inbox events that are examined, the oldest first. This limit is higher than `lookedAtMax`,
 * because the events of all installs wait in the same table.
 */
const storedLookedAtMax = 20_000;
/**
 * Minimum time since the start of a sweep (a repeated read of platform data) for an estimate of its pace. A shorter
 * time gives no reliable estimate.
 */
const paceFromMs = 10_000;
/** Error code of a sweep that does not run because the app lacks the scope of the sweep (step-sweep.server.ts). */
const missingScope = 'missing_scope';

/**
 * Reads the health of the install's mirror (sync-health.ts): ids, times and numbers, but no contents of events. The
 * queries use the system role, because the tenant role has no access to the inbox, the dirty marks (rows for data that
 * must be read) and the webhook secrets. Each query has the install as a condition.
 */
export async function readSyncHealth({ installId }: { installId: InstallId }): Promise<SyncHealth> {
  return withSystem(async (tx) => {
    const now = await dbNow(tx);
    const sweeps = await tx.sweep.findMany({
      where: { installId },
      orderBy: [{ resource: 'asc' }, { kind: 'asc' }],
    });
    const token = await tx.installToken.findUnique({ where: { installId }, select: { state: true } });
    const install = await tx.install.findUnique({
      where: { installId },
      select: { installedAt: true, pausedAt: true, effectiveScopes: true },
    });
    const secret = await tx.webhookSecret.findUnique({ where: { installId } });
    const missing = missingScopes(sweeps);
    const health = {
      readAt: now.toISOString(),
      installedAt: install?.installedAt.toISOString() ?? null,
      lastEvent: await readLastEvent(tx, installId),
      ...(await readLag(tx, installId)),
      inbox: await readInbox(tx, installId),
      dirty: await readDirty(tx, installId, missing),
      quarantined: await readQuarantined(tx, installId),
      drift: await readDrift(tx, installId),
      corrected: await countCorrected(tx, installId, sweeps),
      subscription: subscriptionOf(secret),
      sweeps: sweeps.map((sweep) => sweepOf(sweep, now)),
      lastReconciledAt: lastReconciled(sweeps),
      missingScopes: missing,
    };
    return {
      ...health,
      nextStep: decideNextStep(health, {
        // If the platform has refused the refresh token, the user must reconnect the store, although the access token
        // may still be valid for some hours.
        needsReconnect: token?.state !== 'active',
        isPaused: Boolean(install?.pausedAt),
        mayReadOrders: install === null || install.effectiveScopes.includes('orders:read'),
      }),
    };
  });
}

async function readLastEvent(tx: Tx, installId: InstallId): Promise<SyncHealth['lastEvent']> {
  const event = await tx.inboxEvent.findFirst({
    where: { installId, test: false, state: { not: 'stored' } },
    orderBy: { receivedAt: 'desc' },
    select: { topic: true, receivedAt: true },
  });
  return event && { topic: event.topic, receivedAt: event.receivedAt.toISOString() };
}

async function readLag(tx: Tx, installId: InstallId): Promise<Pick<SyncHealth, 'lag' | 'lagIsPartial'>> {
  const rows = await tx.$queryRaw<(SyncHealth['lag'][number] & { lookedAt: number })[]>`
    WITH newest AS MATERIALIZED (
      SELECT topic, occurred_at, settled_at FROM inbox
      WHERE install_id = ${installId} AND state <> 'stored' AND received_at > now() - interval '1 day'
      ORDER BY received_at DESC LIMIT ${lookedAtMax}
    ), settled AS (
      -- If the platform's clock is ahead of ours, the lag is zero, not negative.
      SELECT topic, CASE WHEN occurred_at IS NOT NULL
        THEN greatest(0, extract(epoch FROM settled_at - occurred_at) * 1000)::float8 END AS lag_ms
      FROM newest WHERE settled_at > now() - interval '1 hour'
    )
    SELECT topic, count(*)::int AS events,
      round(percentile_disc(0.5) WITHIN GROUP (ORDER BY lag_ms))::float8 AS "p50Ms",
      round(percentile_disc(0.95) WITHIN GROUP (ORDER BY lag_ms))::float8 AS "p95Ms",
      (SELECT count(*)::int FROM newest) AS "lookedAt"
    FROM settled GROUP BY topic ORDER BY topic`;
  return {
    lag: rows.map(({ lookedAt: _, ...lag }) => lag),
    lagIsPartial: (rows[0]?.lookedAt ?? 0) >= lookedAtMax,
  };
}

type Counted = { count: number; lookedAt: number; oldestAt: Date | null };

const backlogOf = ([row]: Counted[], max: number): Backlog => ({
  count: row?.count ?? 0,
  isMore: (row?.lookedAt ?? 0) >= max,
  oldestAt: row?.oldestAt?.toISOString() ?? null,
});

async function readInbox(tx: Tx, installId: InstallId): Promise<Backlog> {
  const rows = await tx.$queryRaw<Counted[]>`
    SELECT count(*) FILTER (WHERE install_id = ${installId})::int AS count, count(*)::int AS "lookedAt",
      min(received_at) FILTER (WHERE install_id = ${installId}) AS "oldestAt"
    FROM (
      SELECT install_id, received_at FROM inbox WHERE state = 'stored' ORDER BY received_at LIMIT ${storedLookedAtMax}
    ) oldest`;
  return backlogOf(rows, storedLookedAtMax);
}

const scopeOfMark = { order: 'orders:read', product: productsScope };

/**
 * Counts the dirty marks (rows for data that must be read) of an install. Marks of a resource whose scope the app lacks
 * are left out, because they cannot be processed and no screen shows the resource.
 */
async function readDirty(tx: Tx, installId: InstallId, missing: readonly string[]): Promise<Backlog> {
  const unread = Object.entries(scopeOfMark).flatMap(([kind, scope]) =>
    missing.includes(scope) ? [kind] : [],
  );
  const rows = await tx.$queryRaw<Counted[]>`
    SELECT count(*)::int AS count, count(*)::int AS "lookedAt", min(marked_at) AS "oldestAt"
    FROM (SELECT marked_at FROM dirty_marks WHERE install_id = ${installId} AND kind <> ALL (${unread})
      LIMIT ${lookedAtMax}) marks`;
  return backlogOf(rows, lookedAtMax);
}

async function readQuarantined(tx: Tx, installId: InstallId): Promise<SyncHealth['quarantined']> {
  const rows = await tx.$queryRaw<{ reason: string; events: number; newestAt: Date }[]>`
    SELECT coalesce(reason, '') AS reason, count(*)::int AS events, max(received_at) AS "newestAt" FROM (
      SELECT reason, received_at FROM inbox
      WHERE install_id = ${installId} AND state = 'quarantined' AND received_at > now() - interval '7 days'
      ORDER BY received_at DESC LIMIT ${lookedAtMax}
    ) newest GROUP BY 1 ORDER BY 2 DESC, 1`;
  return rows.map((row) => ({ ...row, newestAt: row.newestAt.toISOString() }));
}

async function readDrift(tx: Tx, installId: InstallId): Promise<SyncHealth['drift']> {
  return tx.$queryRaw`
    SELECT resource, found_by AS "foundBy",
      count(*) FILTER (WHERE found_at > now() - interval '1 day')::int AS "lastDay", count(*)::int AS "lastWeek"
    FROM (
      SELECT resource, found_by, found_at FROM drifts
      WHERE install_id = ${installId} AND found_at > now() - interval '7 days'
      ORDER BY found_at DESC LIMIT ${lookedAtMax}
    ) newest GROUP BY 1, 2 ORDER BY 1, 2`;
}

async function countCorrected(tx: Tx, installId: InstallId, sweeps: readonly Sweep[]): Promise<number> {
  const begins = sweeps.flatMap(({ resource, kind, endedAt, endedSeconds }) =>
    kind === 'full' && comparedResources.includes(resource) && endedAt
      ? // Earliest possible start of the run. One second more is subtracted, because the duration is rounded.
        [endedAt.getTime() - ((endedSeconds ?? 0) + 1) * 1_000]
      : [],
  );
  if (begins.length === 0) return 0;
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM drifts WHERE install_id = ${installId} AND found_at >= ${new Date(Math.min(...begins))}
      ORDER BY found_at DESC LIMIT ${lookedAtMax}
    ) newest`;
  return row?.count ?? 0;
}

/** Resources whose sweeps (repeated reads of platform data) record differences (drift.server.ts). */
const comparedResources = ['orders', 'products'];

function subscriptionOf(secret: WebhookSecret | null): SyncHealth['subscription'] {
  const { status, checkedAt } = secret ?? { status: 'none', checkedAt: null };
  return { state: stateOf(secret), status, checkedAt: checkedAt?.toISOString() ?? null };
}

function stateOf(secret: WebhookSecret | null): SyncHealth['subscription']['state'] {
  // A new install has no row in webhook_secrets yet. Such an install counts as pending, because the worker creates its
  // webhook subscription within the first minute.
  if (!secret) return 'pending';
  // A deletion marks the row as pending, until the worker has made sure that no earlier PUT /webhooks undoes it.
  if (secret.pendingSince && !(secret.subscriptionId === null && secret.status === 'revoked'))
    return 'pending';
  if (secret.subscriptionId === null) return 'none';
  return secret.status === 'active' ? 'active' : 'inactive';
}

function sweepOf(sweep: Sweep, now: Date): SweepHealth {
  const { resource, kind, endedAt, failures, lastError } = sweep;
  return {
    resource,
    kind,
    state: sweepState(sweep),
    last: endedAt && {
      endedAt: endedAt.toISOString(),
      rows: sweep.endedFetched ?? 0,
      seconds: sweep.endedSeconds ?? 0,
    },
    running: runningOf(sweep, now),
    nextAt: sweep.dueAt.toISOString(),
    failures,
    errorCode: lastError,
  };
}

function sweepState({ lastError, failures, startedAt, endedAt }: Sweep): SweepHealth['state'] {
  if (lastError === missingScope) return 'no_scope';
  if (failures > 0) return 'failing';
  if (startedAt) return 'running';
  return endedAt ? 'ended' : 'never';
}

function runningOf(sweep: Sweep, now: Date): SweepHealth['running'] {
  const { startedAt, fetched, reachedBack, endedFetched } = sweep;
  if (!startedAt) return null;
  const ms = now.getTime() - startedAt.getTime();
  const perMs = ms >= paceFromMs && fetched > 0 ? fetched / ms : null;
  const left = endedFetched === null ? null : endedFetched - fetched;
  return {
    startedAt: startedAt.toISOString(),
    rows: fetched,
    rowsPerMinute: perMs && Math.round(perMs * 60_000),
    reachedBack: reachedBack?.toISOString() ?? null,
    // Estimated end of the run; null if it is unknown. The estimate assumes that the list has as many rows as in the
    // last run, which is probable only for a full run. If the current run has already read more rows than the last run,
    // there is no estimate.
    endsAt:
      sweep.kind === 'full' && perMs && left !== null && left > 0
        ? new Date(now.getTime() + left / perMs).toISOString()
        : null,
  };
}

/**
 * Resources that determine the time of the last reconciliation. Merchants look at these resources, and the platform can
 * list their changes. Discounts and the store are left out, because each is read completely every hour.
 */
const reconciledResources: readonly SweepResource[] = ['orders', 'products', 'movements'];
const readsChanges = ({ kind }: Sweep) => kind === 'full' || kind === 'updated';

function lastReconciled(sweeps: readonly Sweep[]): string | null {
  const ends = reconciledResources.flatMap((resource) => {
    const runs = sweeps.filter((sweep) => sweep.resource === resource && readsChanges(sweep));
    if (runs.some(({ lastError }) => lastError === missingScope)) return [];
    return [newest(runs.map(({ endedAt }) => endedAt?.toISOString()))];
  });
  return ends.includes(null) ? null : (oldest(ends.map((end) => end?.toISOString()))?.toISOString() ?? null);
}

function missingScopes(sweeps: readonly Sweep[]): string[] {
  const scopes = sweeps.flatMap((sweep) => (sweep.lastError === missingScope ? (scopeOf(sweep) ?? []) : []));
  return [...new Set(scopes)].sort();
}

const scopeOf = (sweep: Sweep) => scheduleOf(sweep)?.scope;
