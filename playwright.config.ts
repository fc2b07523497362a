import { defineConfig } from 'playwright/test';
import { findBrowser } from '@/tests/support/browser';

const browser = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each has a whole stack (tests/support/story.ts). Stories wait more than they compute: two fill two cores.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: {
      executablePath: browser.executablePath,
      env: { ...process.env, ...browser.env },
    },
    // A step that can't happen says so itself, before the whole test runs out of time.
    actionTimeout: 30_000,
    // It makes a story take twice as long; `--trace retain-on-failure` asks for it where one has to be understood.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
