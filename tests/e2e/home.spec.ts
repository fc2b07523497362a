import { expect, type Locator } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { firstLoadBytes, firstLoadBytesMax } from '@/tests/support/e2e/first-load';
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import {
  type InstalledStore,
  desktop,
  openAlone,
  openStore,
  phone,
  sellOne,
  trueOrders,
  untilMirrored,
} from '@/tests/support/e2e/open-store';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { callAction, sendQuote } from '@/tests/support/e2e/sent-quotes';
import type { Role } from '@/lib/shared/roles/roles';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('home', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/**
 * Returns the number of orders to review that the home screen must show, computed from the sandbox's own
 * data. For more than 99 orders the text is "99+".
 */
async function waitingIn(store: InstalledStore): Promise<string> {
  const placed = (await trueOrders(stack, store)).filter(({ status }) => status === 'placed').length;
  return placed > 99 ? '99+' : String(placed);
}

const firstWord = (text: string) => text.split('<')[0] ?? '';
const exactly = (text: string) => new RegExp(`^${text}$`);

/** Returns the scale labels of a chart that are cut off at its edge or overlap its bars. Runs in the browser. */
function misplacedScaleLabels(chart: Element): string[] {
  const rectOf = (selector: string) =>
    chart.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const [edge, bars] = [rectOf('.recharts-surface'), rectOf('.recharts-cartesian-grid')];
  return [...chart.querySelectorAll('.recharts-yAxis-tick-labels text')].flatMap((label) => {
    const { left, right } = label.getBoundingClientRect();
    const isInside = left >= edge.left && right <= edge.right && (right <= bars.left || left >= bars.right);
    return isInside ? [] : [label.textContent ?? ''];
  });
}

/**
 * Each label on the axis of a chart has two lines. Returns the texts of labels that touch the next label on the same
 * line. The function runs in the browser.
 */
function touchingNames(chart: Element): string[] {
  return ['first-child', 'nth-child(2)'].flatMap((line) => {
    const names = [...chart.querySelectorAll(`.recharts-xAxis-tick-labels tspan:${line}`)]
      .map((name) => ({ text: name.textContent ?? '', box: name.getBoundingClientRect() }))
      .toSorted((one, other) => one.box.left - other.box.left);
    return names.flatMap(({ text, box }, place) => {
      const next = names[place + 1];
      return next && next.box.left - box.right < 4 ? [text] : [];
    });
  });
}

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`the home screen shows today, waiting work, cash, the first steps and a chart with its table: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const words: typeof en = language === 'ar' ? ar : en;
    const { home } = words;
    const tab = await openTab(browser, stack, store, '', viewport);
    const { app, page } = tab;
    await sellOne(stack, store);
    await sellOne(stack, store, 'approved');
    await expect(app.locator('[data-work=to_ship]')).toContainText(/[1-9]/);
    await tab.open('');
    await expect(app.getByText(home.guide.title, { exact: true })).toBeVisible();
    await expect(app.locator('[data-first-step]')).toHaveCount(6);
    await expect(app.locator('[data-step=done]')).toHaveCount(0);
    const toReview = app.locator('[data-work=to_review]');
    await expect(toReview).toContainText(await waitingIn(store));
    await expect(toReview).toContainText(firstWord(home.work.oldest));
    // The home screen must count a new order without a reload.
    const before = await waitingIn(store);
    await sellOne(stack, store);
    if (before !== '99+') await expect(toReview).toContainText(await waitingIn(store));

    const today = app.locator('[data-home=today]');
    await expect(today).toContainText(/[1-9]/);
    // The store has orders to review. So these orders must be above the first steps.
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const guide = app.getByText(home.guide.title, { exact: true });
    expect(await top(toReview)).toBeLessThan(await top(guide));
    const cash = app.locator('[data-home=cash]');
    if (viewport !== phone) {
      // A laptop has the sales of today and the cash side by side, between the orders to review and the first steps.
      const [sold, owed] = [await today.boundingBox(), await cash.boundingBox()];
      expect(owed?.y).toBe(sold?.y);
      expect((sold?.x ?? 0) + (sold?.width ?? 0)).toBeLessThan(owed?.x ?? 0);
      expect(await top(toReview)).toBeLessThan(await top(cash));
      // The Tab key follows this order.
      await app.locator('[data-work]').last().focus();
      await page.keyboard.press('Tab');
      // The first link of the cash is its sum, in the currency of the store.
      await expect(cash.getByRole('link').first()).toBeFocused();
    }
    // No step is done yet. The sequence is still the same as on any later day, on a phone too.
    expect(await top(today)).toBeLessThan(await top(guide));
    const cashBox = (await cash.boundingBox()) ?? { y: Number.NaN, height: 0 };
    expect(cashBox.y + cashBox.height).toBeLessThan(await top(guide));
    await expect(app.locator('[data-work=to_ship] [data-worth]').first()).toContainText(/[1-9]/);
    await expect(app.locator('[data-first-step=quote]')).toBeVisible();
    // Only the next step is shown. On a phone, the sales of today are on the first screen.
    await expect(app.locator('[data-first-step]:visible')).toHaveCount(1);
    await takePicture(page, `home-${language}-next-step`);
    if (viewport === phone) expect((await today.boundingBox())?.y).toBeLessThan(phone.height);
    await app.getByRole('button', { name: language === 'ar' ? '5 خطوات أخرى' : '5 more steps' }).click();
    await expect(app.locator('[data-first-step]:visible')).toHaveCount(6);
    await expect(app.locator('[data-first-step=names]').getByRole('link')).toHaveAttribute(
      'href',
      `/i/${store.installId}/settings#customers`,
    );
    // Once a step is done, the guide with the first steps is a single row below the cash. The user opens the guide with
    // a press on the row.
    await callAction(tab.store, 'saveSettingsAction', { settings: { keepsCustomers: true } });
    await tab.open('');
    await expect(app.locator('[data-first-step=names]')).toHaveAttribute('data-step', 'done');
    expect(await top(app.locator('[data-home=cash]'))).toBeLessThan(await top(guide));
    await expect(app.locator('[data-first-step=quote]')).toBeHidden();
    await guide.click();
    await expect(app.locator('[data-first-step=quote]')).toBeVisible();
    await guide.click();
    // The store has no quote that needs work, so the home screen has no tile for quotes.
    await expect(app.locator('[data-work=quotes]')).toHaveCount(0);

    const card = app.locator('[data-chart=sales]');
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator('.recharts-bar-rectangle').first()).toBeAttached();
    await expectAccessible(tab, 'charts');
    await takePicture(page, `home-${language}`);
    await app.locator('html').evaluate(() => window.scrollTo(0, 0));
    await takePicture(page, `home-${language}-top`);
    const sales = app.locator('[data-chart=sales]');
    await expect(sales).toContainText(firstWord(home.charts.sales.sum));
    await expect(sales.locator('.recharts-xAxis-tick-labels text')).toHaveCount(7);
    // The scale of the chart begins at 0. The unit of the scale (the currency) is shown above the scale.
    await expect(sales.locator('.recharts-yAxis-tick-labels text').first()).toHaveText('0');
    await expect(sales.locator('bdi[aria-hidden]')).toHaveText(language === 'ar' ? /ل\.س/ : '$');
    expect(await sales.evaluate(touchingNames)).toEqual([]);
    await sales.getByRole('button', { name: '30' }).click();
    await expect(sales.locator('.recharts-xAxis-tick-labels text')).toHaveCount(5);
    expect(await sales.evaluate(touchingNames)).toEqual([]);
    await expect(sales.locator('.recharts-yAxis-tick-labels text')).not.toHaveCount(0);
    expect(await sales.evaluate(misplacedScaleLabels)).toEqual([]);
    const height = (await sales.boundingBox())?.height;
    await sales.getByRole('button', { name: home.charts.asTable }).click();
    await expect(sales.getByRole('row')).toHaveCount(31);
    expect((await sales.boundingBox())?.height).toBe(height);
    const days = await sales.getByRole('rowheader').allTextContents();
    await sales.getByRole('button', { name: home.charts.asChart }).click();
    // The axis of the chart labels every 7th day, counted back from the last day. A label starts with the day of
    // the month.
    const seventh = days.filter((_, index) => (days.length - 1 - index) % 7 === 0);
    const labels = sales.locator('.recharts-xAxis-tick-labels text');
    // The chart draws its labels after its first render.
    await expect(labels).toHaveCount(seventh.length);
    const named = await labels.allTextContents();
    const dayOf = (text: string) => /\d+/.exec(text)?.[0] ?? 'no day';
    for (const [index, day] of seventh.entries()) expect(named[index]?.match(/\d+/g)).toContain(dayOf(day));
    // A press on a day of the chart must show the sales of the day, also on a touch screen.
    await sales.locator('.recharts-wrapper').click();
    await expect(sales.locator('.recharts-tooltip-wrapper')).toContainText(/\d/);
    await takePicture(page, `home-${language}-sales`);
    await sales.getByRole('button', { name: home.charts.asTable }).click();
    await expectAccessible(tab, 'table');
    await takePicture(page, `home-${language}-table`);

    await toReview.click();
    await expect(app.getByRole('heading', { level: 1, name: words.orders.title })).toBeVisible();
    expect(new URL(page.frames()[1]?.url() ?? '').search).toBe('?status=placed');
    await tab.open('');
    // A user who may see cash gets the totals of the cash screen, with the same name, amounts and ages.
    const totals = app.locator('[data-total]');
    const cashTitle = app.getByRole('heading', { name: words.cash.totals.title, exact: true });
    await expect(cashTitle).toBeVisible();
    await expect(totals).not.toHaveCount(0);
    const atHome = await totals.allInnerTexts();
    await app.getByRole('link', { name: home.cash.notebook, exact: true }).click();
    await expect(app.getByRole('heading', { level: 1, name: words.cash.title, exact: true })).toBeVisible();
    await expect(cashTitle).toBeVisible();
    expect(await totals.allInnerTexts()).toEqual(atHome);
    // A user who may not see cash gets the unpaid orders, with one link for each age range. The list that the link
    // opens must contain exactly the orders in this age range.
    const setRole = (role: Role) =>
      asSystem(stack, 'UPDATE installs SET default_role = $2 WHERE install_id = $1', [store.installId, role]);
    // The cash screen reads its orders again after a change of an order. A packer would get 403 for this read, so the user
    // leaves the screen before the role changes.
    await tab.open('/activity');
    await setRole('packer');
    await tab.open('');
    await expect(app.getByRole('heading', { name: home.cash.title, exact: true })).toBeVisible();
    await expect(totals).toHaveCount(0);
    const age = app.locator('[data-age="15"]');
    const count = Number((await age.innerText()).split('\n')[1]);
    await age.click();
    await expect(app.getByRole('heading', { level: 1, name: words.orders.title })).toBeVisible();
    await expect(app.locator('tbody tr')).toHaveCount(count);
    await setRole('owner');
    await page.context().close();
  });

