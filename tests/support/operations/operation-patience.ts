import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOperation, waitsInQueue } from '@/lib/operations/sending/operation-queue.server';
import { OperationId } from '@/lib/shared/operation-id';
import { eventually } from '@/tests/support/stack/eventually';

const WithOperationId = z.object({ operationId: OperationId });

/**
 * Wraps a use case for tests on a busy machine, on which a user request may reach its limit of 2 s and return the
 * outcome "unconfirmed". In that case, the wrapper waits until no process is sending the operation. If the operation
 * has ended by then, the wrapper calls the use case again. The use case then returns the outcome and sends nothing.
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
      // True if no process has sent the operation yet and all earlier operations of its queue have ended. A worker will
      // send such an operation soon.
      const isToBeSent = current?.attempts === 0 && current.endedAt === null && !(await waitsInQueue(key));
      return current !== null && current.leaseUntil === null && !isToBeSent && current;
    });
    return row.endedAt === null ? outcome : useCase(context, input);
  };
}
