import 'server-only';
import { randomUUID } from 'node:crypto';
import { findVariants } from '@/lib/catalogue/find-variants.server';
import { findOrders } from '@/lib/mirror/orders/find-orders.server';
import { evaluateOrder } from '@/lib/operations/bulk/bulk-kinds.server';
import type { BulkRequest, TargetVerdict } from '@/lib/operations/bulk/bulk-run';
import type { InstallId, OrderId, VariantId } from '@/lib/shared/ids';
import { decrypt, encrypt } from '@/lib/system/crypto';
import type { Tx } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/** Evaluates each target with the mirror, in the order of the request. */
export async function evaluateTargets(
  tx: Tx,
  installId: InstallId,
  request: BulkRequest,
): Promise<TargetVerdict[]> {
  if (request.kind === 'adjust_stock')
    return evaluateVariants(
      tx,
      installId,
      request.targets.map(({ variantId }) => variantId),
    );
  const ids = request.targets.map(({ orderId }): OrderId => orderId);
  const orders = await findOrders(tx, installId, ids);
  return ids.map((orderId): TargetVerdict => {
    const evaluated = evaluateOrder(request, orders.get(orderId));
    if (evaluated.skip !== null) return { orderId, verdict: 'skipped', reason: evaluated.skip };
    return { orderId, verdict: 'ok', warning: evaluated.warning };
  });
}

async function evaluateVariants(
  tx: Tx,
  installId: InstallId,
  ids: readonly VariantId[],
): Promise<TargetVerdict[]> {
  const mirrored = await findVariants(tx, installId, ids);
  return ids.map((variantId): TargetVerdict => {
    if (!mirrored.has(variantId)) return { variantId, verdict: 'skipped', reason: 'unknown_variant' };
    return { variantId, verdict: 'ok', warning: null };
  });
}

/** Item rows of a run, with the evaluation of each target. */
export function itemsOf(
  request: BulkRequest,
  verdicts: readonly TargetVerdict[],
  of: { installId: InstallId; runId: string },
): Prisma.BulkItemCreateManyInput[] {
  const targets = request.targets.map((target) => aboutOf(target, of));
  return verdicts.map((verdict, position) => ({
    ...of,
    position,
    ...targets[position],
    // The id is created now, so that the item stays the same write, no matter which process sends it and how often.
    operationId: randomUUID(),
    state: 'waiting',
    ...(verdict.verdict === 'skipped' && {
      state: 'skipped',
      reason: verdict.reason,
      endedAt: new Date(),
    }),
  }));
}

function aboutOf(
  target: BulkRequest['targets'][number],
  { installId }: { installId: InstallId },
): Pick<Prisma.BulkItemCreateManyInput, 'orderId' | 'trackingNumber' | 'variantId' | 'delta' | 'noteEnc'> {
  if ('orderId' in target) {
    const { orderId } = target;
    return { orderId, trackingNumber: 'trackingNumber' in target ? target.trackingNumber : null };
  }
  const { variantId, delta, note } = target;
  return { variantId, delta, noteEnc: note === null ? null : encrypt(note, placeOf(installId)) };
}

const placeOf = (installId: InstallId) => ({ installId, column: 'bulk_item_note' });

/** Decrypts the note of an item; null if there is none or it was deleted (purge-requests). */
export function openNote(installId: InstallId, noteEnc: string | null): string | null {
  return noteEnc === null ? null : decrypt(noteEnc, placeOf(installId));
}
