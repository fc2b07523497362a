import { createServer } from 'node:http';
import { closeDb } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { startMetricsServer } from '@/lib/system/metrics/metrics-server';
import { onShutdown } from '@/lib/system/process/on-shutdown';
import { startTracing } from '@/lib/system/tracing/start-tracing';
import { deliver } from '@/server/deliver';

/**
 * A program for tests and benchmarks. It serves the webhook path of the app in a separate process, with the code of the
 * app server but without Next.
 */
const server = createServer((request, response) => void deliver(request, response));
const stopMetrics = await startMetricsServer();
const stopTracing = await startTracing();
server.listen(env().PORT, '127.0.0.1', () => console.log('ready webhook-entry'));
onShutdown(async () => {
  server.closeAllConnections();
  await stopMetrics();
  await closeDb();
  await stopTracing();
});
