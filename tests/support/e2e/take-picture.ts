import type { Page } from 'playwright/test';

/**
 * Keeps a picture of the page in test-results, for somebody who runs the stories with PICTURES=1. No story depends on
 * one, and together they take minutes of a run. When a story fails, Playwright takes its own.
 */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `test-results/${name}.png`, fullPage });
}
