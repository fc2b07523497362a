import 'server-only';
import { randomUUID } from 'node:crypto';
import type { BulkRequest, TargetVerdict } from '@/lib/operations/bulk/bulk-run';
import type { InstallId } from '@/lib/shared/ids';
import { decrypt, encrypt } from '@/lib/system/crypto';
import type { Prisma } from '@/lib/system/generated/prisma/client';

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
