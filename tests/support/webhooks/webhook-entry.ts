import { createServer } from 'node:http';
import { closeDb } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { onShutdown } from '@/lib/system/on-shutdown';
import { deliver } from '@/server/deliver';

/** Runs the server entry's webhook path without Next, as a separate process for tests and benchmarks. */
const server = createServer((request, response) => void deliver(request, response));
server.listen(env().PORT, '127.0.0.1', () => console.log('ready webhook-entry'));
onShutdown(async () => {
  server.closeAllConnections();
  await closeDb();
});