for (const [language, widths] of [
  ['ar', [320, 390]],
  ['en', [320, 390, 1280]],
] as const)
  test(`the table of a week shows all seven days without scrolling: ${language}, ${widths.join(', ')} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { charts } = store.words.home;
    await sellOne(stack, store);
    const page = await openAlone(browser, stack, store, { path: '', viewport: phone });
    const sales = page.locator('[data-chart=sales]');
    await sales.scrollIntoViewIfNeeded();
    await sales.getByRole('button', { name: charts.asTable }).click();
    await expect(sales.getByRole('row')).toHaveCount(8);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const hiddenPx = () =>
        sales.getByRole('region').evaluate((table) => table.scrollHeight - table.clientHeight);
      await expect.poll(hiddenPx, { message: `${width} px` }).toBe(0);
      await sales.scrollIntoViewIfNeeded();
      await takePicture(page, `home-${language}-week-${width}`);
    }
    await page.context().close();
  });

test('chart code is fetched only when the chart becomes visible and shifts no layout; the table does not need that code', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, english, { path: '', viewport: { width: 390, height: 600 } });
  const bytes = await firstLoadBytes(page, `${stack.appUrl}/i/${english.installId}`);
  console.log({ home: bytes });
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(firstLoadBytesMax);
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.set(window, 'shifted', entry);
    }).observe({ type: 'layout-shift' });
  });
  await page.locator('[data-chart=sales]').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-chart=sales] .recharts-bar-rectangle').first()).toBeAttached();
  expect(await page.evaluate(() => Reflect.has(window, 'shifted'))).toBe(false);
  await page.context().close();

  // The test aborts the requests for the code of the chart. The table must still show the data of the chart.
  const poor = await openAlone(browser, stack, english, { path: '', viewport: { width: 390, height: 600 } });
  await poor.route('**/_next/static/**', (route) => route.abort());
  await poor.locator('[data-chart=sales]').scrollIntoViewIfNeeded();
  await expect(poor.locator('[data-chart=sales]').getByRole('row')).toHaveCount(8);
  await closeAfterAborts(poor);
});

test('a first step is marked as done when the data shows it, and hidden steps stay hidden', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '');
  const { app, store } = tab;
  const { home } = en;
  await expect(app.getByText(home.activity.empty)).toBeVisible();
  await expect(app.locator('[data-quotes]')).toHaveCount(0);
  const stepOf = (name: string) => app.locator(`[data-first-step=${name}]`);
  await expect(stepOf('quote')).toHaveAttribute('data-step', 'open');
  const sent = await sendQuote(store, { name: 'Salma' });
  await tab.open('');
  await expect(stepOf('quote')).toHaveAttribute('data-step', 'done');
  await expect(app.locator('[data-quotes=waiting]')).toContainText('1');
  await expect(stepOf('order')).toHaveAttribute('data-step', 'open');
  const answer = await callAction(store, 'acceptForCustomerAction', {
    quoteId: sent.quoteId,
    operationId: crypto.randomUUID(),
    version: 1,
    agreedHow: 'x',
  });
  expect(answer).toContain('"status":20');
  await expect(app.locator('[data-activity=create_order]')).toBeVisible();
  // An entry says what was changed, as the Activity screen does.
  const { id } = await sellOne(stack, english, 'approved');
  await untilMirrored(stack, english.installId);
  await callAction(store, 'setOrderStatusAction', {
    orderId: id,
    operationId: crypto.randomUUID(),
    status: 'processing',
  });
  await expect(app.locator('[data-activity=set_order_status]')).toContainText(en.orderStatus.processing);
  await expect(stepOf('order')).toHaveAttribute('data-step', 'done');
  await expect(app.locator('[data-quotes=accepted]')).toContainText('1');
  await app.getByRole('button', { name: home.guide.hide }).click();
  await expect(app.getByText(home.guide.title, { exact: true })).toBeHidden();
  await tab.open('');
  await expect(app.locator('[data-quotes=accepted]')).toBeVisible();
  await expect(app.getByText(home.guide.title, { exact: true })).toBeHidden();
  await expectAccessible(tab, 'set up');
  await takePicture(tab.page, 'home-en-done', { fullPage: true });
  await tab.page.context().close();
});

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`without orders:read the home screen shows no order data and the doctor names the missing scope: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { home, doctor, settings } = store.words;
    // The test opens the app through the store admin and does not sign in by OAuth. A sign-in by OAuth would grant the
    // removed scope again. It opens the settings first, because an open home screen could read its charts just after the
    // scope was removed.
    const tab = await openTab(browser, stack, store, '/settings', viewport);
    const { app, page } = tab;
    await takeScopes({ stack, ...store }, ['orders:read']);
    await tab.open('');
    await expect(app.getByText(home.noScope)).toBeVisible();
    // The scope is missing, but no read of the orders has failed yet. The page must already show that orders are
    // hidden, and must not show that everything is up to date.
    await expect(app.getByRole('status').filter({ hasText: home.sync.grant_scope })).toBeVisible();
    await expect(app.locator('[data-fresh=now]')).toHaveCount(0);
    const hidden = app.locator('[data-hidden-part="orders:read"]');
    await expect(hidden.getByRole('link', { name: store.words.ui.permission.show })).toBeVisible();
    // Quotes are stored only in Daftar and not on the platform. So the screen still shows them when the scope is
    // missing.
    await expect(app.locator('[data-work]')).toHaveCount(1);
    // One card shows them. No tile repeats its title.
    await expect(app.locator('[data-work=quotes]')).toBeVisible();
    await expect(app.getByRole('heading', { name: home.quotes.title, exact: true })).toHaveCount(1);
    await expect(app.getByRole('navigation', { name: home.work.label })).toHaveCount(0);
    await expect(app.locator('[data-home]')).toHaveCount(0);
    await expect(app.locator('[data-chart]')).toHaveCount(0);
    const lacking = app.getByRole('listitem').filter({ hasText: exactly(settings.scopes.of['orders:read']) });
    await expect(lacking).toBeVisible();
    // One notice names the missing permission, with one button.
    await expect(app.getByText(store.words.frame.store.grant_scope.title)).toHaveCount(0);
    await expect(app.getByText(home.guide.scopes.body)).toHaveCount(1);
    await expect(app.getByRole('link', { name: store.words.ui.permission.show })).toHaveCount(1);
    await expectAccessible(tab, 'no scope');
    await takePicture(page, `home-${language}-no-scope`);
    await tab.open('/connection/developers');
    const off = `${settings.scopes.of['orders:read']} (orders:read)`;
    await expect(app.locator('[data-found=scopes_off]')).toContainText(off);
    await expect(app.locator('[data-found=scopes_off]')).toContainText(doctor.state.warn);
    await expectAccessible(tab, 'doctor');
    await takeScopes({ stack, ...store }, []);
    await page.context().close();
  });
