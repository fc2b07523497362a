import { expect, type FrameLocator, type Page } from 'playwright/test';
import en from '@/messages/en.json' with { type: 'json' };

/** Opens the section "Technical details" of the order page, if it is closed, and waits for its content. */
export async function openTechnicalDetails(app: FrameLocator | Page): Promise<void> {
  const details = app.locator('[data-technical]');
  await details.waitFor();
  if (!(await details.evaluate((element) => (element as HTMLDetailsElement).open)))
    await details.locator('summary').click();
  await details.locator('h3').first().waitFor();
}

/** Waits until the open order page says that the webhook of the platform confirmed the order. */
export async function expectConfirmed(
  app: FrameLocator | Page,
  words: typeof en,
  { timeout = 20_000 } = {},
): Promise<void> {
  await app.locator('[data-technical]').waitFor({ timeout });
  await openTechnicalDetails(app);
  await expect(app.locator('[data-technical]').getByText(words.confirmation.confirmed)).toBeVisible({
    timeout,
  });
}
