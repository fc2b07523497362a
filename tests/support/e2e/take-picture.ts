import type { Page } from 'playwright/test';

/**
 * Stores a screenshot of the page in test-results, but only with PICTURES=1. No spec needs a screenshot, and all
 * screenshots together would take minutes. If a spec fails, Playwright takes its own screenshot.
 */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `test-results/${name}.png`, fullPage });
}
