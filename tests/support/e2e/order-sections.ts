import type { FrameLocator, Locator, Page } from 'playwright/test';
import type en from '@/messages/en.json';

/**
 * Returns the button of the order page that opens the form of a new shipment. The button is either the main button or a
 * button in the card of the shipments. A click fails if the page has both buttons, because each action must have only
 * one button.
 */
export function shipButton(app: FrameLocator | Page, words: typeof en): Locator {
  const { ship, shipRest } = words.orderPage.status;
  const names = [ship, shipRest, words.fulfill.action];
  const [first, ...others] = names.map((name) => app.getByRole('button', { name, exact: true }));
  return others.reduce((one, other) => one.or(other), first as Locator);
}

/** Opens the closed section of the order page with the given name (`data-fold`), and waits for its content. */
export async function openSection(
  app: FrameLocator | Page,
  name: 'timeline' | 'technical',
): Promise<Locator> {
  const details = app.locator(`[data-fold=${name}]`);
  await details.waitFor();
  if (!(await details.evaluate((element) => (element as HTMLDetailsElement).open)))
    await details.locator('summary').click();
  await details
    .locator(name === 'timeline' ? 'ol' : 'h3')
    .first()
    .waitFor();
  return details;
}
