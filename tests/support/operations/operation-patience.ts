import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOperation, waitsForTurn } from '@/lib/operations/sending/operation-queue.server';
import { OperationId } from '@/lib/shared/ids';
import { eventually } from '@/tests/support/stack/eventually';

const Asked = z.object({ operationId: OperationId });

/**
 * The same write by a person whom a busy machine does not surprise: told "not yet confirmed" because the 2 s of a
 * person were over, they wait until nobody is sending it, and are then told how it ended. Nothing is sent by that.
 */
export function patiently<Input, Told extends { code: string }>(
  useCase: (context: InstallContext, input: Input) => Promise<Told>,
): (context: InstallContext, input: Input) => Promise<Told> {
  return async (context, input) => {
    const told = await useCase(context, input);
    if (told.code !== 'unconfirmed') return told;
    const key = { installId: context.installId, id: Asked.parse(input).operationId };
    const row = await eventually('nobody is sending it', async () => {
      const held = await findOperation(key);
      // Recorded and not claimed yet, it is about to be, unless it stands behind another one.
      const isToBeSent = held?.attempts === 0 && held.endedAt === null && !(await waitsForTurn(key));
      return held !== null && held.leaseUntil === null && !isToBeSent && held;
    });
    return row.endedAt === null ? told : useCase(context, input);
  };
}
