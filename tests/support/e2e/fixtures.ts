import { test as base, type Frame } from 'playwright/test';
import { takeBrowserErrors } from './merchant';
import { type Stack, startStack } from '@/tests/support/stack/stack';

type StackOfWorker = {
  /** Starts a new sandbox world (the sandbox's whole state) on the processes that earlier spec files used. */
  newWorld(name: string): Promise<Stack>;
};

/**
 * `test` of the browser specs. Database, sandbox, app and worker start once for all files of a Playwright worker,
 * because the start takes longer than most specs. Each file starts its own sandbox world in its first hook:
 *
 *     test.beforeAll(async ({ browser, newWorld }) => {
 *       stack = await newWorld('orders-index');
 *
 * The world is created from that name, so its stores, orders and installs have ids that no other file uses. Pages that
 * the previous file left open are closed. Data of earlier worlds in the app belongs to installs that no longer exist on
 * the platform.
 */
export const test = base.extend<{ pagesOfFailure: undefined }, StackOfWorker>({
  // Attaches the text of every page when a spec fails, for the summary of a run without screenshots.
  pagesOfFailure: [
    async ({ browser }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const frames = browser
        .contexts()
        .flatMap((context) => context.pages().flatMap((page) => page.frames()));
      for (const frame of frames) await testInfo.attach('page', { body: await whatItSays(frame) });
    },
    { auto: true },
  ],
  newWorld: [
    async ({ browser }, use, { parallelIndex }) => {
      const stack = await startStack(`test-results/stack-${parallelIndex}`);
      await use(async (name) => {
        // Pages of the previous file may log errors when their world ends. These errors do not count for this file.
        await Promise.all(browser.contexts().map((context) => context.close()));
        takeBrowserErrors();
        await stack.sandbox.control('POST', '/reset', { seed: name });
        return stack;
      });
      await stack.stop();
    },
    // Four processes start here, on a machine that may be busy. This time-out is separate from the time-outs of the
    // hooks.
    { scope: 'worker', timeout: 300_000 },
  ],
});

async function whatItSays(frame: Frame): Promise<string> {
  const main = frame.locator('main, body').last();
  const text = await main.innerText({ timeout: 1_000 }).catch((error: unknown) => String(error));
  return `${frame.url()} says: ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
}
