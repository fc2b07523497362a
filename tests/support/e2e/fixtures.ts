import { test as base, type Frame } from 'playwright/test';
import { withBrand } from '@/lib/shared/branding/with-brand';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { takeBrowserErrors } from './merchant';
import { type Stack, startStack } from '@/tests/support/stack/stack';

// In a fork of the project, the app shows its texts with the brand of the fork. So the texts that the specs look for
// get this brand too.
for (const messages of [ar, en]) Object.assign(messages, withBrand(messages));

/** The database, sandbox, app and worker of this Playwright worker. Undefined until a spec file has started them. */
let runningStack: Stack | undefined;

/**
 * Number of past orders of each store for specs that need no long list: a full page of the list (50 orders) and a
 * second page.
 *
 * The worker reads each past order in detail, at most 170 a minute because of the request budget. With 250 orders, these
 * reads take almost two minutes of a spec file. In this time, an open list is read again twice a second, and the reads
 * of new changes wait for the budget.
 */
export const fewPastOrders = 60;

type StackOfWorker = {
  /**
   * Starts a new sandbox world (the whole state of the sandbox). The database, the app and the worker of earlier spec
   * files are used again. `orders` is the number of past orders of each store (250 by default).
   */
  newWorld(name: string, orders?: number): Promise<Stack>;
};

/**
 * The function `test` of the browser specs. Database, sandbox, app and worker start once for all files of a Playwright
 * worker, because their start takes longer than most specs. Each file starts its own sandbox world in its first hook:
 *
 *     test.beforeAll(async ({ newWorld }) => {
 *       stack = await newWorld('orders-index');
 *     });
 *
 * The name ('orders-index') is the seed of the world, so the world's stores, orders and installs have ids that no other
 * file uses. Pages that the previous file left open are closed. The app keeps the data of earlier worlds, but the
 * installs of this data no longer exist on the platform.
 */
export const test = base.extend<{ pagesOfFailure: undefined }, StackOfWorker>({
  // If a spec fails, this function attaches the text of every open page to the report. It also attaches the warnings
  // and errors that the app and the worker logged during the test. A developer can then find the reason without
  // screenshots and log files.
  pagesOfFailure: [
    async ({ browser }, use, testInfo) => {
      const startedAt = Date.now();
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const program of runningStack ? [runningStack.app, runningStack.worker] : [])
        for (const line of program.lastLines().filter((text) => isWarningSince(startedAt, text)))
          await testInfo.attach('log', { body: `${program.name} logged: ${line.slice(0, 600)}` });
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
      runningStack = stack;
      await use(async (name, orders) => {
        // Closes the pages of the previous spec file and discards the errors so far. These pages may log
        // errors because their world ends, and such errors do not belong to the next file.
        await Promise.all(browser.contexts().map((context) => context.close()));
        takeBrowserErrors();
        await stack.sandbox.control('POST', '/reset', { seed: name, orders });
        return stack;
      });
      await stack.stop();
    },
    // Four processes start here on a machine that may be busy, so the time limit is long. Playwright limits the time of
    // hooks separately.
    { scope: 'worker', timeout: 300_000 },
  ],
});

const warnLevel = 40;

/** Returns true if a line of output is a log line with a warning or an error that was logged after `startedAt`. */
function isWarningSince(startedAt: number, line: string): boolean {
  const [, level, time] = /^\{"level":(\d+),"time":(\d+),/.exec(line) ?? [];
  return Number(level) >= warnLevel && Number(time) >= startedAt;
}

async function whatItSays(frame: Frame): Promise<string> {
  const main = frame.locator('main, body').last();
  const text = await main.innerText({ timeout: 1_000 }).catch((error: unknown) => String(error));
  return `${frame.url()} says: ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
}
