import type { FrameLocator, Page } from 'playwright/test';
import type en from '@/messages/en.json';

/** Chooses that the customer picks the order up. A new order has no delivery method until the user chooses one. */
export async function choosePickup(app: Page | FrameLocator, words: typeof en): Promise<void> {
  const { pickup } = words.newOrder.delivery;
  await app.getByRole('radio', { name: pickup, exact: true }).check({ force: true });
}
