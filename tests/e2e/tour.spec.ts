import { expect, type FrameLocator, type Locator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { arabic } from '@/sandbox/tour/arabic';
import { english } from '@/sandbox/tour/english';
import { type GoalName, goalsOf, type StopName } from '@/sandbox/tour/stops';
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { test } from '@/tests/support/e2e/fixtures';
import { closeAfterAborts, takeBrowserErrors, watch } from '@/tests/support/e2e/merchant';
import { desktop, newPage, phone } from '@/tests/support/e2e/open-store';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';
import { takePicture } from '@/tests/support/e2e/take-picture';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('tour');
});

/**
 * The time limit for reaching a goal. A goal may need a retry or a sweep (a read of a whole list) of the app. Each of
 * the two takes long on a busy machine, so the limit is long.
 */
const goalTimeoutMs = 120_000;

type Story = {
  page: Page;
  words: typeof en;
  text: typeof english;
  language: 'ar' | 'en';
  viewport: typeof phone;
};

const goal = (page: Page, name: GoalName) => page.locator(`[data-part="goal-${name}"]`);
const appRows = (page: Page) => page.locator('[data-part="app-rows"] li');

/**
 * Waits until the page shows that every goal of the stop is reached, without a reload. Then checks the page with axe.
 */
async function expectReached({ page, text, language, viewport }: Story, stop: StopName): Promise<void> {
  for (const name of goalsOf[stop])
    await expect(goal(page, name)).toContainText(text.reached, { timeout: goalTimeoutMs });
  await takePicture(page, `tour-${language}-${stop}`, { fullPage: true });
  expect(await axeFaults(page, { top: 'html' }), stop).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, stop).toBeLessThanOrEqual(viewport.width);
}

/**
 * Presses a control of the page itself, outside the screens of the app. Before that, waits until the browser has shown
 * the page at its new scroll position. Without this wait, Chromium gives the press to the iframe that was at this place
 * before.
 */
async function press(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
  await control.click();
}

/** Presses the link to the next stop. */
async function next({ page, text }: Story, stop: StopName): Promise<void> {
  const { title } = text.stops[stop];
  await press(page, page.getByRole('link', { name: `${text.next}: ${title}` }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  for (const name of goalsOf[stop]) await expect(goal(page, name)).toContainText(text.open);
}

/**
 * Scrolls to a screen of the app on the page of a stop (one page of the tour). Returns the screen when it is ready for
 * a press. The scroll is needed, because Chromium does not render an iframe of another origin outside the visible area,
 * and Playwright cannot press anything in such an iframe.
 */
async function screen(page: Page, index = 0): Promise<FrameLocator> {
  await page.locator('iframe').nth(index).scrollIntoViewIfNeeded();
  const app = page.frameLocator('iframe').nth(index);
  await app.locator('[data-live=live]').waitFor({ state: 'attached', timeout: goalTimeoutMs });
  return app;
}

/**
 * Fills the form of a new order, for pickup. With `price`, the order has a product at this price. Without `price`, the
 * order has a custom item, which the function types.
 */
async function fillOrder({ words }: Pick<Story, 'words'>, app: FrameLocator, price?: string): Promise<void> {
  const { newOrder } = words;
  if (price === undefined) await pickCustomLine(app, words, 'Gift wrapping');
  else {
    const [search, currency] = words === ar ? ['قميص', 'ل.س'] : ['scarf', '$'];
    await app.getByRole('combobox', { name: newOrder.picker.label }).fill(search);
    const options = app.getByRole('listbox').getByRole('option').filter({ hasText: currency });
    await options
      .filter({ hasText: words === ar ? 'قميص' : 'Scarf' })
      .first()
      .click();
  }
  await app.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) }).fill(price ?? '25');
  await choosePickup(app, words);
  await app.getByRole('radio', { name: words.paymentMethod.codPickup }).check({ force: true });
  await fillCustomer({ words }, app);
}

async function fillCustomer({ words }: Pick<Story, 'words'>, app: FrameLocator): Promise<void> {
  const { customer } = words.newOrder;
  await app.getByRole('textbox', { name: customer.name, exact: true }).fill('Salma Khatib');
  await app.getByRole('textbox', { name: customer.phone }).fill('+963944123456');
}

