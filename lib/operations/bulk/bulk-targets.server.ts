import 'server-only';
import { randomUUID } from 'node:crypto';
import type { BulkRequest, TargetVerdict } from '@/lib/operations/bulk/bulk-run';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { decrypt, encrypt, isSameText, type Place } from '@/lib/system/keys/crypto';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/** Returns the rows for the items of a new bulk run, one for each order or variant. */
export function itemsOf(
  request: BulkRequest,
  verdicts: readonly TargetVerdict[],
  of: { installId: InstallId; runId: string },
): Prisma.BulkItemCreateManyInput[] {
  const targets = request.targets.map((target, position) => aboutOf(target, { ...of, position }));
  return verdicts.map((verdict, position) => ({
    ...of,
    position,
    ...targets[position],
    ...(verdict.orderId !== undefined && { fulfillmentId: verdict.fulfillmentId ?? null }),
    // The operation id is stored with the item. So every process that sends the item sends it with this id, as the same
    // write.
    operationId: randomUUID(),
    state: 'waiting',
    ...(verdict.verdict === 'skipped' && {
      state: 'skipped',
      reason: verdict.reason,
      endedAt: new Date(),
    }),
  }));
}

type ItemKey = { installId: InstallId; runId: string; position: number };

function aboutOf(
  target: BulkRequest['targets'][number],
  item: ItemKey,
): Pick<Prisma.BulkItemCreateManyInput, 'orderId' | 'trackingNumber' | 'variantId' | 'delta' | 'noteEnc'> {
  if ('orderId' in target) {
    const { orderId } = target;
    return { orderId, trackingNumber: 'trackingNumber' in target ? target.trackingNumber : null };
  }
  const { variantId, delta, note } = target;
  return { variantId, delta, noteEnc: note === null ? null : encrypt(note, placeOf(item)) };
}

const placeOf = ({ installId, runId, position }: ItemKey): Place => ({
  installId,
  column: 'bulk_items.note_enc',
  row: [runId, position],
});

/**
 * Returns true if the stored items have the notes of the request. A note is deleted some time after its item ended, so
 * the missing note of an item that has ended is not compared.
 */
export async function hasSameNotes(
  tx: Tx,
  { installId, runId }: Pick<ItemKey, 'installId' | 'runId'>,
  { kind, targets }: BulkRequest,
): Promise<boolean> {
  if (kind !== 'adjust_stock') return true;
  const items = await tx.bulkItem.findMany({
    where: { installId, runId },
    select: { position: true, noteEnc: true, endedAt: true },
  });
  return items.every(({ position, noteEnc, endedAt }) => {
    const note = targets[position]?.note ?? null;
    if (noteEnc === null) return note === null || endedAt !== null;
    return isSameText(noteEnc, placeOf({ installId, runId, position }), note ?? '');
  });
}

/** Decrypts the note of a bulk item; null if the item has no note, or if the note was deleted (purge-requests). */
export function openNote(item: ItemKey, noteEnc: string | null): string | null {
  return noteEnc === null ? null : decrypt(noteEnc, placeOf(item));
}
