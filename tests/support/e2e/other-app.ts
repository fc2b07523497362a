import { once } from 'node:events';
import { connect } from 'node:net';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { locateProgram } from '@/tests/support/stack/programs';
import type { Stack } from '@/tests/support/stack/stack';

/**
 * Starts one more app process on the database of the stack, with some environment variables changed. Its output is
 * written to `logFile` in test-results.
 */
export async function startOtherApp(
  stack: Stack,
  change: Record<string, string>,
  logFile: string,
): Promise<{ url: string; app: Child }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { flags, file } = locateProgram('server/app.ts');
  const env = { ...stack.env, APP_URL: url, PORT: String(port), ...change };
  const app = startChild({ name: 'app', flags, args: [file], env, logFile: `test-results/${logFile}` });
  await app.ready;
  return { url, app };
}

/**
 * Opens a TCP connection to an app. Returns the socket, the data received so far, and a promise. The promise resolves
 * with the time in milliseconds from the opening to the closing of the connection.
 */
export async function openAppSocket(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const startMs = performance.now();
  let received = '';
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const closedAfterMs = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - startMs));
  });
  return { socket, closedAfterMs, received: () => received };
}
