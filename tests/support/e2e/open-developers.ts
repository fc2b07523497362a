import type { FrameLocator, Page } from 'playwright/test';
import type en from '@/messages/en.json';

/** Opens the screen for developers by the link of the connection screen, which must be open. */
export async function openDevelopers(app: FrameLocator | Page, { connection }: typeof en): Promise<void> {
  const { title } = connection.developers;
  await app.locator('main').getByRole('link', { name: title }).click();
  await app.getByRole('heading', { level: 1, name: title }).waitFor();
}
