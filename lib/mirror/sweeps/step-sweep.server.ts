import 'server-only';
import { compareOrders, compareProducts } from '@/lib/mirror/sweeps/compare-sample.server';
import { readDetails } from '@/lib/mirror/sweeps/read-details.server';
import { writeStore } from '@/lib/mirror/store-mirror.server';
import { sweepDiscounts } from '@/lib/mirror/sweeps/sweep-discounts.server';
import { sweepMovements } from '@/lib/mirror/sweeps/sweep-movements.server';
import { sweepOrders } from '@/lib/mirror/sweeps/sweep-orders.server';
import { sweepProducts } from '@/lib/mirror/sweeps/sweep-products.server';
import {
  type ClaimedSweep,
  openRun,
  postponeSweep,
  restartRun,
  saveProgress,
  type SweepRun,
  SweepTakenOver,
} from '@/lib/mirror/sweeps/sweep-queue.server';
import { scheduleOf, type SweepKind, type SweepResource } from '@/lib/mirror/sweeps/sweep-schedule';
import type { PlatformClient } from 'commerce-platform-client/client';
import { PlatformError, ReconnectRequired } from 'commerce-platform-client/platform-error';
import { tenantDb } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { failSpan } from '@/lib/system/tracing/tracing';

type Step = (run: SweepRun, platform: PlatformClient) => Promise<void>;

/**
 * The function that does one step of each sweep (a repeated read of platform data). The function saves the rows and the
 * progress of the step in one transaction.
 */
const steps: { [Name in `${SweepResource}.${SweepKind}`]?: Step } = {
  'orders.full': sweepOrders,
  'orders.updated': sweepOrders,
  'orders.created': sweepOrders,
  'orders.details': readDetails,
  'orders.sample': compareOrders,
  'products.full': sweepProducts,
  'products.updated': sweepProducts,
  'products.sample': compareProducts,
  'movements.full': sweepMovements,
  'movements.updated': sweepMovements,
  'discounts.full': sweepDiscounts,
  'store.full': sweepStore,
};

const anHour = 3_600;

/**
 * Runs one step of a claimed sweep (a repeated read of platform data). A failure is stored in the row of the sweep, and
 * the sweep is retried later (M10).
 */
export async function stepSweep(sweep: ClaimedSweep, platform: PlatformClient): Promise<void> {
  const entry = scheduleOf(sweep);
  const step = entry && steps[`${entry.resource}.${entry.kind}`];
  if (!step) return postponeSweep(sweep, { code: 'unknown_sweep', seconds: anHour });
  // The app lacks the scope of the sweep (a repeated read of platform data), so the platform would refuse each request.
  // The sweep is due again in an hour, or earlier for a full sweep after a new grant (startSweeps).
  if (entry.scope !== null && !sweep.scopes.includes(entry.scope))
    return postponeSweep(sweep, { code: 'missing_scope', seconds: anHour });
  try {
    const run = await openRun(sweep);
    if (run) await step(run, platform);
  } catch (error) {
    if (error instanceof SweepTakenOver) return;
    failSpan(error);
    log.warn(
      { error, installId: sweep.installId, sweep: `${sweep.resource}.${sweep.kind}` },
      'sweep step failed; retrying later',
    );
    await afterFailure(sweep, error);
  }
}

async function afterFailure(sweep: ClaimedSweep, error: unknown): Promise<void> {
  if (error instanceof ReconnectRequired) return postponeSweep(sweep, { code: 'reconnect', seconds: 60 });
  if (!(error instanceof PlatformError)) return postponeSweep(sweep, { code: 'internal' });
  // A response with 400 means that the platform no longer accepts the cursor of the list. The run then starts again
  // from the first page.
  if (error.status === 400) await restartRun(sweep);
  const seconds = error.status === 403 ? anHour : (error.retryAfterSeconds ?? 0);
  await postponeSweep(sweep, { code: error.code, seconds });
}

async function sweepStore(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { body } = await platform.getStore();
  await tenantDb(run.installId).transaction(async (tx) => {
    await writeStore(tx, run.installId, body.data, run.stepFence);
    await saveProgress(tx, run, { cursor: null, fetched: 1 });
  });
}
