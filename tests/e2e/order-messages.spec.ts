import { type Browser, expect, type FrameLocator, type Locator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { appFrame, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { newPage, phone } from '@/tests/support/e2e/open-store';
import { openLocalizedStore, type LocalizedStore } from '@/tests/support/e2e/order-tab';
import { sendQuote } from '@/tests/support/e2e/sent-quotes';
import { openOrder, platformOrder, sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';
import { shipButton } from '@/tests/support/e2e/order-sections';

let stack: Stack;
let stores: Record<'ar' | 'en', LocalizedStore>;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('order-messages', fewPastOrders);
  const [arabic, english] = await Promise.all([openLocalizedStore(stack, ar), openLocalizedStore(stack, en)]);
  stores = { ar: arabic, en: english };
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/**
 * The requests that the pages of one browser context send to WhatsApp. The test answers these requests itself, so no
 * request leaves the machine.
 */
type Chats = { url: URL; referrer: string | undefined }[];

async function openPhone(browser: Browser, locale: string): Promise<{ page: Page; chats: Chats }> {
  const page = await newPage(browser, locale, phone);
  const chats: Chats = [];
  await page.context().route('https://wa.me/**', async (route) => {
    const request = route.request();
    chats.push({ url: new URL(request.url()), referrer: request.headers()['referer'] });
    await route.fulfill({ contentType: 'text/html', body: '<title>chat</title>' });
  });
  return { page, chats };
}

/**
 * Presses a control that opens WhatsApp. Returns the message and the phone number in the WhatsApp URL, and closes the
 * chat.
 */
async function chatAfter(
  page: Page,
  chats: Chats,
  press: Locator,
): Promise<{ text: string; digits: string }> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press.click()]);
  await tab.waitForLoadState();
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  const chat = chats.at(-1);
  if (!chat) throw new Error('no request to WhatsApp');
  expect(chat.referrer).toBeUndefined();
  return { text: chat.url.searchParams.get('text') ?? '', digits: chat.url.pathname.slice(1) };
}

const customerOf = (app: FrameLocator, words: typeof en): Locator =>
  app
    .locator('section')
    .filter({ has: app.getByRole('heading', { level: 2, name: words.order.customer.title, exact: true }) });

async function openMenu(app: FrameLocator, words: typeof en): Promise<Locator> {
  await customerOf(app, words).getByRole('button', { name: words.order.messages.whatsapp }).click();
  const menu = app.getByRole('menu');
  await menu.waitFor();
  return menu;
}

const greeting = { ar: 'مرحبًا', en: 'Hello' };
const deliveredLine = { ar: 'تم تسليم طلبك رقم {number}.', en: 'your order {number} was delivered.' };

/** Pastes the clipboard into a field of a new page and returns the pasted text. */
async function pasted(page: Page): Promise<string> {
  const other = await page.context().newPage();
  await other.setContent('<textarea></textarea>');
  const field = other.locator('textarea');
  await field.press('ControlOrMeta+V');
  const text = await field.inputValue();
  await other.close();
  return text;
}