/** Presses a control that opens a second tab, and returns this tab. */
async function secondTab(page: Page, pressed: Locator): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await press(page, pressed);
  const tab = await opening;
  watch(tab);
  return tab;
}

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`a reader goes through the seven stops of the tour and sees each goal reached: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    test.setTimeout(1_200_000);
    const words: typeof en = language === 'ar' ? ar : en;
    const text = language === 'ar' ? arabic : english;
    const page = await newPage(browser, language === 'ar' ? 'ar' : 'en-US', viewport);
    const story: Story = { page, words, text, language, viewport };
    const create = (app: FrameLocator) => app.getByRole('button', { name: words.newOrder.create }).first();

    await page.goto(stack.sandbox.origin);
    await page.locator(`a[href="/tour${language === 'ar' ? '?lang=ar' : ''}"]`).click();
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');

    await test.step('install', async () => {
      const admin = await secondTab(page, page.getByRole('link', { name: text.apps }));
      await admin.locator('a[href*="/install?store="]').click();
      for (const box of await admin.getByRole('checkbox').all()) await box.check();
      await admin.locator('button[value="accept"]').click();
      await admin.waitForURL(/\/admin\/stores\/[^/]+\/apps\/inst/);
      await screen(admin);
      // The stop shows the app when it receives events. The page is loaded again for that.
      await screen(page);
      await expect(page.getByRole('link', { name: text.xray })).toBeVisible();
      await expect(appRows(page)).toContainText(['installs active'], { timeout: goalTimeoutMs });
      await expectReached(story, 'install');
      await admin.close();
    });

    await test.step('price', async () => {
      await next(story, 'price');
      await press(page, page.getByRole('link', { name: text.xray }));
      const developers = await screen(page);
      await developers.getByRole('checkbox', { name: words.connection.developers.xray.switch }).check();
      await expect(developers.getByRole('button', { name: words.frame.xray, exact: true })).toBeVisible();
      await press(page, page.getByRole('link', { name: text.xrayBack }));
      await expect(page.getByRole('link', { name: text.xray })).toBeVisible();
      const app = await screen(page);
      await fillOrder(story, app, words === ar ? '125000' : '12.50');
      await create(app).click();
      await expectReached(story, 'price');
      await expect(goal(page, 'agreed')).toContainText(words === ar ? '125000' : '1250');
    });

    await test.step('answer', async () => {
      await next(story, 'answer');
      const app = await screen(page);
      // X-ray must show the last request that the form sent. This request created the order at the agreed price.
      await app.getByRole('button', { name: words.frame.xray, exact: true }).click();
      const block = app.getByRole('dialog').locator('[data-xray=createOrder]');
      await block.locator('summary').click();
      await expect(block.locator('[data-endpoint=createOrder]')).toContainText(/req_/);
      await takePicture(page, `tour-${language}-xray`, { fullPage: true });
      await page.keyboard.press('Escape');
      await expect(app.getByRole('dialog')).toBeHidden();
      await press(page, page.getByRole('button', { name: text.press.killApp }));
      await expect(page.getByText(text.pressed.killApp)).toBeVisible();
      const before = stack.app.pid;
      await fillOrder(story, await screen(page));
      await create(app).click();
      await expect(goal(page, 'killed')).toContainText(`SIGKILL, pid ${before}`, { timeout: goalTimeoutMs });
      await expect(appRows(page).filter({ hasText: 'create_order sending × 1 lease' })).toHaveCount(1);
      await expect(goal(page, 'restarted')).toContainText(text.reached, { timeout: goalTimeoutMs });
      await expect(goal(page, 'restarted')).toContainText(`pid ${before} → ${stack.app.pid}`);
      await takePicture(page, `tour-${language}-killed`, { fullPage: true });
      await expectReached(story, 'answer');
      await expect(goal(page, 'once')).toContainText('1 × order.created');
      await expect(appRows(page).filter({ hasText: 'create_order sending' })).toHaveCount(0);
      // The screen of the app asked for the outcome when the app ran again, and opened the order.
      await expect(page.frameLocator('iframe').locator('main')).toContainText('Gift wrapping', {
        timeout: goalTimeoutMs,
      });
      // The app was killed once and not again.
      await expect(goal(page, 'restarted')).toContainText(`pid ${before} → ${stack.app.pid}`);
    });

    await test.step('webhook', async () => {
      await next(story, 'webhook');
      await press(page, page.getByRole('button', { name: text.press.loseEvent }));
      await expect(goal(page, 'undelivered')).toContainText(text.reached, { timeout: goalTimeoutMs });
      const app = await screen(page);
      // While the app reads the past orders for the first time, it does not offer the button for a check.
      const check = app.getByRole('button', { name: words.connection.check.now });
      await expect(check).toBeEnabled({ timeout: goalTimeoutMs });
      await check.click();
      await expectReached(story, 'webhook');
      const number = /#\d+/.exec(await goal(page, 'undelivered').innerText())?.[0] ?? 'no number';
      const mirrored = appRows(page).filter({ hasText: `orders ${number} ` });
      await expect(mirrored).toHaveCount(1, { timeout: goalTimeoutMs });
      const id = (await mirrored.innerText()).split(' ').at(-1) ?? 'no id';
      await expect(appRows(page).filter({ hasText: 'inbox order.created' })).not.toHaveCount(0);
      await expect(appRows(page).filter({ hasText: id })).toHaveCount(1);
    });

    await test.step('tabs', async () => {
      await next(story, 'tabs');
      const { note } = words.orderPage;
      const [mine, other] = [await screen(page), await screen(page, 1)];
      const save = (app: FrameLocator) => app.getByRole('button', { name: words.ui.saveBar.save });
      await (await screen(page)).getByLabel(note.label).fill('Mine');
      await (await screen(page, 1)).getByLabel(note.label).fill('Theirs');
      await save(other).click();
      await expect(goal(page, 'noted')).toContainText(text.reached, { timeout: goalTimeoutMs });
      await screen(page);
      await expect(mine.getByText(note.overtaken.title)).toBeVisible({ timeout: goalTimeoutMs });
      await expect(goal(page, 'decided')).toContainText(text.open);
      await takePicture(page, `tour-${language}-tabs-conflict`, { fullPage: true });
      await mine.getByRole('button', { name: note.overtaken.sendOver }).click();
      await expectReached(story, 'tabs');
    });

    await test.step('quote', async () => {
      await next(story, 'quote');
      const app = await screen(page);
      await pickCustomLine(app, words, 'Gift wrapping');
      await app.getByRole('textbox', { name: new RegExp(`^${words.newOrder.line.price}`) }).fill('25');
      await choosePickup(app, words);
      await fillCustomer(story, app);
      await app.getByRole('button', { name: words.newOrder.sendQuote }).first().click();
      const dialog = app.getByRole('dialog');
      await expect(dialog.getByLabel(words.quotes.send.validUntil)).not.toHaveValue('');
      await dialog.getByRole('button', { name: words.quotes.send.send }).click();
      const share = dialog.getByRole('link', { name: words.quotes.share.whatsapp });
      const message = new URL((await share.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
      const link = /http\S+\/q\/[\w-]{43}(?:\?lang=en)?/.exec(message)?.[0] ?? 'no link';
      await page.getByLabel(text.link).fill(link);
      const customer = await secondTab(page, page.getByRole('button', { name: text.press.phone }));
      await customer.waitForURL((url) => url.href === link);
      const form = customer.locator('form#accept');
      await form.getByLabel(words.acceptance.answer.name).fill('Salma');
      await form.getByLabel(words.acceptance.answer.digits).fill('3456');
      await takePicture(customer, `tour-${language}-quote-phone`);
      await form.getByRole('button', { name: words.acceptance.answer.accept }).click();
      await expectReached(story, 'quote');
      await customer.close();
    });

    await test.step('uninstall', async () => {
      await next(story, 'uninstall');
      await screen(page);
      await press(page, page.getByRole('button', { name: text.press.uninstall }));
      await expectReached(story, 'uninstall');
    });

    // The app is uninstalled, so the server refuses the requests of the app's open screen. The browser logs each
    // refused request. While no app ran, the browser logged each request that got no connection or no complete answer.
    const isExpected = (error: string) =>
      /status of 4\d\d|ERR_(CONNECTION_(REFUSED|RESET)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/.test(
        error,
      );
    expect(takeBrowserErrors().filter((error) => !isExpected(error))).toEqual([]);
    await page.context().close();
  });

test('the stop says that the sandbox does not answer, and shows again what happens when it does', async ({
  browser,
}) => {
  const page = await newPage(browser, 'en-US', desktop);
  await page.goto(`${stack.sandbox.origin}/tour/install`);
  await page.route('**/seen', (route) => route.abort());
  await expect(page.getByText(english.stale)).toBeVisible();
  await page.unroute('**/seen');
  await expect(page.getByText(english.stale)).toBeHidden();
  await takePicture(page, 'tour-en-empty');
  await closeAfterAborts(page);
});
