import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOperation, waitsInQueue } from '@/lib/operations/sending/operation-queue.server';
import { OperationId } from '@/lib/shared/ids';
import { eventually } from '@/tests/support/stack/eventually';

const WithOperationId = z.object({ operationId: OperationId });

/**
 * The same write by a person whom a busy machine does not surprise: told "not yet confirmed" because the 2 s of a
 * person were over, they wait until nobody is sending it, and are then told how it ended. Nothing is sent by that.
 */
export function patiently<Input, Outcome extends { code: string }>(
  useCase: (context: InstallContext, input: Input) => Promise<Outcome>,
): (context: InstallContext, input: Input) => Promise<Outcome> {
  return async (context, input) => {
    const outcome = await useCase(context, input);
    if (outcome.code !== 'unconfirmed') return outcome;
    const key = { installId: context.installId, id: WithOperationId.parse(input).operationId };
    const row = await eventually('nobody is sending it', async () => {
      const current = await findOperation(key);
      // Recorded and not claimed yet, it is about to be, unless it stands behind another one.
      const isToBeSent = current?.attempts === 0 && current.endedAt === null && !(await waitsInQueue(key));
      return current !== null && current.leaseUntil === null && !isToBeSent && current;
    });
    return row.endedAt === null ? outcome : useCase(context, input);
  };
}
