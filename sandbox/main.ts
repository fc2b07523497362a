import { serve } from '@hono/node-server';
import { pathToFileURL } from 'node:url';
import { sourceUrl } from '@/lib/shared/source-link';
import { createSandbox } from './create-sandbox';
import { readEnv } from './env';
import { triggerCommand } from './trigger';
import { ConnectionLost } from '@/sandbox/http/faults';
import { tourHostOf } from '@/sandbox/tour/tour-host';
import { realClock, virtualClock } from '@/sandbox/world/clock';

/**
 * Interval at which the sandbox sends the webhook deliveries that have become due in the meantime, such as retries; in
 * milliseconds. A new delivery is sent right after the request that created it, so it does not depend on this interval.
 */
const tickMs = 500;

if (process.argv[2] === 'trigger') await triggerCommand(process.argv.slice(3), readEnv(undefined, []));

const env = readEnv();
const origin = env.SANDBOX_ORIGIN ?? `http://${env.SANDBOX_HOST}:${env.SANDBOX_PORT}`;
const sandbox = createSandbox({
  seed: env.SANDBOX_SEED,
  orders: env.SANDBOX_ORDERS,
  clock: env.SANDBOX_CLOCK === 'virtual' ? virtualClock(Date.now()) : realClock(),
  endpoints: env.SANDBOX_ENDPOINTS,
  origin,
  layout: env.SANDBOX_LAYOUT,
  app: { url: env.SANDBOX_APP_URL, clientId: env.SANDBOX_CLIENT_ID, clientSecret: env.SANDBOX_CLIENT_SECRET },
  ...(env.SANDBOX_DATA_DIR !== undefined && { dataDir: env.SANDBOX_DATA_DIR }),
  filesUrl: sourceUrl({
    repositoryUrl: env.REPOSITORY_URL,
    // `npm run dev` and `npm run demo` run in a checkout, and they start the sandbox with DAFTAR_PARENT.
    isCheckout: env.DAFTAR_PARENT === 'pipe',
    folder: pathToFileURL(process.cwd()).pathname,
  }),
  tourHost: env.SANDBOX_TOUR_HOST === 'ipc' ? tourHostOf(process) : null,
  wallMs: Date.now,
});

const server = serve(
  {
    port: env.SANDBOX_PORT,
    hostname: env.SANDBOX_HOST,
    fetch: async (request, { incoming }) => {
      try {
        const response = await sandbox.fetch(request, incoming.socket.remoteAddress);
        void deliver();
        return response;
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        incoming.socket.destroy();
        return new Response(null, { status: 503 });
      }
    },
  },
  () => process.stdout.write(`ready sandbox ${origin}\n`),
);
server.on('error', (error) => {
  const taken = 'code' in error && error.code === 'EADDRINUSE';
  process.stderr.write(taken ? `port ${env.SANDBOX_PORT} is taken: set SANDBOX_PORT\n` : `${error.stack}\n`);
  process.exit(1);
});
const timer = setInterval(() => void deliver(), tickMs);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
if (env.DAFTAR_PARENT === 'pipe') process.stdin.on('end', stop).on('error', stop).resume();

async function deliver(): Promise<void> {
  try {
    await sandbox.tick();
  } catch (error) {
    process.stderr.write(`deliveries: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
}

function stop(): void {
  clearInterval(timer);
  server.close();
  sandbox.close();
  process.exit(0);
}
