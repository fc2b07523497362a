import { defineConfig } from 'playwright/test';
import { findBrowser } from '@/tests/support/e2e/browser';

const browser = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/stack/bundle-programs.ts',
  outputDir: 'test-results',
  // Each has a whole stack (tests/support/e2e/fixtures.ts). For two cores: stories wait a third of their time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // For a machine that is busy with other things: on a quiet one a story takes seconds.
  timeout: 240_000,
  expect: { timeout: 20_000 },
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
    // The mark of a live page pulses without end, and without a graphics card each frame of it is drawn by a core.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
