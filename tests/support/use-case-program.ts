import { z } from 'zod';
import { installClient } from '@/lib/installs/install-client.server';
import { CreateOrderCommand } from '@/lib/orders/create-order';
import { createOrder } from '@/lib/orders/create-order.server';
import { InstallId } from '@/lib/shared/ids';
import { installContext } from './install-context';
import type { ProgramOutcome } from './program';

/** Runs the use case that each message names, and says what came of it; ends with its parent. */
const useCases: Record<string, (installId: InstallId, input: string) => Promise<unknown>> = {
  'create-order': async (installId, input) =>
    createOrder(await installContext(installId), CreateOrderCommand.parse(JSON.parse(input))),
  'read-installation': async (installId) => {
    const { body } = await installClient(installId).getInstallation();
    return body.data.install.id;
  },
};

const Message = z.object({ useCase: z.string(), installId: InstallId, input: z.string() });

process.on('message', (message) => {
  const { useCase, installId, input } = Message.parse(message);
  const run = useCases[useCase];
  if (!run) throw new Error(`no such use case: ${useCase}`);
  const say = (outcome: ProgramOutcome) => process.send?.(outcome);
  run(installId, input).then(
    (value) => say({ ok: true, value }),
    (error: unknown) => say({ ok: false, error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
