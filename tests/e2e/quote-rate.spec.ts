import { type Browser, expect, type FrameLocator } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { openStore, phone } from '@/tests/support/e2e/open-store';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { answerQuote } from '@/tests/support/e2e/sent-quotes';
import { takePicture } from '@/tests/support/e2e/take-picture';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('quote-rate', fewPastOrders);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/** Opens the form of the exchange rate from the menu of the quotes screen. */
async function openRate(app: FrameLocator, words: typeof en) {
  const { menu, rate: texts } = words.quotes;
  await app.getByRole('button', { name: menu.label }).first().click();
  await app.getByRole('menuitem', { name: menu.rate }).click();
  const dialog = app.getByRole('dialog');
  const label = texts.label.split('<')[0]?.trim() ?? '';
  return {
    dialog,
    field: dialog.getByRole('textbox', { name: label }),
    save: dialog.getByRole('button', { name: texts.save }),
  };
}

/** Types a new exchange rate and a new rate limit for quotes into the form, and saves the form. */
async function typeRate(app: FrameLocator, words: typeof en, rate: string, limit: string) {
  const { dialog, field, save } = await openRate(app, words);
  await field.fill(rate);
  await dialog.getByRole('textbox', { name: words.quotes.rate.limit }).fill(limit);
  await save.click();
  await expect(dialog).toHaveCount(0);
}

/** Checks the customer's page with axe. JavaScript is on in this page, because axe is a script. */
async function expectOfferAccessible(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  await page.goto(url);
  expect(await axeFaults(page)).toEqual([]);
  await context.close();
}

