import { type Browser, expect, type FrameLocator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takeBrowserErrors, watch } from '@/tests/support/e2e/merchant';
import { newPage, phone } from '@/tests/support/e2e/open-store';
import { type LocalizedStore, openLocalizedStore } from '@/tests/support/e2e/order-tab';
import { openOrder, sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let stores: Record<'ar' | 'en', LocalizedStore>;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('order-confirmation', fewPastOrders);
  const [arabic, english] = await Promise.all([openLocalizedStore(stack, ar), openLocalizedStore(stack, en)]);
  stores = { ar: arabic, en: english };
});

// For each refused request the browser logs its 4xx status in the console. Any other console message fails the test.
test.afterEach(() => {
  expect(
    takeBrowserErrors().filter((text) => !/the server responded with a status of 4\d\d/.test(text)),
  ).toEqual([]);
});

/**
 * Makes an order link on the order page and opens WhatsApp with this link. Returns the link in the WhatsApp message.
 */
async function askOnPage(page: Page, app: FrameLocator, words: typeof en, name: string): Promise<string> {
  const t = words.orderLink.ask;
  const messages = words.order.messages;
  await app.getByRole('button', { name: messages.whatsapp }).click();
  await app.getByRole('menuitem', { name: messages.ask }).click();
  const dialog = app.getByRole('dialog', { name: t.title });
  await dialog.getByRole('button', { name: t.create }).click();
  await dialog.getByRole('button', { name: t.whatsapp }).waitFor();
  expect(await axeFaults(page, ['iframe', 'html'])).toEqual([]);
  await takePicture(page, `${name}-ask`);
  const [chat] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('button', { name: t.whatsapp }).click(),
  ]);
  await chat.waitForLoadState();
  const text = new URL(chat.url()).searchParams.get('text') ?? '';
  await chat.close();
  const [link] = /https?:\/\/\S+\/o\/\S+/.exec(text) ?? [];
  if (!link) throw new Error(`the message has no link: ${text}`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return link;
}

async function openMerchant(browser: Browser, locale: string): Promise<Page> {
  const page = await newPage(browser, locale, phone);
  await page
    .context()
    .route('https://wa.me/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>chat</title>' }),
    );
  return page;
}

/** Opens a new page as the customer would see it: on a phone, without JavaScript. */
async function openCustomer(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, locale, javaScriptEnabled: false });
  const page = await context.newPage();
  watch(page);
  return page;
}

/**
 * Checks the page with axe in the light and the dark color scheme. axe is a script, so JavaScript is on in the browser
 * contexts of this check.
 */
async function expectAccessible(browser: Browser, url: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 320, height: 740 }, colorScheme });
    const page = await context.newPage();
    await page.goto(url);
    expect(await axeFaults(page), colorScheme).toEqual([]);
    const sizes = await page.evaluate(() => ({
      wider: document.documentElement.scrollWidth - window.innerWidth,
      low: [...document.querySelectorAll('a, button, summary')]
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML),
    }));
    expect(sizes, colorScheme).toEqual({ wider: 0, low: [] });
    await context.close();
  }
}

