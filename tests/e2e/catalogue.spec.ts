import { type Browser, expect, type Page } from 'playwright/test';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let pounds: InstalledStore;
let dollars: InstalledStore;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('catalogue', fewPastOrders);
  [pounds, dollars] = await Promise.all([openStore(stack, 'SYP'), openStore(stack, 'USD')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

type Variant = { barcode: string; sku: string; status: string; stock: number };

async function variants(store: InstalledStore): Promise<Variant[]> {
  const { products } = await stack.sandbox.control<{ products: { status: string; variants: Variant[] }[] }>(
    ...(['GET', `/dump?store_id=${store.storeId}`] as const),
  );
  return products
    .flatMap((product) => (product.status === 'active' ? product.variants : []))
    .filter(({ status }) => status === 'active');
}

const openNew = (browser: Browser, store: InstalledStore, viewport = phone) =>
  openAlone(browser, stack, store, { path: '/orders/new', viewport });

const quantities = (page: Page, store: InstalledStore) =>
  page.getByRole('textbox', { name: new RegExp(`^${store.words.newOrder.line.quantity}`) });

test('U13: a barcode scan adds the matching variant immediately, and the focus stays in the picker', async ({
  browser,
}) => {
  const [one, other] = await variants(pounds);
  const page = await openNew(browser, pounds);
  const picker = page.getByRole('combobox', { name: pounds.words.newOrder.picker.label });
  await picker.click();
  // The scanner enters codes faster than a search runs. The second code arrives before the search has found
  // the variant of the first code.
  for (const code of [one?.barcode, other?.barcode]) {
    await page.keyboard.insertText(code ?? '');
    await page.keyboard.press('Enter');
  }
  await expect(quantities(page, pounds)).toHaveCount(2);
  await expect(picker).toBeFocused();
  await expect(picker).toHaveValue('');
  await page.keyboard.insertText(one?.barcode ?? '');
  await page.keyboard.press('Enter');
  await expect(quantities(page, pounds).first()).toHaveValue('2');
  // A scanned code that matches no variant must stay in the field. The list must offer exactly one action for the code,
  // and no line may be added.
  await page.keyboard.insertText('4006381333931');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue('4006381333931');
  await expect(page.locator('[role="listbox"] [role="option"]')).toHaveCount(1);
  await expect(quantities(page, pounds)).toHaveCount(2);
  await takePicture(page, 'catalogue-scan');
  await page.context().close();
});

test('U13: a scan that ends at the moment when the lazy-loaded picker appears is added after the scan before it', async ({
  browser,
}) => {
  const [one, other] = await variants(pounds);
  const page = await openNew(browser, pounds);
  const early = page.getByRole('combobox', { name: pounds.words.newOrder.picker.label });
  await early.evaluate(
    async (field: HTMLInputElement, codes) => {
      const enterInto = (it: Element) =>
        it.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      const scan = async (code: string) => {
        document.execCommand('insertText', false, code);
        await null;
      };
      field.focus();
      await scan(codes[0] ?? '');
      enterInto(field);
      await null;
      await scan(codes[1] ?? '');
      // The second scan ends with the Enter key. The test must send this key at a moment when the variant picker has
      // the focus but has not run its own code yet. So the MutationObserver below sends the key as soon as the picker
      // has the focus.
      const watch = new MutationObserver(() => {
        const picker = document.activeElement;
        if (picker === field || !(picker instanceof HTMLInputElement)) return;
        watch.disconnect();
        enterInto(picker);
      });
      watch.observe(document.body, { childList: true, subtree: true });
    },
    [one?.barcode ?? '', other?.barcode ?? ''],
  );
  const skus = page.locator('li', { has: quantities(page, pounds) }).locator('bdi[dir=ltr]');
  await expect(skus).toHaveText([one?.sku ?? '', other?.sku ?? '']);
  await page.context().close();
});

for (const [name, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 860 }],
] as const)
  test(`a pasted message becomes order lines after a review, on a ${name}`, async ({ browser }) => {
    const store = name === 'phone' ? pounds : dollars;
    const t = store.words.pasteMessage;
    const page = await openNew(browser, store, viewport);
    await page.getByRole('button', { name: t.entry }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t.read }).click();
    await expect(dialog.getByText(t.problem.empty)).toBeVisible();
    await dialog
      .getByRole('textbox', { name: t.label })
      .fill(
        name === 'phone'
          ? 'مرحبا، بدي ٢ صابون غار حلبي ١٠٠ غ\nو٣ زعتر\nوخمس كروت معايدة بـ ٥٠٠٠\nيسلمو'
          : 'Hi, 2 classic laurel soap 100g,\n3 scarf and 5 birthday cards @ 2.5\nthanks',
      );
    await dialog.getByRole('button', { name: t.read }).click();
    await expect(dialog.getByRole('combobox')).toHaveCount(3);
    // The dialog is opened from the order form. Submitting the dialog must not validate the fields of the order form.
    await expect(page.locator('form [aria-invalid="true"]')).toHaveCount(0);
    expect(await axeFaults(page)).toEqual([]);
    await takePicture(page, `catalogue-review-${name}`);
    // In some sandbox worlds, the first variant of the item is discontinued. The app then chooses no variant, so the
    // test chooses one that is for sale.
    const first = dialog.getByRole('combobox').first();
    if ((await first.inputValue()) === 'undecided') await first.selectOption({ index: 1 });
    // Another item of the message matches several variants, so the merchant must choose one of them.
    const add = dialog
      .getByRole('button')
      .filter({ hasText: /2|صنفين/ })
      .last();
    await add.click();
    await expect(dialog.getByText(t.item.choose)).toBeVisible();
    await expect(dialog.getByRole('combobox').nth(1)).toBeFocused();
    await dialog.getByRole('combobox').nth(1).selectOption({ index: 1 });
    await dialog.getByRole('button').filter({ hasText: /3/ }).last().click();
    await expect(dialog).toBeHidden();
    await expect(quantities(page, store)).toHaveCount(3);
    expect(
      await quantities(page, store).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['2', '3', '5']);
    await takePicture(page, `catalogue-added-${name}`, { fullPage: true });
    await page.context().close();
  });

test('S13: a store over its message limit sees when the next message can be read', async ({ browser }) => {
  const t = dollars.words.pasteMessage;
  const page = await openNew(browser, dollars);
  await page.getByRole('button', { name: t.entry }).click();
  const dialog = page.getByRole('dialog');
  // The pasted message "?" contains no item that the app recognizes. So the dialog still shows the form for the
  // message.
  await dialog.getByRole('textbox', { name: t.label }).fill('?');
  await expect(async () => {
    await dialog.getByRole('button', { name: t.read }).click();
    await expect(dialog.getByText(/Try again in [12] seconds?\./)).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 120_000, intervals: [0] });
  await page.context().close();
});