/** Removes the invisible Unicode characters that the app puts around a value with another text direction. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

async function expectFine(page: Page, name: string): Promise<void> {
  expect(await axeFaults(page, ['iframe', 'html']), name).toEqual([]);
  await takePicture(page, name);
}

for (const language of ['ar', 'en'] as const) {
  const words: typeof en = language === 'ar' ? ar : en;
  const t = words.order.messages;
  const locale = language === 'ar' ? 'ar' : 'en-US';

  test(`WhatsApp opens with the message that fits the order's state, before and after it ships and when it is delivered, and no page contains the message before (${language})`, async ({
    browser,
  }) => {
    const store = stores[language];
    const sold = await sell(store, { quantities: [2], status: 'processing' });
    const { page, chats } = await openPhone(browser, locale);
    const app = await openOrder(page, store, sold.id);
    const item = sold.items[0]?.name ?? '';

    const menu = await openMenu(app, words);
    await expect(menu.getByRole('menuitem').first()).toHaveText(t.step.receivedMessage);
    await expect(menu.getByRole('menuitem', { name: t.step.shippedMessage })).toHaveCount(0);
    await expectFine(page, `messages-menu-${language}`);
    const html = plain(await app.locator('html').innerHTML());
    const first = await chatAfter(page, chats, menu.getByRole('menuitem').first());
    expect(first.digits).toBe('963933445566');
    expect(plain(first.text)).toContain(`2 × ${item}`);
    expect(first.text).toContain(sold.order_number);
    expect(first.text).not.toMatch(/[{}]/);
    const other = language === 'ar' ? en : ar;
    const inOther = (await openMenu(app, words)).getByRole('menuitem', { name: t.step.receivedMessage });
    await expect(inOther).toHaveCount(2);
    const second = await chatAfter(page, chats, inOther.nth(1));
    expect(second.text.startsWith(greeting[other === ar ? 'ar' : 'en'])).toBe(true);
    expect(first.text.startsWith(greeting[language])).toBe(true);
    expect(html).toContain(sold.order_number);
    expect(html).not.toContain('wa.me');
    for (const { text } of [first, second]) {
      const [greetingLine, ...others] = plain(text).split('\n');
      const itemsLine = others.find((line) => line.includes(`2 × ${item}`));
      if (!greetingLine || !itemsLine) throw new Error(`the message has other lines: ${text}`);
      for (const line of [greetingLine, itemsLine]) expect(html).not.toContain(line);
    }

    await shipButton(app, words).click();
    const sheet = app.getByRole('dialog', { name: words.fulfill.sheet.title });
    await sheet.getByLabel(words.fulfill.sheet.tracking).fill('TRK-77');
    await sheet.getByRole('button', { name: words.fulfill.sheet.send.shipped }).click();
    const tell = app.getByRole('button', { name: t.tell });
    await tell.waitFor();
    await takePicture(page, `messages-shipped-${language}`);
    const told = await chatAfter(page, chats, tell);
    expect(told.text).toContain('TRK-77');
    // The shipment has no carrier, so the message has no line about a carrier.
    expect(told.text).not.toMatch(/: *$/m);
    const after = await openMenu(app, words);
    await expect(after.getByRole('menuitem').first()).toHaveText(t.step.shippedMessage);
    const third = await chatAfter(page, chats, after.getByRole('menuitem').first());
    expect(third.text).toBe(told.text);

    await app
      .getByRole('group', { name: words.orderPage.status.label })
      .getByRole('button', { name: words.orderPage.status.to.delivered, exact: true })
      .click();
    await expect(app.locator('[aria-current=step]')).toContainText(words.orderStatus.delivered);
    const last = await openMenu(app, words);
    await expect(last.getByRole('menuitem').first()).toHaveText(t.step.deliveredMessage);
    const delivered = await chatAfter(page, chats, last.getByRole('menuitem').first());
    expect(delivered.digits).toBe('963933445566');
    expect(delivered.text.startsWith(greeting[language])).toBe(true);
    expect(plain(delivered.text)).toContain(deliveredLine[language].replace('{number}', sold.order_number));
    expect(delivered.text).not.toMatch(/[{}]/);
    expect(await platformOrder(store, sold.id)).toMatchObject({ note: sold.note, tags: sold.tags });
    await page.context().close();
  });

  test(`a template changed in the settings is the next message, and an unknown placeholder is refused (${language})`, async ({
    browser,
  }) => {
    const store = stores[language];
    const { id, order_number } = await sell(store, { quantities: [1], status: 'placed' });
    const { page, chats } = await openPhone(browser, locale);
    const app = appFrame(page);
    const settings = words.settings.messages;
    const returnTo = encodeURIComponent(`/i/${store.installId}/settings`);
    await page.goto(
      `${stack.sandbox.origin}/admin/stores/${store.storeId}/apps/${store.installId}?returnTo=${returnTo}`,
    );
    await app.locator('[data-live=live]').waitFor({ state: 'attached' });
    const change = settings.changeOne.replace('{step}', settings.step.receivedMessage);
    await app.getByRole('button', { name: change }).click();
    const dialog = app.getByRole('dialog', { name: settings.step.receivedMessage });
    const field = dialog.getByLabel(settings.text, { exact: true });
    await field.fill('🎉 {customer} ');
    await expect(
      dialog.getByText(settings.problem.unknown.replace('{placeholder}', '{customer}')),
    ).toBeVisible();
    await dialog.getByRole('button', { name: settings.save }).click();
    await expect(dialog).toBeVisible();
    await expect(field).toBeFocused();
    await expectFine(page, `messages-settings-problem-${language}`);
    await field.fill('🎉 ');
    await dialog.getByRole('button', { name: settings.fields.number }).click();
    await expect(field).toHaveValue('🎉 {number}');
    await expect(dialog.getByRole('region', { name: settings.preview })).toContainText('🎉 1042');
    await expectFine(page, `messages-settings-${language}`);
    await dialog.getByRole('button', { name: settings.save }).click();
    await expect(dialog).toBeHidden();
    await expectFine(page, `messages-card-${language}`);
    const logged = [stack.app, stack.worker].flatMap((program) => program.lastLines());
    expect(logged.filter((line) => line.includes('🎉'))).toEqual([]);

    const order = await openOrder(page, store, id);
    const menu = await openMenu(order, words);
    const { text } = await chatAfter(page, chats, menu.getByRole('menuitem').first());
    expect(text).toBe(`🎉 ${order_number}`);
    await page.context().close();
  });

  test(`a phone number that WhatsApp cannot open says why, and the message is copied (${language})`, async ({
    browser,
  }) => {
    const store = stores[language];
    const { page, chats } = await openPhone(browser, locale);
    for (const [given, why] of [
      ['call 0933 445 566 x', words.order.customer.oddPhone.letters],
      ['12345', words.order.customer.oddPhone.too_short],
    ] as const) {
      const { id, order_number } = await sell(store, { quantities: [1], status: 'placed', phone: given });
      const app = await openOrder(page, store, id);
      const customer = customerOf(app, words);
      await expect(customer.getByText(why)).toBeVisible();
      await expect(customer.getByRole('button', { name: t.whatsapp })).toHaveCount(0);
      await customer.getByRole('button', { name: t.copy }).click();
      await app.getByRole('menuitem', { name: t.step.receivedMessage }).first().click();
      await expect(app.getByText(t.copied).first()).toBeVisible();
      await expectFine(page, `messages-bad-phone-${language}`);
      const copied = await pasted(page);
      expect(copied).toContain(order_number);
      await customer.getByRole('button', { name: words.person.whoIsThis }).click();
      await expect(app.getByRole('dialog')).toContainText(words.person.dialog.invalid);
    }
    expect(chats).toEqual([]);
    await page.context().close();
  });

  test(`an open quote can be reminded of at once, with the text of the reminder (${language})`, async ({
    browser,
  }) => {
    const store = stores[language];
    const { page, chats } = await openPhone(browser, locale);
    const app = appFrame(page);
    const open = (path: string) =>
      page.goto(
        `${stack.sandbox.origin}/admin/stores/${store.storeId}/apps/${store.installId}?returnTo=${encodeURIComponent(`/i/${store.installId}${path}`)}`,
      );
    await open('/quotes');
    await app.locator('[data-live=live]').waitFor({ state: 'attached' });
    const quote = await sendQuote({ page, stack, storeId: store.storeId, installId: store.installId });
    await open(`/quotes/${quote.quoteId}`);
    await app.locator('[data-live=live]').waitFor({ state: 'attached' });
    await app.getByRole('button', { name: words.quotes.actions.more }).click();
    await app.getByRole('menuitem', { name: words.quotes.actions.remind }).click();
    const dialog = app.getByRole('dialog');
    await expectFine(page, `messages-reminder-${language}`);
    const { text } = await chatAfter(
      page,
      chats,
      dialog.getByRole('link', { name: words.quotes.share.whatsapp }),
    );
    expect(text).toContain(language === 'ar' ? 'نذكّرك' : 'a reminder');
    expect(text).toContain(quote.token);
    await page.context().close();
  });

  test(`S35: a user who may not see personal data gets no menu (${language})`, async ({ browser }) => {
    const store = stores[language];
    const { id } = await sell(store, { quantities: [1], status: 'placed' });
    const setRole = (role: string) =>
      asSystem(stack, 'UPDATE installs SET default_role = $2 WHERE install_id = $1', [store.installId, role]);
    await setRole('viewer');
    const { page } = await openPhone(browser, locale);
    const app = await openOrder(page, store, id);
    const customer = customerOf(app, words);
    await expect(customer.getByText(words.order.customer.hiddenForRole)).toBeVisible();
    await expect(customer.getByRole('button')).toHaveCount(0);
    await setRole('owner');
    await page.context().close();
  });
}
