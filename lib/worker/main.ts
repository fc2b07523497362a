import { closeDb } from '@/lib/system/db';
import { env, weakSettings } from '@/lib/system/env';
import { requireCurrentDatabase } from '@/lib/system/ledger/ship-ledger';
import { log } from '@/lib/system/log';
import { onShutdown } from '@/lib/system/on-shutdown';
import { startWorker } from '@/lib/worker/start-worker.server';

async function main(): Promise<void> {
  log.level = env().LOG_LEVEL;
  for (const weak of weakSettings(env())) log.warn(weak);
  await requireCurrentDatabase();
  const worker = startWorker();
  onShutdown(async () => {
    await worker.stop();
    await closeDb();
  });
  console.log('ready worker');
}

try {
  await main();
} catch (error) {
  // Only the message of the error is printed, for example for an invalid configuration. Beside a stack trace, the
  // message would be hard to find.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
