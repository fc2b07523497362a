import type { Page } from 'playwright';
import type en from '@/messages/en.json';
import { asSystem } from '@/tests/support/stack/as-system';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';

/** Where a picture is taken: a page that is signed in, and the store it looks at. */
export type ScreenFixture = {
  page: Page;
  stack: Stack;
  words: typeof en;
  storeId: string;
  installId: string;
  /** Address of the install's screens. */
  origin: string;
  orders: { id: string; status: string; payment_status: string; source: string | null }[];
  isPhone: boolean;
  /** Puts back what was changed for the picture, once it is taken; the last said comes first. */
  afterwards: (work: () => Promise<unknown>) => void;
};

/** Brings a page to a screen in some state. */
export type Show = (fixture: ScreenFixture) => Promise<void>;

/** A screen by its address below the install. */
export const at =
  (address: string): Show =>
  async ({ page, origin }) => {
    await page.goto(origin + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

/** A screen while these permissions are off; what could not be read meanwhile is read again at once. */
export const without =
  (scopes: string[], show: Show): Show =>
  async (fixture) => {
    await takeScopes(fixture, scopes);
    fixture.afterwards(async () => {
      await takeScopes(fixture, []);
      const mend = `UPDATE sweeps SET failures = 0, last_error = NULL, due_at = now()
        WHERE install_id = $1 AND last_error IS NOT NULL`;
      await asSystem(fixture.stack, mend, [fixture.installId]);
    });
    await show(fixture);
  };

/** What was opened over the page is there. */
export const dialog = (page: Page) => page.getByRole('dialog').getByRole('heading').first().waitFor();

/** Shows a screen, looks at it, and leaves the store as it was, whatever came of it. */
export async function lookAt(
  fixture: Omit<ScreenFixture, 'afterwards'>,
  show: Show,
  look: () => Promise<void>,
): Promise<void> {
  const works: (() => Promise<unknown>)[] = [];
  try {
    await show({ ...fixture, afterwards: (work) => works.unshift(work) });
    await look();
  } finally {
    for (const work of works) await work();
  }
}
