import 'server-only';
import { confirmUninstall } from '@/lib/installs/confirm-uninstall.server';
import { installClient } from '@/lib/installs/install-client.server';
import {
  claimDirty,
  claimDirtyProducts,
  clearMarks,
  type DirtyEntity,
  postponeMarks,
} from '@/lib/mirror/dirty/dirty-queue.server';
import { readDirtyOrder, readDirtyProducts } from '@/lib/mirror/dirty/read-dirty.server';
import { stepSweep } from '@/lib/mirror/sweeps/step-sweep.server';
import { type ClaimedSweep, claimSweeps } from '@/lib/mirror/sweeps/sweep-queue.server';
import { closeOperations } from '@/lib/operations/close-operations.server';
import { PlatformError } from 'commerce-platform-client/platform-error';
import { log } from '@/lib/system/log';
import { failSpan } from '@/lib/system/tracing/tracing';
import { applyEvents } from '@/lib/webhooks/apply-events.server';
import { findMarkOrigins } from '@/lib/worker/find-mark-origins.server';
import { workAtOnce } from '@/lib/worker/work-at-once';

/**
 * Applies received webhook events. If any event was applied, calls `marked`, because events may have set dirty marks
 * (rows for data that must be read).
 */
export async function workInbox(marked: () => void): Promise<boolean> {
  const applied = await applyEvents();
  if (applied > 0) marked();
  return applied > 0;
}

/**
 * Reads orders and installs with a dirty mark (a row for data that must be read), at most 16 at the same time. The
 * request budget of each install limits how many of its orders are read per minute (M7).
 */
export const dirtyEntities = (ended: () => void) =>
  workAtOnce({
    limit: 16,
    claim: claimDirty,
    work: (one) => settle([one]),
    span: {
      name: 'mark.read',
      facts: ({ installId, kind, entityId }) => ({
        'install.id': installId,
        'entity.kind': kind,
        'entity.id': entityId,
      }),
      origins: (one) => findMarkOrigins([one]),
    },
    ended,
  });

/**
 * Reads products with a dirty mark (a row for data that must be read). The products of one install are read together
 * (M7).
 */
export const dirtyProducts = (ended: () => void) =>
  workAtOnce({
    limit: 4,
    claim: claimProductBatch,
    work: settle,
    span: {
      name: 'mark.read',
      facts: (batch) => ({
        'install.id': batch[0]?.installId,
        'entity.kind': 'product',
        'entity.count': batch.length,
      }),
      origins: findMarkOrigins,
    },
    ended,
  });

/** Runs steps of sweeps (repeated reads of platform data), for several installs at the same time. */
export const dueSweeps = (ended: () => void) =>
  workAtOnce({
    limit: 16,
    claim: claimSweeps,
    work: takeStep,
    span: {
      name: 'sweep.step',
      facts: ({ installId, resource, kind }) => ({
        'install.id': installId,
        'sweep.name': `${resource}.${kind}`,
      }),
    },
    ended,
  });

async function claimProductBatch(): Promise<DirtyEntity[][]> {
  const batch = await claimDirtyProducts();
  return batch.length > 0 ? [batch] : [];
}

async function settle(entities: DirtyEntity[]): Promise<void> {
  const [first] = entities;
  if (!first) return;
  try {
    const platform = installClient(first.installId, 'webhook');
    if (first.kind === 'product') await readDirtyProducts(entities, platform);
    else if (first.kind === 'order') await readDirtyOrder(first, platform);
    else {
      if (first.kind === 'install') await confirmUninstall(first.installId, platform, closeOperations);
      await clearMarks(entities);
    }
  } catch (error) {
    failSpan(error);
    log.warn(
      { error, installId: first.installId, entity: first.entityId },
      'reading a dirty entity failed; its mark is postponed and retried',
    );
    await postponeMarks(entities, waitSecondsOf(error));
  }
}

/**
 * Returns the minimum time in seconds until a dirty entity is read again after an error: an hour after a 403. A new
 * event for the entity makes the read due earlier.
 */
function waitSecondsOf(error: unknown): number {
  if (!(error instanceof PlatformError)) return 0;
  return error.status === 403 ? 3_600 : (error.retryAfterSeconds ?? 0);
}

async function takeStep(sweep: ClaimedSweep): Promise<void> {
  await stepSweep(sweep, installClient(sweep.installId, 'background'));
}
