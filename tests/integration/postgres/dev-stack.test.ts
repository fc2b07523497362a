import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { findRunningStack } from '@/server/stack/running-stack';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let logDir: string;
const started: Child[] = [];

beforeEach(async () => {
  logDir = await mkdtemp(path.join(os.tmpdir(), 'daftar-dev-stack-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) await child.stop();
  await rm(logDir, { recursive: true, force: true });
});

/** Starts `npm run dev` on free ports. `lines` receives what it prints. */
async function startDev() {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  const lines: string[] = [];
  const child = startChild({
    name: 'dev',
    args: ['server/dev.ts'],
    env: ports,
    logFile: path.join(logDir, `${ports.PORT}.log`),
    readyTimeoutMs: 170_000,
    onLine: (line) => void lines.push(line),
  });
  started.push(child);
  return { child, lines, sandboxUrl: `http://127.0.0.1:${ports.SANDBOX_PORT}` };
}

const isAnswering = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

// The stack of a checkout is one, so the test cannot run beside the developer's own stack.
it.skipIf(await findRunningStack(['dev']))(
  'npm run dev starts the sandbox, a second one names the process that runs already, and SIGTERM ends everything',
  async () => {
    const first = await startDev();
    await vi.waitFor(() => expect(first.lines.join('\n')).toContain('Starting;'), { timeout: 60_000 });

    const second = await startDev();
    expect(await second.child.exited).toEqual({ code: 1, signal: null });
    expect(second.lines.join('\n')).toContain(
      `is already running (pid ${first.child.pid}, ${first.sandboxUrl}`,
    );
    expect(await isAnswering(second.sandboxUrl)).toBe(false);

    await vi.waitFor(async () => expect(await isAnswering(first.sandboxUrl)).toBe(true), {
      timeout: 120_000,
    });
    const stack = await findRunningStack(['dev']);
    expect(stack?.pid).toBe(first.child.pid);

    process.kill(first.child.pid, 'SIGTERM');
    expect(await first.child.exited).toEqual({ code: 0, signal: null });
    expect(await isAnswering(first.sandboxUrl)).toBe(false);
    expect(await findRunningStack(['dev'])).toBeUndefined();
  },
);