for (const language of ['ar', 'en'] as const) {
  const words: typeof en = language === 'ar' ? ar : en;
  const t = words.orderLink;
  const locale = language === 'ar' ? 'ar' : 'en-US';

  test(`a customer without JavaScript confirms an order with one tap, and the open order page shows it (${language})`, async ({
    browser,
  }) => {
    const store = stores[language];
    const sold = await sell(store, { quantities: [2, 1], status: 'placed' });
    const merchant = await openMerchant(browser, locale);
    const app = await openOrder(merchant, store, sold.id);
    const name = `order-confirmation-${language}`;
    const link = await askOnPage(merchant, app, words, name);
    expect(link.includes('lang=en')).toBe(language === 'en');
    await expect(app.locator('[data-order-link=open]')).toContainText(t.note.open);

    const customer = await openCustomer(browser, locale);
    await customer.goto(link);
    await expect(customer.locator('html')).toHaveAttribute('lang', language);
    await expect(customer.getByRole('heading', { level: 1 })).toContainText(sold.order_number);
    await expect(customer.locator('body')).toContainText(sold.items[0]?.name ?? '');
    await expect(customer.locator('body')).not.toContainText('933445566');
    await takePicture(customer, `${name}-page`, { fullPage: true });
    await expectAccessible(browser, link);
    await customer.getByRole('button', { name: t.confirm }).click();
    await expect(customer.locator('.note h2')).toHaveText(t.state.confirmed.title);
    await expect(customer.getByRole('button')).toHaveCount(0);
    await takePicture(customer, `${name}-done`, { fullPage: true });

    // The order page was open the whole time. It must show the customer's answer without a reload.
    await expect(app.locator('[data-order-link=confirmed]')).toContainText(t.note.confirmed);
    expect(await axeFaults(merchant, ['iframe', 'html'])).toEqual([]);
    await takePicture(merchant, `${name}-note`);
    await customer.context().close();
    await merchant.context().close();
  });

  test(`a customer asks for a change; a second, different answer is refused; a withdrawn link is not found (${language})`, async ({
    browser,
  }) => {
    const store = stores[language];
    const sold = await sell(store, { quantities: [1], status: 'placed' });
    const merchant = await openMerchant(browser, locale);
    const app = await openOrder(merchant, store, sold.id);
    const name = `order-confirmation-change-${language}`;
    const link = await askOnPage(merchant, app, words, name);
    const [customer, late] = [await openCustomer(browser, locale), await openCustomer(browser, locale)];
    await customer.goto(link);
    await late.goto(link);
    await customer.locator('summary', { hasText: t.change }).click();
    await customer.getByRole('button', { name: t.sendChange }).click();
    await expect(customer.locator('.note h2')).toHaveText(t.problem.notSent);
    await takePicture(customer, `${name}-missing`, { fullPage: true });
    await customer.getByLabel(t.message).fill('اللون الأزرق');
    await customer.getByRole('button', { name: t.sendChange }).click();
    await expect(customer.locator('.note h2')).toHaveText(t.state.change_requested.title);

    await late.locator('summary', { hasText: t.decline }).click();
    await late.getByLabel(t.reason).fill('x 7');
    await late.getByRole('button', { name: t.sendDecline }).click();
    await expect(late.locator('.note')).toContainText(t.problem.answered);
    await expect(late.locator('.note')).toContainText(t.state.change_requested.title);
    await expect(late.locator('.note')).toContainText(`${t.problem.notSentText} x 7`);
    await takePicture(late, `${name}-refused`, { fullPage: true });

    await expect(app.locator('[data-order-link=change_requested]')).toContainText('اللون الأزرق');
    await takePicture(merchant, `${name}-note`);
    // The merchant makes a new link, which replaces the answered link. Later the merchant withdraws the new link.
    const next = await askOnPage(merchant, app, words, `${name}-next`);
    expect(next).not.toBe(link);
    await customer.goto(link);
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(words.linkPage.notFound.order.title);
    await app.getByRole('button', { name: words.order.messages.whatsapp }).click();
    await app.getByRole('menuitem', { name: words.order.messages.ask }).click();
    const dialog = app.getByRole('dialog', { name: t.ask.title });
    await dialog.getByRole('button', { name: t.ask.create }).click();
    await dialog.getByRole('button', { name: t.ask.withdraw }).click();
    await expect(dialog).toBeHidden();
    await customer.goto(next);
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(words.linkPage.notFound.order.title);
    await takePicture(customer, `${name}-gone`, { fullPage: true });
    for (const page of [customer, late, merchant]) await page.context().close();
  });

  test(`an answered link can be withdrawn; the answer stays on the order page (${language})`, async ({
    browser,
  }) => {
    const store = stores[language];
    const sold = await sell(store, { quantities: [1], status: 'placed' });
    const merchant = await openMerchant(browser, locale);
    const app = await openOrder(merchant, store, sold.id);
    const name = `order-confirmation-withdrawn-${language}`;
    const link = await askOnPage(merchant, app, words, name);
    const customer = await openCustomer(browser, locale);
    await customer.goto(link);
    await customer.getByRole('button', { name: t.confirm }).click();
    const note = app.locator('[data-order-link=confirmed]');
    await expect(note).toContainText(t.note.confirmed);

    await note.getByRole('button', { name: t.ask.withdraw }).click();
    await expect(note).toContainText(t.withdraw.question);
    expect(await axeFaults(merchant, ['iframe', 'html'])).toEqual([]);
    await takePicture(merchant, `${name}-question`);
    await note.getByRole('button', { name: t.withdraw.keep }).click();
    await customer.goto(link);
    await expect(customer.locator('.note h2')).toHaveText(t.state.confirmed.title);
    await note.getByRole('button', { name: t.ask.withdraw }).click();
    await note.getByRole('button', { name: t.withdraw.confirm }).click();
    await expect(app.getByText(t.ask.withdrawn).first()).toBeVisible();
    await customer.goto(link);
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(words.linkPage.notFound.order.title);
    await expect(note).toContainText(t.note.confirmed);
    await expect(note.getByRole('button')).toHaveCount(0);
    for (const page of [customer, merchant]) await page.context().close();
  });
}
