import { expect } from 'playwright/test';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { platformOrder } from '@/tests/support/e2e/store-orders';
import { expectConfirmed } from '@/tests/support/e2e/technical-details';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let stores: Record<'ar' | 'en', InstalledStore>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('pasted-details', fewPastOrders);
  const [pounds, dollars] = await Promise.all([openStore(stack, 'SYP'), openStore(stack, 'USD')]);
  stores = { ar: pounds, en: dollars };
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

const stories = {
  ar: {
    chat:
      'مرحبا، بدي ٥ كروت معايدة\nاتفقنا القطعة ب ٥٠٠٠ ليرة\nالاسم: ريما الحسن\nالموبايل: ٠٩٤٤ ١٢٣ ٤٥٦\n' +
      'المحافظة: حلب\nالعنوان: الفرقان، شارع النيل، بناء ١٢',
    name: 'ريما الحسن',
    e164: '+963944123456',
    province: 'aleppo',
    address: 'الفرقان، شارع النيل، بناء 12',
    priceText: '5000',
    totalMinor: 25_000,
  },
  en: {
    chat:
      'Hi, I want 5 birthday cards\nagreed 2.5 usd each\nName: Maya Haddad\nPhone: +961 3 123 456\n' +
      'Address: 21 Gouraud Street, Cedar building, Beirut',
    name: 'Maya Haddad',
    e164: '+9613123456',
    province: 'beirut',
    address: '21 Gouraud Street, Cedar building',
    priceText: '2.50',
    totalMinor: 1_250,
  },
};

for (const language of ['ar', 'en'] as const)
  test(`a pasted chat fills the customer, the delivery and the agreed price of a new order, in ${language} on a phone`, async ({
    browser,
  }) => {
    const store = stores[language];
    const story = stories[language];
    const { pasteMessage: t, newOrder } = store.words;
    const page = await openAlone(browser, stack, store, { path: '/orders/new', viewport: phone });
    await page.getByRole('button', { name: t.entry }).click();
    const dialog = page.getByRole('dialog');
    const message = dialog.getByRole('textbox', { name: t.label });
    await message.fill(story.chat);
    const typed = await message.inputValue();
    // The Escape key closes the dialog. The message is still there when the dialog is opened again, but it is not stored
    // in the browser.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: t.entry }).click();
    await expect(message).toHaveValue(typed);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(story.chat.slice(0, 20));
    await dialog.getByRole('button', { name: t.read }).click();
    const details = dialog.getByRole('region', { name: t.details.title });
    const chip = (label: string) => details.getByRole('button', { name: label }).first();
    await expect(details.getByRole('button')).toHaveCount(5);
    // Each detail is a chip. Before the merchant taps a chip, only the name and the phone number are accepted.
    await expect(details.getByRole('button', { pressed: true })).toHaveCount(2);
    await details.scrollIntoViewIfNeeded();
    expect(await axeFaults(page)).toEqual([]);
    await takePicture(page, `pasted-details-found-${language}`);

    // With the keyboard, the user accepts the chip (Space key) and undoes the acceptance (Enter key).
    const address = chip(t.details.address);
    await address.focus();
    await page.keyboard.press('Space');
    await expect(address).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Enter');
    await expect(address).toHaveAttribute('aria-pressed', 'false');
    while ((await details.getByRole('button', { pressed: false }).count()) > 0)
      await details.getByRole('button', { pressed: false }).first().click();
    await expect(details.getByRole('button', { pressed: true })).toHaveCount(5);
    await takePicture(page, `pasted-details-accepted-${language}`);
    await dialog
      .getByRole('button')
      .filter({ hasText: /1 item|صنفًا واحدًا/ })
      .click();
    await expect(dialog).toBeHidden();

    const name = page.getByRole('textbox', { name: newOrder.customer.name, exact: true }).first();
    const street = page.getByRole('textbox', { name: newOrder.delivery.address });
    await expect(name).toHaveValue(story.name);
    await expect(street).toHaveValue(story.address);
    await expect(page.locator('select[name="address.province"]')).toHaveValue(story.province);
    await expect(page.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) })).toHaveValue(
      story.priceText,
    );
    await takePicture(page, `pasted-details-form-${language}`, { fullPage: true });

    // The URL and the browser's localStorage contain no data of the customer.
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(`${page.url()} ${stored}`).not.toContain(story.name);

    await page.getByRole('button', { name: newOrder.create }).filter({ visible: true }).click();
    await expectConfirmed(page, store.words);
    const orderId = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const created = await platformOrder({ stack, ...store }, orderId);
    expect(created).toMatchObject({
      total: { amount_minor: story.totalMinor },
      customer: { phone: story.e164 },
      shipping_address: { province: story.province, address: story.address },
    });
    expect(JSON.stringify(created)).toContain(story.name.split(' ')[0]);
    await page.context().close();
  });

test('the toast after a pasted chat gives the customer fields their values from before', async ({
  browser,
}) => {
  const store = stores.en;
  const { pasteMessage: t, newOrder } = store.words;
  const page = await openAlone(browser, stack, store, { path: '/orders/new', viewport: phone });
  const name = page.getByRole('textbox', { name: newOrder.customer.name, exact: true }).first();
  await name.fill('Typed Before');
  await page.getByRole('button', { name: t.entry }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t.label }).fill('Name: Maya Haddad');
  await dialog.getByRole('button', { name: t.read }).click();
  const chip = dialog.getByRole('region', { name: t.details.title }).getByRole('button');
  // If the user accepted the chip of the name, the name would replace typed text. So the form does not accept this chip
  // before the merchant taps it.
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(chip).toContainText(t.details.replaces);
  await chip.click();
  await dialog.getByRole('button', { name: t.details.fill }).click();
  await expect(name).toHaveValue('Maya Haddad');
  await page.getByRole('button', { name: newOrder.pasted.undo }).click();
  await expect(name).toHaveValue('Typed Before');
  await page.context().close();
});

test('a message is not reviewed before the code that fills the form is loaded, so no choice of the merchant is lost', async ({
  browser,
}) => {
  const store = stores.en;
  const { pasteMessage: t, newOrder } = store.words;
  const page = await openAlone(browser, stack, store, { path: '/orders/new', viewport: phone });
  await page.getByRole('button', { name: t.entry }).click();
  const dialog = page.getByRole('dialog');
  const message = dialog.getByRole('textbox', { name: t.label });
  await message.fill('Name: Maya Haddad');
  await page.route('**/_next/static/**', (route) => route.abort());
  await dialog.getByRole('button', { name: t.read }).click();
  await expect(dialog.getByText(t.problem.no_answer)).toBeVisible();
  await expect(message).toHaveValue('Name: Maya Haddad');
  await page.unroute('**/_next/static/**');
  await dialog.getByRole('button', { name: t.read }).click();
  await expect(dialog.getByRole('region', { name: t.details.title })).toBeVisible();
  // The code that fills the form is already loaded. So the form is filled even if the browser loses its connection
  // while the merchant checks the details.
  await page.route('**/_next/static/**', (route) => route.abort());
  await dialog.getByRole('button', { name: t.details.fill }).click();
  await expect(page.getByRole('textbox', { name: newOrder.customer.name, exact: true }).first()).toHaveValue(
    'Maya Haddad',
  );
  await closeAfterAborts(page);
});
