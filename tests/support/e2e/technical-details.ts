import { expect, type FrameLocator, type Page } from 'playwright/test';
import en from '@/messages/en.json' with { type: 'json' };
import { openSection } from './order-sections';

/** Opens the section "Technical details" of the order page, if it is closed, and waits for its content. */
export async function openTechnicalDetails(app: FrameLocator | Page): Promise<void> {
  await openSection(app, 'technical');
}

/** Waits until the open order page shows that the webhook of the platform confirmed the order. */
export async function expectConfirmed(
  app: FrameLocator | Page,
  words: typeof en,
  { timeout = 20_000 } = {},
): Promise<void> {
  await app.locator('[data-fold=technical]').waitFor({ timeout });
  await openTechnicalDetails(app);
  await expect(app.locator('[data-fold=technical]').getByText(words.confirmation.confirmed)).toBeVisible({
    timeout,
  });
}
