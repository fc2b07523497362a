import { closeDb } from '@/lib/system/db';
import { env, weakSettings } from '@/lib/system/env';
import { requireCurrentDatabase } from '@/lib/system/ledger/ship-ledger';
import { log } from '@/lib/system/log';
import { startMetricsServer } from '@/lib/system/metrics/metrics-server';
import { onShutdown } from '@/lib/system/process/on-shutdown';
import { setService } from '@/lib/system/process/process-facts';
import { startTracing } from '@/lib/system/tracing/start-tracing';
import { startWorker } from '@/lib/worker/start-worker.server';
import { workerPaths } from '@/lib/worker/worker-paths.server';

async function main(): Promise<void> {
  setService('worker');
  log.level = env().LOG_LEVEL;
  for (const weak of weakSettings(env())) log.warn(weak);
  await requireCurrentDatabase();
  const stopTracing = await startTracing();
  const worker = startWorker();
  let isStopping = false;
  const stopMetrics = await startMetricsServer(workerPaths(worker, () => isStopping));
  onShutdown(async () => {
    isStopping = true;
    await worker.stop();
    await closeDb();
    await stopMetrics();
    await stopTracing();
  });
  console.log('ready worker');
}

main().catch((error: unknown) => {
  // Prints the message of the error without the stack trace. Next to a stack trace, a message (for example about an
  // invalid configuration) would be hard to find.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
