import { defineConfig } from 'playwright/test';
import { browserOptions } from '@/tests/support/e2e/browser';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/stack/bundle-programs.ts',
  outputDir: 'test-results',
  // Each worker starts its own app, database and sandbox (tests/support/e2e/fixtures.ts). Three workers fit two cores,
  // because a spec spends a third of its time waiting.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // The time limit of a test is long enough for a busy machine. On an idle machine, a test takes seconds.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: browserOptions(),
    // Time limit of one action, such as a click. If the action is not possible, the test fails with the error of the
    // action and not with the time-out of the whole test.
    actionTimeout: 30_000,
    // No trace is recorded, because it makes a spec take twice as long. To analyse a failure, run with `--trace
    // retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Animations are off, because the pulsing of the live indicator never ends. Without a graphics card, a CPU core
    // would render each frame of the animation.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