for (const language of ['ar', 'en'] as const)
  test(`on a phone, a quote waits for a new price after the rate has moved, and is renewed with all others: ${language}`, async ({
    browser,
  }) => {
    const words: typeof en = language === 'ar' ? ar : en;
    const { quotes, newOrder, acceptance } = words;
    const store = await openStore(stack, language === 'ar' ? 'SYP' : 'USD');
    const tab = await openTab(browser, stack, store, '/quotes', phone);
    const { app, page } = tab;
    await typeRate(app, words, language === 'ar' ? '12,900' : '1.09', '3');

    // The form of a new quote suggests the rate limit from the settings.
    await app.getByRole('link', { name: quotes.newQuote }).click();
    await pickCustomLine(app, words, 'Gift wrapping');
    const price = language === 'ar' ? '13000' : '11';
    await app.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) }).fill(price);
    await choosePickup(app, words);
    await app.getByRole('textbox', { name: newOrder.customer.name, exact: true }).fill('Salma Khatib');
    await app.getByRole('textbox', { name: newOrder.customer.phone }).fill('+963944123456');
    await app.getByRole('button', { name: newOrder.sendQuote }).first().click();
    const dialog = app.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: quotes.send.rateLimit })).toHaveValue('3');
    await expectAccessible(tab, 'send');
    await takePicture(page, `quote-rate-send-${language}`);
    // Another user changes the rate after the form was opened. The app must not send the quote at a rate that the first
    // user did not see.
    const other = await openTab(browser, stack, store, '/quotes', phone);
    await typeRate(other.app, words, language === 'ar' ? '13,000' : '1.1', '3');
    await other.page.context().close();
    const readAgain = page.waitForResponse((response) => response.url().includes('_rsc='));
    await dialog.getByRole('button', { name: quotes.send.send }).click();
    await expect(dialog.getByText(quotes.write.refused.rate_changed)).toBeVisible();
    await expectAccessible(tab, 'rate changed');
    await takePicture(page, `quote-rate-changed-${language}`);
    await readAgain;
    await dialog.getByRole('button', { name: quotes.send.back }).click();
    await expect(dialog).toHaveCount(0);
    await app.getByRole('button', { name: newOrder.sendQuote }).first().click();
    await expect(dialog).toContainText(language === 'ar' ? /13.?000/ : '1.1');
    await dialog.getByRole('button', { name: quotes.send.send }).click();
    const link = dialog.getByRole('link', { name: quotes.share.whatsapp });
    const text = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
    const url = /http\S+\/q\/[\w-]{43}/.exec(text)?.[0] ?? '';
    const customer = await browser.newContext({ viewport: phone, javaScriptEnabled: false });
    const offer = await customer.newPage();
    const openOffer = () => offer.goto(`${url}?lang=${language}`);
    const accept = offer.getByRole('button', { name: acceptance.answer.accept });
    await openOffer();
    await expect(accept).toBeVisible();

    await tab.open('/quotes');
    await expect(app.locator('[data-quote]')).toHaveCount(1);
    await typeRate(app, words, language === 'ar' ? '15,000' : '1.2', '3');
    await expect(app.getByRole('button', { name: quotes.renew.open })).toBeVisible();
    await expect(app.locator('[data-quote]')).toContainText(quotes.rateMoved);
    await app.getByRole('link', { name: quotes.tabs.of.rate_moved }).click();
    await expect(app.locator('[data-quote]')).toHaveCount(1);
    await expectAccessible(tab, 'price to update');
    await takePicture(page, `quote-rate-list-${language}`);
    await openOffer();
    await expect(offer.getByRole('heading', { name: acceptance.state.rateMoved.title })).toBeVisible();
    await expect(accept).toHaveCount(0);
    await expect(offer.getByText(acceptance.answer.decline)).toBeVisible();
    await expectOfferAccessible(browser, offer.url());
    await takePicture(offer, `quote-rate-offer-${language}`, { fullPage: true });
    const sent = { quoteId: '', number: '', version: 1, token: '', url };
    expect(await answerQuote({ stack }, sent, { intent: 'accept', name: 'Salma' })).toBe(409);

    await app.getByRole('button', { name: quotes.renew.open }).click();
    const row = dialog.locator('[data-renewal]');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(language === 'ar' ? '15,000' : '12.00');
    await expectAccessible(tab, 'preview');
    await takePicture(page, `quote-rate-preview-${language}`);
    await dialog
      .getByRole('button')
      .filter({ hasText: language === 'ar' ? 'جدّد عرضًا واحدًا' : 'Renew 1 quote' })
      .click();
    const message = row.getByRole('link');
    await expect(message).toBeVisible();
    const href = new URL((await message.getAttribute('href')) ?? '');
    expect(href.origin + href.pathname).toBe('https://wa.me/963944123456');
    expect(href.searchParams.get('text')).toContain(url);
    await expectAccessible(tab, 'renewed');
    await takePicture(page, `quote-rate-renewed-${language}`);
    await dialog.getByRole('button', { name: quotes.renew.close, exact: true }).click();
    await expect(app.getByRole('button', { name: quotes.renew.open })).toHaveCount(0);
    await openOffer();
    await expect(accept).toBeVisible();
    expect(await answerQuote({ stack }, { ...sent, version: 2 }, { intent: 'accept', name: 'Salma' })).toBe(
      303,
    );
    await customer.close();

    // Another user changes the rate while a form is open. The form must not overwrite this change.
    const form = await openRate(app, words);
    await form.field.fill(language === 'ar' ? '16,000' : '1.3');
    const colleague = await openTab(browser, stack, store, '/quotes', phone);
    await typeRate(colleague.app, words, language === 'ar' ? '17,000' : '1.4', '3');
    await colleague.page.context().close();
    for (const press of ['first', 'second']) {
      await form.save.click();
      await expect(dialog.getByText(quotes.rate.problem.stale), press).toBeVisible();
    }
    await dialog.getByRole('button', { name: quotes.rate.cancel, exact: true }).click();
    await openRate(app, words);
    await expect(form.field).toHaveValue(language === 'ar' ? /17.?000/ : '1.4');
    await takePicture(page, `quote-rate-form-${language}`);
    await dialog.getByRole('button', { name: quotes.rate.remove.open }).click();
    await expect(dialog).toContainText(quotes.rate.remove.body);
    await expectAccessible(tab, 'remove');
    await takePicture(page, `quote-rate-remove-${language}`);
    await dialog.getByRole('button', { name: quotes.rate.remove.confirm }).click();
    await expect(dialog).toHaveCount(0);
    await openRate(app, words);
    await expect(form.field).toHaveValue('');
    await expect(dialog.getByRole('button', { name: quotes.rate.remove.open })).toHaveCount(0);
    await page.context().close();
  });
