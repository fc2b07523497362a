import { defineConfig } from 'playwright/test';
import { browserOptions } from '@/tests/support/e2e/browser';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/stack/bundle-programs.ts',
  outputDir: 'test-results',
  // Each worker has its own stack (tests/support/e2e/fixtures.ts). Three workers fit two cores, because specs wait a
  // third of their time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // The time-out is for a busy machine; on an idle machine a spec takes seconds.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: browserOptions(),
    // A step that cannot happen fails with its own error before the whole test times out.
    actionTimeout: 30_000,
    // A trace makes a spec take twice as long. `--trace retain-on-failure` records one to analyse a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The live indicator pulses forever. Without a graphics card, a CPU core renders each frame of it.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
