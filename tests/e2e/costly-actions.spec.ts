import { expect, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { type Tab, expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { callAction, variantInStock } from '@/tests/support/e2e/sent-quotes';
import { sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { actionId } from '@/tests/support/reports/entry-points';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('costly-actions', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'AED'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/**
 * Replaces the answers of a server action: the limit of the install is used up, for 7 more seconds. The app receives an
 * invalid command instead of the page's command, so the action does nothing.
 */
async function answerBusy(page: Page, name: string): Promise<void> {
  const id = actionId(name);
  await page.route(/\/i\//, async (route) => {
    if (route.request().headers()['next-action'] !== id) return route.fallback();
    const response = await route.fetch({ postData: '[{}]' });
    const busy = JSON.stringify({ code: 'busy', status: 429, waitSeconds: 7 });
    await route.fulfill({ response, body: (await response.text()).replace(/^1:.*$/m, `1:${busy}`) });
  });
}

const isBusy = (answer: string) => answer.includes('"code":"busy"');

const seconds = { ar: '7 ثوانٍ', en: '7 seconds' };

/** Selects the first order of the list, and opens the dialog that ships the selected orders. */
async function openBulkDialog({ app, open }: Tab, words: typeof en): Promise<void> {
  await open('/orders');
  await app.getByRole('button', { name: words.bulk.select.choose }).click();
  await app.locator('tbody').getByRole('checkbox').first().check();
  const bar = app.getByRole('region', { name: words.bulk.bar.label });
  await bar.getByRole('button', { name: words.bulk.bar.actions }).click();
  await app.getByRole('menuitem', { name: words.bulk.bar.fulfill_orders }).click();
}

for (const [language, words] of [
  ['ar', ar as typeof en],
  ['en', en],
] as const)
  test(`S13 on a phone, in ${language}: over the limit of the store, a bulk dialog and an erasure say when to try again`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const tab = await openTab(browser, stack, store, '/orders', phone);
    const { app, page } = tab;
    const firstWords = (text: string) => text.split('{')[0] ?? '';
    const { dialog: t, problem } = words.bulk;
    await openBulkDialog(tab, words);
    const bulk = app.getByRole('dialog');
    await answerBusy(page, 'preflightBulkAction');
    await bulk.getByRole('button', { name: t.check }).click();
    const note = bulk.locator('[data-outcome=busy]');
    await expect(note).toContainText(firstWords(problem.busy));
    await expect(note).toContainText(seconds[language]);
    await expectAccessible(tab, `bulk-busy-${language}`);
    await takePicture(page, `bulk-busy-${language}-phone`);
    await page.unrouteAll();
    await bulk.getByRole('button', { name: t.check }).click();
    await expect(bulk.getByRole('button', { name: t.back })).toBeVisible();
    await expect(note).toHaveCount(0);

    const sold = await sell({ stack, ...store }, { quantities: [1] });
    await tab.open(`/orders/${sold.id}`);
    await app.getByRole('button', { name: words.person.whoIsThis }).click();
    const person = app.getByRole('dialog');
    await person.getByText(words.person.data.title, { exact: true }).click();
    await answerBusy(page, 'deletePersonAction');
    await person.getByRole('button', { name: words.person.data.erase }).click();
    await person.getByRole('button', { name: words.person.data.confirm }).click();
    const refused = person.locator('[data-outcome=busy]');
    await expect(refused).toContainText(firstWords(words.person.data.busy));
    await expect(refused).toContainText(seconds[language]);
    await expectAccessible(tab, `erase-busy-${language}`);
    await takePicture(page, `erase-busy-${language}-phone`);
    await page.context().close();
  });

test('S13: the preview of a stock sheet has a limit per store, which it shares with the previews of bulk runs', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, english);
  const merchant = { page, stack, storeId: english.storeId, installId: english.installId };
  const { sku } = await variantInStock(merchant);
  const entries = [{ line: 1, code: sku, delta: 1 }];
  // The actions of a store run one after another, and an action that waits longer than 10 s is refused too. So only few
  // are sent at once.
  const answers: string[] = [];
  for (let batch = 0; batch < 30 && !answers.some(isBusy); batch += 1)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 8 }, () => callAction(merchant, 'matchStockSheetAction', { entries })),
      )),
    );
  expect(answers.some(isBusy)).toBe(true);
  expect(answers.filter((answer) => answer.includes('"code":"matched"')).length).toBeGreaterThanOrEqual(60);
  await page.context().close();
});
