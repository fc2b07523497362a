import { test as base, type Frame } from 'playwright/test';
import { takeComplaints } from './merchant';
import { type Stack, startStack } from '@/tests/support/stack/stack';

type StackOfWorker = {
  /** Begins a world that nobody has touched, on the processes that the other files used before. */
  newWorld(name: string): Promise<Stack>;
};

/**
 * `test` of the stories. Database, sandbox, app and worker are started once for all files that a worker of Playwright's
 * runs, which takes longer than most stories; each file begins a world of its own in its first hook:
 *
 *     test.beforeAll(async ({ browser, newWorld }) => {
 *       stack = await newWorld('orders-index');
 *
 * The platform's world is made anew from that name, so that its stores, orders and installs have ids that no other
 * file has seen; pages that the file before left open are closed. What the app holds of worlds before lies under installs that the platform knows no more.
 */
export const test = base.extend<{ pagesOfFailure: undefined }, StackOfWorker>({
  // What the pages said when a story failed, for the summary of a run whose pictures nobody has.
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
        // What a page of the file before says of a world that ends is no complaint of this file's.
        await Promise.all(browser.contexts().map((context) => context.close()));
        takeComplaints();
        await stack.sandbox.control('POST', '/reset', { seed: name });
        return stack;
      });
      await stack.stop();
    },
    // Four processes start, on a machine that may be busy with other things. No hook's own time is used up by it.
    { scope: 'worker', timeout: 300_000 },
  ],
});

async function whatItSays(frame: Frame): Promise<string> {
  const main = frame.locator('main, body').last();
  const text = await main.innerText({ timeout: 1_000 }).catch((error: unknown) => String(error));
  return `${frame.url()} says: ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
}
