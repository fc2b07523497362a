import { expect } from 'playwright/test';
import { test } from '@/tests/support/e2e/fixtures';
import { openAppSocket, startOtherApp } from '@/tests/support/e2e/other-app';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('upgrade');
});

const startApp = (change: Record<string, string>) => startOtherApp(stack, change, 'upgrade.log');

test('D12: during the drain readiness is 503 and pages are served; then the app exits with code 0', async () => {
  const { url, app } = await startApp({ DRAIN_SECONDS: '3' });
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
  const idle = await openAppSocket(url);
  process.kill(app.pid, 'SIGTERM');
  await expect
    .poll(async () => (await fetch(`${url}/api/health/ready`)).status, { intervals: [20] })
    .toBe(503);
  const page = await fetch(url);
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  expect(await app.exited).toEqual({ code: 0, signal: null });
  await idle.closedAfterMs;
});

test('D12: a second signal ends the app at once', async () => {
  const { app } = await startApp({ DRAIN_SECONDS: '300' });
  // A signal soon after the first one counts as the same, so signals are sent until the app has ended.
  const kill = setInterval(() => process.kill(app.pid, 'SIGTERM'), 200);
  try {
    expect(await app.exited).toEqual({ code: 1, signal: null });
  } finally {
    clearInterval(kill);
  }
});
