import type { FrameLocator, Page } from 'playwright/test';
import type en from '@/messages/en.json';

/**
 * Adds a line that is not in the catalog, as a merchant does: types a name and picks the option that the picker shows.
 */
export async function pickCustomLine(
  app: Page | FrameLocator,
  words: typeof en,
  name: string,
): Promise<void> {
  const { picker } = words.newOrder;
  await app.getByRole('combobox', { name: picker.label }).fill(name);
  // The test finds the option by its text. The list of options is rendered after the input, so the last option may
  // still belong to an earlier search.
  const offer = picker.custom.replace('<name></name>', name);
  await app.getByRole('listbox').getByRole('option').filter({ hasText: offer }).click();
}
