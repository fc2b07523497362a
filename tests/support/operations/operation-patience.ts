import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOperation, waitsInQueue } from '@/lib/operations/sending/operation-queue.server';
import { OperationId } from '@/lib/shared/ids';
import { eventually } from '@/tests/support/stack/eventually';

const WithOperationId = z.object({ operationId: OperationId });

/**
 * Wraps a use case for tests on a busy machine. If the outcome is "unconfirmed" because the 2 s limit of a user
 * request passed, the wrapper waits until no process is sending the operation. Then it calls the use case again to
 * get the outcome; this second call sends nothing.
 */
export function patiently<Input, Outcome extends { code: string }>(
  useCase: (context: InstallContext, input: Input) => Promise<Outcome>,
): (context: InstallContext, input: Input) => Promise<Outcome> {
  return async (context, input) => {
    const outcome = await useCase(context, input);
    if (outcome.code !== 'unconfirmed') return outcome;
    const key = { installId: context.installId, id: WithOperationId.parse(input).operationId };
    const row = await eventually('no process is sending it', async () => {
      const current = await findOperation(key);
      // True if the operation is recorded, was never sent and does not wait behind another operation of its queue. A
      // worker will then send it soon.
      const isToBeSent = current?.attempts === 0 && current.endedAt === null && !(await waitsInQueue(key));
      return current !== null && current.leaseUntil === null && !isToBeSent && current;
    });
    return row.endedAt === null ? outcome : useCase(context, input);
  };
}
