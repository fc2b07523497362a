import type { FrameLocator, Page } from 'playwright/test';
import type en from '@/messages/en.json';

/** Adds a line that is not in the catalogue, as a merchant does: by its name, and what the picker then offers. */
export async function pickCustomLine(
  app: Page | FrameLocator,
  words: typeof en,
  name: string,
): Promise<void> {
  const { picker } = words.newOrder;
  await app.getByRole('combobox', { name: picker.label }).fill(name);
  // By its words: the list is drawn after the letters, and its last entry may still be something found before.
  const offer = picker.custom.replace('<name></name>', name);
  await app.getByRole('listbox').getByRole('option').filter({ hasText: offer }).click();
}
