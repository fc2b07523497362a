import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openStore, phone } from '@/tests/support/e2e/open-store';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('settings', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`the settings show what works and the store's data, and store the changes: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const words: typeof en = language === 'ar' ? ar : en;
    const { settings } = words;
    const tab = await openTab(browser, stack, store, '/settings', viewport);
    const { app, page } = tab;
    await expect(app.locator('[data-scope][data-works=true]')).toHaveCount(10);
    await expect(app.getByText(settings.scopes.all)).toBeVisible();
    await expect(app.getByText(words.paymentMethod.cod).first()).toBeVisible();
    await expectAccessible(tab, 'settings');
    if (viewport === desktop) {
      // Neither column is much shorter than the other.
      const columns = app.locator('[data-column]');
      const heights = await columns.evaluateAll((all) => all.map((column) => column.clientHeight));
      expect(heights).toHaveLength(2);
      expect(Math.min(...heights) / Math.max(...heights)).toBeGreaterThan(0.6);
    }
    await takePicture(page, `settings-${language}`);
    // Each link at the top shows its part of the screen.
    const links = app.getByRole('navigation', { name: settings.jump.label }).getByRole('link');
    await expect(links).toHaveText(
      ['display', 'documents', 'customers', 'staff', 'messages'].map(
        (part) => settings.jump[part as 'staff'],
      ),
    );
    for (const [name, title] of [
      [settings.jump.messages, settings.quotes.title],
      [settings.jump.documents, settings.contact.title],
      [settings.jump.staff, settings.people.title],
    ] as const) {
      await links.filter({ hasText: name }).click();
      await expect(app.getByRole('heading', { name: title, exact: true })).toBeInViewport();
    }
    const keys = app.getByRole('checkbox', { name: settings.screen.keys });
    await keys.uncheck();
    await expect(keys).not.toBeChecked();
    await app.getByRole('button', { name: settings.quotes.change, exact: true }).click();
    const dialog = app.getByRole('dialog');
    await dialog.getByLabel(words.quotes.settings.days.label).fill('45');
    await dialog.getByRole('button', { name: words.quotes.settings.save }).click();
    await expect(dialog).toBeHidden();
    await tab.open('/settings');
    await expect(app.getByText(/^45 /)).toBeVisible();

    const contact = settings.contact;
    // While the store has no phone, a button in its place opens the form.
    await app.getByRole('button', { name: contact.addPhone }).click();
    await dialog.getByLabel(contact.phone).fill('call us');
    await dialog.getByLabel(contact.footer).fill('9 - 17');
    await dialog.getByRole('button', { name: contact.save }).click();
    await expect(dialog.getByLabel(contact.phone)).toHaveAccessibleDescription(
      new RegExp(contact.phoneWrong.replaceAll(/[+.]/g, '.')),
    );
    await expectAccessible(tab, 'contact');
    await takePicture(page, `settings-${language}-contact`);
    // The typed values are still in the form after a reload.
    await tab.open('/settings');
    await app.getByRole('button', { name: contact.changeContact }).click();
    await expect(dialog.getByLabel(contact.footer)).toHaveValue('9 - 17');
    await dialog.getByLabel(contact.phone).fill('٠٩٣٣ ١٢٣ ٤٥٦');
    await dialog.getByRole('button', { name: contact.save }).click();
    await expect(dialog).toBeHidden();
    await tab.open('/settings');
    await expect(app.getByText('0933 123 456')).toBeVisible();
    await expect(app.getByRole('button', { name: contact.addPhone })).toHaveCount(0);
    await expect(app.getByText('9 - 17')).toBeVisible();

    await takeScopes({ stack, ...store }, ['refunds:write', 'clients:read']);
    await tab.open('/settings');
    await expect(app.locator('[data-scope="refunds:write"]')).toContainText(settings.scopes.remedy.switch_on);
    await expect(app.locator('[data-scope="clients:read"]')).toContainText(
      settings.scopes.remedy.accept_agreement,
    );
    // The tools of developers are not on this screen: the switch of the X-ray, and the platform's names of scopes.
    await expect(app.locator('main')).not.toContainText(/refunds:write|clients:read/);
    await expect(app.getByRole('checkbox', { name: words.connection.developers.xray.switch })).toHaveCount(0);
    await expectAccessible(tab, 'scopes off');
    await takePicture(page, `settings-${language}-off`);
    await page.context().close();
  });
