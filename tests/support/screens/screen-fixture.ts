import type { Page } from 'playwright';
import type en from '@/messages/en.json';
import { asSystem } from '@/tests/support/stack/as-system';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';

/** What a screenshot needs: a signed-in page, and the store and stack that it shows. */
export type ScreenFixture = {
  page: Page;
  stack: Stack;
  words: typeof en;
  storeId: string;
  installId: string;
  /** Base URL of the app's screens for the install. */
  origin: string;
  orders: {
    id: string;
    status: string;
    payment_status: string;
    source: string | null;
    shipping_address?: object | null;
  }[];
  isPhone: boolean;
  /**
   * Registers a function that undoes a change of the store. The registered functions run after the screenshot, in
   * reverse order of registration.
   */
  afterwards: (work: () => Promise<unknown>) => void;
};

/** Opens a screen and prepares what its screenshot must show. */
export type Show = (fixture: ScreenFixture) => Promise<void>;

/** Returns a function that opens the screen at the given path of the install. */
export const at =
  (address: string): Show =>
  async ({ page, origin }) => {
    await page.goto(origin + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

/**
 * Returns a function that opens a screen while the install lacks the given scopes. The function restores the scopes
 * after the screenshot. Sweeps (reads of whole lists) that failed in the meantime run again immediately.
 */
export const without =
  (scopes: string[], show: Show): Show =>
  async (fixture) => {
    await takeScopes(fixture, scopes);
    fixture.afterwards(async () => {
      await takeScopes(fixture, []);
      const repair = `UPDATE sweeps SET failures = 0, last_error = NULL, due_at = now()
        WHERE install_id = $1 AND last_error IS NOT NULL`;
      await asSystem(fixture.stack, repair, [fixture.installId]);
    });
    await show(fixture);
  };

/** Waits until a dialog is open. */
export const dialog = (page: Page) => page.getByRole('dialog').getByRole('heading').first().waitFor();

/**
 * Opens a screen and calls `look`. Afterwards it runs the registered restore functions, even after an error.
 */
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
