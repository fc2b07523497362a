import { type Browser, expect, type FrameLocator, type Locator, type Page } from 'playwright/test';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { formatMoney, plainAmount } from '@/lib/shared/numbers/money';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults, rulesIn } from '@/tests/support/e2e/axe-faults';
import { installStore } from '@/tests/support/e2e/install-store';
import { blockThirdPartyCookies, signIn, storeWith, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import {
  type StoreHandle,
  dumpOf,
  openOrder,
  platformOrder,
  sell,
  takeScopes,
} from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { holdScripts } from '@/tests/support/e2e/hold-scripts';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { shipButton } from '@/tests/support/e2e/order-sections';

const desktop = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };

let stack: Stack;
let arabic: StoreHandle;
let english: StoreHandle;
let pages: { arabic: Page; english: Page };

test.beforeAll(async ({ browser, newWorld }) => {
  stack = await newWorld('order-fulfil-refund', fewPastOrders);
  const [onPhone, onDesktop] = [
    await newPage(browser, phone, 'ar'),
    await newPage(browser, desktop, 'en-US'),
  ];
  pages = { arabic: onPhone, english: onDesktop };
  [arabic, english] = await Promise.all([install('SYP'), install('USD')]);
});
// Closes the pages before the app and the sandbox stop. An open page would log errors about lost connections, and these
// errors would fail the next spec.
test.afterAll(() => Promise.all(Object.values(pages).map((page) => page.context().close())));
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeBrowserErrors()).toEqual([]);
});

async function newPage(browser: Browser, viewport: typeof phone, locale: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport, locale })).newPage();
  await blockThirdPartyCookies(page.context(), page);
  return page;
}

async function install(currency: string): Promise<StoreHandle> {
  const { id: storeId } = await storeWith(stack, currency);
  return { stack, storeId, installId: await installStore(stack, storeId) };
}

/** Returns the card (section) of the order page that has this heading. */
const card = (app: FrameLocator, title: string): Locator =>
  app.locator('section').filter({ has: app.getByRole('heading', { level: 2, name: title, exact: true }) });

const shipmentsOf = (app: FrameLocator, words: typeof en) => card(app, words.fulfill.title);
const refundsOf = (app: FrameLocator, words: typeof en) => card(app, words.refund.title);

async function openFulfil(app: FrameLocator, words: typeof en): Promise<Locator> {
  await shipButton(app, words).click();
  const sheet = app.getByRole('dialog', { name: words.fulfill.sheet.title });
  await expect(sheet.getByRole('radiogroup')).toBeVisible();
  return sheet;
}

async function openRefund(app: FrameLocator, words: typeof en): Promise<Locator> {
  await refundsOf(app, words).getByRole('button', { name: words.refund.action, exact: true }).click();
  const sheet = app.getByRole('dialog');
  await expect(sheet.getByRole('radiogroup')).toBeVisible();
  return sheet;
}

const quantities = (sheet: Locator) => sheet.locator('input[inputmode=numeric][name$=".quantity"]');
const firstWord = (text: string) => text.split('<')[0] ?? '';
/**
 * Runs axe in the dark and the light theme. `part` selects what is checked: the main part of the page, or only the open
 * sheet (a form that slides in).
 */
const expectAxe = async (page: Page, part: '[role=dialog]' | 'main') => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFaults(page, ['iframe', part], rulesIn(colorScheme)), colorScheme).toEqual([]);
  }
};

async function injectFault(order: OrderDetail, path: string, fault: object, method = 'POST'): Promise<void> {
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: `${method} /v1/orders/${order.id}/${path}*`,
    ...fault,
  });
}

for (const language of ['Arabic', 'English'] as const)
  test(`U15: a press on a button before the page's scripts run takes effect when they start: ${language}`, async ({
    browser,
  }) => {
    const isArabic = language === 'Arabic';
    const [store, words] = isArabic ? [arabic, ar] : [english, en];
    const order = await sell(store, { quantities: [1] });
    const context = await browser.newContext({
      viewport: isArabic ? phone : desktop,
      locale: isArabic ? 'ar' : 'en-US',
    });
    const page = await context.newPage();
    await signIn(page, stack, store.storeId);
    const presses: [Locator, Locator][] = [
      [shipButton(page, words), page.getByRole('dialog').getByRole('radiogroup')],
      [page.getByRole('button', { name: words.orderPage.menu.label }), page.getByRole('menuitem').first()],
      // The browser opens this popover itself, so the press must not be repeated.
      [
        page.getByRole('button', { name: words.frame.menu, exact: true }),
        page.getByRole('link', { name: words.frame.settings, exact: true }),
      ],
    ];
    for (const [button, shown] of presses) {
      const start = await holdScripts(page);
      await page.goto(`${stack.appUrl}/i/${store.installId}/orders/${order.id}`, { waitUntil: 'commit' });
      await button.click();
      start();
      await page.locator('[data-live=live]').waitFor({ state: 'attached' });
      await expect(shown).toBeVisible();
      await page.unroute('**/_next/static/**/*.js');
    }
    await context.close();
  });

test.describe('shipments', () => {
  test('FUL-1, FUL-2: a part is shipped by stepper, with carrier and tracking, in Arabic on a phone; the order status does not change', async () => {
    const page = pages.arabic;
    const words = ar.fulfill;
    const order = await sell(arabic, { quantities: [3, 2] });
    const app = await openOrder(page, arabic, order.id);
    await expect(shipmentsOf(app, ar)).toContainText('5');
    const sheet = await openFulfil(app, ar);
    expect(await sheet.boundingBox()).toEqual({
      x: 0,
      y: await frameTop(page),
      width: 390,
      height: await frameHeight(page),
    });
    await expect(quantities(sheet)).toHaveCount(2);
    await expect(quantities(sheet).first()).toHaveValue('3');
    await expect(sheet.getByText(words.sheet.effect.ships)).toBeVisible();
    await sheet.getByRole('button', { name: less(ar, order, 0) }).click();
    await expect(sheet.getByText(words.sheet.effect.waits_for_rest)).toBeVisible();
    await sheet.getByRole('radio', { name: new RegExp(words.sheet.pending) }).check();
    await expect(sheet.getByText(words.sheet.effect.booked)).toBeVisible();
    await quantities(sheet).last().fill('٩');
    await sheet.getByRole('button', { name: words.sheet.send.pending }).click();
    await expect(sheet.getByText('من 0 إلى 2')).toBeVisible();
    await quantities(sheet).last().fill('٠');
    await sheet.getByRole('textbox', { name: words.sheet.provider }).fill('القدموس');
    await sheet.getByRole('textbox', { name: words.sheet.tracking }).fill('QD-778899');
    await expectAxe(page, '[role=dialog]');
    await takePicture(page, 'fulfil-sheet-ar-phone');
    await sheet.getByRole('button', { name: words.sheet.send.pending }).click();
    await expect(sheet).toBeHidden();
    const entry = shipmentsOf(app, ar).locator('[data-fulfillment]');
    await expect(entry).toContainText('القدموس');
    await expect(entry.getByText(ar.fulfillmentStatus.pending)).toBeVisible();
    await entry.getByRole('button', { name: words.copyTracking }).click();
    await expect(entry.getByText(ar.ui.copy.copied)).toBeAttached();
    await expectAxe(page, 'main');
    await takePicture(page, 'fulfil-card-ar-phone', { fullPage: true });
    const current = await platformOrder(arabic, order.id);
    expect(current.status).toBe('approved');
    expect(current.fulfillments).toMatchObject([
      {
        status: 'pending',
        provider: 'القدموس',
        tracking_number: 'QD-778899',
        lines: [{ order_item_id: order.items[0]?.id, quantity: 2 }],
      },
    ]);
  });

  test('FUL-3 to FUL-5: shipping the rest ships the order; each shipment is marked delivered by its own button, the last one delivers the order', async () => {
    const page = pages.english;
    const words = en.fulfill;
    const order = await sell(english, { quantities: [3, 2] });
    const app = await openOrder(page, english, order.id);
    const first = await openFulfil(app, en);
    await quantities(first).last().fill('0');
    await first.getByRole('button', { name: words.sheet.send.shipped }).click();
    await expect(first).toBeHidden();
    expect((await platformOrder(english, order.id)).status).toBe('approved');

    const second = await openFulfil(app, en);
    await expect(quantities(second)).toHaveCount(1);
    await expect(quantities(second)).toHaveValue('2');
    await second.getByRole('button', { name: words.sheet.send.shipped }).click();
    await expect(second).toBeHidden();
    await expect(app.getByText(words.nothingLeft)).toBeVisible();
    await expect(shipmentsOf(app, en).getByRole('button', { name: words.action })).toBeHidden();
    await expect(app.getByText(en.orderStatus.shipped, { exact: true }).first()).toBeVisible();

    const entries = shipmentsOf(app, en).locator('[data-fulfillment]');
    for (const index of [0, 1]) {
      await entries.nth(index).getByRole('button', { name: words.step.delivered }).click();
      await expect(
        entries.nth(index).getByText(en.fulfillmentStatus.delivered, { exact: true }),
      ).toBeVisible();
    }
    // A delivered shipment must have no buttons for further actions.
    await expect(entries.getByRole('button', { name: words.step.delivered })).toHaveCount(0);
    for (const name of [words.editTracking, words.cancelShipment])
      await expect(entries.getByRole('button', { name })).toHaveCount(0);
    await expect.poll(async () => (await platformOrder(english, order.id)).status).toBe('delivered');
    await takePicture(page, 'fulfil-delivered-en', { fullPage: true });
  });

  test('FUL-4: a shipment is handed over later, its tracking is corrected, and a confirmed cancellation makes its pieces available again', async () => {
    const page = pages.english;
    const words = en.fulfill;
    const order = await sell(english, { quantities: [2] });
    const app = await openOrder(page, english, order.id);
    const sheet = await openFulfil(app, en);
    await sheet.getByRole('radio', { name: new RegExp(words.sheet.pending) }).check();
    await sheet.getByRole('button', { name: words.sheet.send.pending }).click();
    const entry = shipmentsOf(app, en).locator('[data-fulfillment]');
    await entry.getByRole('button', { name: words.step.shipped }).click();
    await expect(entry.getByText(en.fulfillmentStatus.shipped, { exact: true })).toBeVisible();

    await entry.getByRole('button', { name: words.editTracking }).click();
    const tracking = app.getByRole('dialog', { name: words.sheet.trackingTitle });
    await tracking.getByLabel(words.sheet.tracking).fill('TRK 1');
    await expectAxe(page, '[role=dialog]');
    await tracking.getByRole('button', { name: words.sheet.save }).click();
    await expect(entry).toContainText('TRK 1');
    expect((await platformOrder(english, order.id)).fulfillments[0]).toMatchObject({
      status: 'shipped',
      provider: null,
      tracking_number: 'TRK 1',
    });

    const openQuestion = async () => {
      await entry.getByRole('button', { name: words.cancelShipment }).click();
      return app.getByRole('dialog', { name: words.cancel.title });
    };
    await (await openQuestion()).getByRole('button', { name: words.cancel.keep }).click();
    expect((await platformOrder(english, order.id)).fulfillments[0]?.status).toBe('shipped');
    const question = await openQuestion();
    await takePicture(page, 'fulfil-cancel-en');
    await question.getByRole('button', { name: words.cancel.confirm }).click();
    await expect(entry.getByText(en.fulfillmentStatus.cancelled, { exact: true })).toBeVisible();
    await expect(shipmentsOf(app, en).getByText('2 pieces left to ship')).toBeVisible();
    expect((await platformOrder(english, order.id)).fulfillments[0]?.status).toBe('cancelled');
  });

  test('two quick presses and a lost response create one shipment', async () => {
    const page = pages.arabic;
    const order = await sell(arabic, { quantities: [4] });
    const app = await openOrder(page, arabic, order.id);
    const sheet = await openFulfil(app, ar);
    await quantities(sheet).fill('1');
    await injectFault(order, 'fulfillments', { effect: 'drop_response', count: 1 });
    await sheet.getByRole('button', { name: ar.fulfill.sheet.send.shipped }).dblclick();
    await expect(shipmentsOf(app, ar).locator('[data-fulfillment]')).toHaveCount(1, { timeout: 30_000 });
    await expect(sheet).toBeHidden({ timeout: 30_000 });
    expect((await platformOrder(arabic, order.id)).fulfillments).toHaveLength(1);
  });

  test('during an outage the shipment shows "sent, not yet confirmed" and is locked; after it the shipment is created once, without a further press', async () => {
    const page = pages.arabic;
    const order = await sell(arabic, { quantities: [2] });
    const app = await openOrder(page, arabic, order.id);
    const sheet = await openFulfil(app, ar);
    await injectFault(order, 'fulfillments', { effect: 'drop_request', count: 2 });
    await sheet.getByRole('button', { name: ar.fulfill.sheet.send.shipped }).click();
    await expect(sheet.locator('[data-outcome=unconfirmed]')).toBeVisible();
    await expect(quantities(sheet)).toBeDisabled();
    await takePicture(page, 'fulfil-unconfirmed-ar-phone');
    await expect(sheet).toBeHidden({ timeout: 60_000 });
    const current = await platformOrder(arabic, order.id);
    expect([current.fulfillments.length, current.status]).toEqual([1, 'shipped']);
  });

  test('a refusal is explained in words, the order is read again, and typed input stays', async () => {
    const page = pages.english;
    const order = await sell(english, { quantities: [5] });
    const app = await openOrder(page, english, order.id);
    const sheet = await openFulfil(app, en);
    await quantities(sheet).fill('2');
    await sheet.getByRole('textbox', { name: en.fulfill.sheet.provider }).fill('Aramex');
    await injectFault(order, 'fulfillments', { effect: 'status', status: 422, count: 1 });
    await sheet.getByRole('button', { name: en.fulfill.sheet.send.shipped }).click();
    await expect(sheet.getByText(en.orderWrite.refused.invalid_request)).toBeVisible();
    await expect(quantities(sheet)).toHaveValue('2');
    await expect(sheet.getByRole('textbox', { name: en.fulfill.sheet.provider })).toHaveValue('Aramex');
    // The user closes the sheet (the form that slid in) and opens it again. The sheet must still contain the input.
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await openFulfil(app, en);
    await expect(quantities(sheet)).toHaveValue('2');
    await sheet.getByRole('button', { name: en.fulfill.sheet.send.shipped }).click();
    await expect(sheet).toBeHidden();
    expect((await platformOrder(english, order.id)).fulfillments).toHaveLength(1);
  });

  test("FUL-5: if the order's state refuses the status change, a message says so: the shipment exists, the order stays cancelled", async () => {
    const page = pages.arabic;
    const order = await sell(arabic, { quantities: [1] });
    const app = await openOrder(page, arabic, order.id);
    const sheet = await openFulfil(app, ar);
    // Another user cancels the order while the form is open. The test cannot cancel the order earlier, because the page
    // of a cancelled order does not offer the form.
    await stack.sandbox.control('PATCH', `/orders/${order.id}`, { status: 'cancelled' });
    await sheet.getByRole('button', { name: ar.fulfill.sheet.send.shipped }).click();
    const skipped = shipmentsOf(app, ar).locator('[data-outcome=status-skipped]');
    await expect(skipped).toContainText(ar.orderStatus.cancelled);
    await takePicture(page, 'fulfil-skipped-ar-phone', { fullPage: true });
    await skipped.getByRole('button', { name: ar.ui.close }).click();
    await expect(skipped).toBeHidden();
    const current = await platformOrder(arabic, order.id);
    expect([current.status, current.fulfillments.length]).toEqual(['cancelled', 1]);
  });

  test('two tabs: a shipment made in one appears in the other without a reload and does not change typed input', async () => {
    const page = pages.english;
    const order = await sell(english, { quantities: [5] });
    const [app, other] = [await openOrder(page, english, order.id), await page.context().newPage()];
    await blockThirdPartyCookies(page.context(), other);
    const second = await openOrder(other, english, order.id);
    const typed = await openFulfil(second, en);
    await quantities(typed).fill('4');
    const sheet = await openFulfil(app, en);
    await quantities(sheet).fill('3');
    await sheet.getByRole('button', { name: en.fulfill.sheet.send.shipped }).click();
    await expect(sheet).toBeHidden();
    await expect(typed.getByText('2 of 5 left')).toBeVisible();
    await expect(quantities(typed)).toHaveValue('4');
    await typed.getByRole('button', { name: en.fulfill.sheet.send.shipped }).click();
    await expect(typed.getByText('A whole number from 0 to 2.')).toBeVisible();
    expect((await platformOrder(english, order.id)).fulfillments).toHaveLength(1);
    await other.close();
  });
});

test.describe('refunds', () => {
  test('REF-1, REF-3, REF-6: a refund by lines computes amounts with the discount, restocks, and is checked before it is sent', async () => {
    const page = pages.arabic;
    const words = ar.refund;
    const order = await sell(arabic, { quantities: [3, 1], status: 'delivered', paid: 'all' });
    const [line] = order.items;
    const app = await openOrder(page, arabic, order.id);
    const sheet = await openRefund(app, ar);
    await expectAxe(page, '[role=dialog]');
    await sheet.getByRole('button', { name: more(ar, order, 0) }).click();
    await sheet.getByRole('button', { name: more(ar, order, 0) }).click();
    const amounts = sheet.getByLabel(words.sheet.lineAmount);
    const worth = 2 * (line?.unit_price.amount_minor ?? 0);
    await expect(amounts.first()).toHaveValue(plainAmount(worth, 0));
    await sheet.getByLabel(words.sheet.reason).fill('وصلت مكسورة');
    await sheet.getByLabel(words.sheet.restock).check();
    await takePicture(page, 'refund-sheet-ar-phone');
    await sheet.getByRole('button', { name: words.sheet.continue }).click();
    const send = sheet.getByRole('button', { name: firstWord(words.sheet.send) });
    await expect(send).toContainText(plain(worth, order));
    await expect(sheet).toContainText(order.order_number);
    await expectAxe(page, '[role=dialog]');
    await takePicture(page, 'refund-check-ar-phone');
    expect((await platformOrder(arabic, order.id)).refunds).toHaveLength(0);
    await send.click();
    await expect(sheet).toBeHidden();
    const entry = refundsOf(app, ar).locator('[data-refund]');
    await expect(entry).toContainText('وصلت مكسورة');
    // Both statuses are now "partly refunded". The heading shows two badges if they differ, and else one.
    await expect(app.locator('h1 ~ *')).toHaveText([ar.paymentStatus.partially_refunded]);
    await takePicture(page, 'refund-card-ar-phone', { fullPage: true });
    expect((await platformOrder(arabic, order.id)).refunds).toMatchObject([
      {
        amount: { amount_minor: worth },
        reason: 'وصلت مكسورة',
        lines: [{ order_item_id: line?.id, quantity: 2, amount_minor: worth }],
      },
    ]);
    const { movements } = await dumpOf(arabic);
    expect(
      movements.filter(({ reason, variant_id }) => reason === 'return' && variant_id === line?.variant_id),
    ).toMatchObject([{ delta: 2 }]);
  });

  test('a refund by amount in Arabic digits, with double clicks: one refund, never without the check step', async () => {
    const page = pages.arabic;
    const words = ar.refund.sheet;
    const order = await sell(arabic, { quantities: [1], status: 'delivered', paid: 'all' });
    const app = await openOrder(page, arabic, order.id);
    const sheet = await openRefund(app, ar);
    await sheet.getByRole('radio', { name: words.byAmount }).check();
    await sheet.getByLabel(words.amount).fill('٩٩٬٩٩٩٬٩٩٩');
    await expect(sheet.getByText(ar.refund.problem.over_max)).toBeVisible();
    await sheet.getByLabel(words.amount).fill('١٬٠٠٠');
    await sheet.getByRole('button', { name: words.continue }).dblclick();
    const send = sheet.getByRole('button', { name: firstWord(words.send) });
    await expect(send).toBeVisible();
    expect((await platformOrder(arabic, order.id)).refunds).toHaveLength(0);
    await sheet.getByRole('button', { name: words.back }).click();
    await expect(sheet.getByLabel(words.amount)).toHaveValue('١٬٠٠٠');
    await sheet.getByRole('button', { name: words.continue }).click();
    await send.dblclick();
    await expect(sheet).toBeHidden();
    await expect(refundsOf(app, ar).locator('[data-refund]')).toHaveCount(1);
    const { refunds } = await platformOrder(arabic, order.id);
    expect(refunds.map(({ amount }) => amount.amount_minor)).toEqual([1_000]);
  });

  test('the error of the amount disappears when a change of any field makes the amount valid', async () => {
    const words = en.refund;
    const order = await sell(english, { quantities: [1], status: 'delivered', paid: 'all' });
    const app = await openOrder(pages.english, english, order.id);
    const sheet = await openRefund(app, en);
    await sheet.getByRole('button', { name: more(en, order, 0) }).click();
    await sheet.getByLabel(words.sheet.other).fill('99999');
    await sheet.getByRole('button', { name: words.sheet.continue }).click();
    await expect(sheet.getByText(words.problem.over_max)).toBeVisible();
    await sheet.getByLabel(words.sheet.other).fill('');
    await expect(sheet.getByText(words.problem.over_max)).toBeHidden();
    await sheet.getByRole('button', { name: words.sheet.continue }).click();
    await expect(sheet.getByRole('button', { name: /^Refund \$/ })).toBeVisible();
  });

  test('REF-1, two tabs: a refund in one lowers the maximum in the other; the refusal is explained there and typed input stays', async () => {
    const page = pages.english;
    const words = en.refund.sheet;
    const order = await sell(english, { quantities: [2], status: 'delivered', paid: 10_000 });
    const [app, other] = [await openOrder(page, english, order.id), await page.context().newPage()];
    await blockThirdPartyCookies(page.context(), other);
    const second = await openOrder(other, english, order.id);
    const refund = async (at: FrameLocator, amount: string) => {
      const sheet = await openRefund(at, en);
      await sheet.getByRole('radio', { name: words.byAmount }).check();
      await sheet.getByLabel(words.amount).fill(amount);
      return sheet;
    };
    // Both tabs refund the same order. The second tab shows the confirmation step of its refund before the
    // first tab makes a refund.
    const checked = await refund(second, '60');
    await checked.getByRole('button', { name: words.continue }).click();
    const sheet = await refund(app, '70.00');
    await sheet.getByRole('button', { name: words.continue }).click();
    await sheet.getByRole('button', { name: /^Refund \$70\.00/ }).click();
    await expect(sheet).toBeHidden();
    await checked.getByRole('button', { name: /^Refund \$60\.00/ }).click();
    await expect(checked.getByText(en.orderWrite.refused.conflict)).toBeVisible();
    await expect(checked.getByText(en.refund.problem.over_max)).toBeVisible();
    await expect(checked).toContainText('$30.00');
    await expect(checked.getByLabel(words.amount)).toHaveValue('60');
    await takePicture(other, 'refund-over-en');
    expect((await platformOrder(english, order.id)).refunds).toHaveLength(1);
    await other.close();
  });

  test('REF-4: a cancelled order can still be refunded, and a message says that its status does not change', async () => {
    const page = pages.english;
    const words = en.refund;
    const order = await sell(english, { quantities: [1], status: 'cancelled', paid: 'all' });
    const app = await openOrder(page, english, order.id);
    const sheet = await openRefund(app, en);
    await sheet.getByRole('button', { name: more(en, order, 0) }).click();
    await sheet.getByRole('button', { name: words.sheet.continue }).click();
    await sheet.getByRole('button', { name: /^Refund \$/ }).click();
    const skipped = refundsOf(app, en).locator('[data-outcome=status-skipped]');
    await expect(skipped).toContainText(en.orderStatus.cancelled);
    await takePicture(page, 'refund-skipped-en', { fullPage: true });
    const current = await platformOrder(english, order.id);
    expect([current.status, current.refunds.length]).toEqual(['cancelled', 1]);
  });

  test('during an outage the sheet shows that the refund is not confirmed; after it the money is refunded once', async () => {
    const page = pages.arabic;
    const words = ar.refund.sheet;
    const order = await sell(arabic, { quantities: [1], status: 'delivered', paid: 'all' });
    const app = await openOrder(page, arabic, order.id);
    const sheet = await openRefund(app, ar);
    await sheet.getByRole('button', { name: more(ar, order, 0) }).click();
    await sheet.getByRole('button', { name: words.continue }).click();
    await injectFault(order, 'refunds', { effect: 'drop_request', count: 2 });
    await sheet.getByRole('button', { name: firstWord(words.send) }).click();
    await expect(sheet.locator('[data-outcome=unconfirmed]')).toBeVisible();
    await expect(sheet.getByRole('button', { name: words.back })).toBeDisabled();
    await takePicture(page, 'refund-unconfirmed-ar-phone');
    await expect(sheet).toBeHidden({ timeout: 60_000 });
    expect((await platformOrder(arabic, order.id)).refunds).toHaveLength(1);
  });

  test('U3 REF-2: an unpaid order and a POS order show why they cannot be refunded and what to do instead, before any click', async () => {
    const page = pages.arabic;
    for (const [sale, why] of [
      [{ quantities: [1] }, ar.refund.whyNot.unpaid],
      [{ quantities: [1], source: 'pos', status: 'completed', paid: 'all' }, ar.refund.whyNot.pos],
    ] as const) {
      const order = await sell(arabic, { ...sale, quantities: [...sale.quantities] });
      const app = await openOrder(page, arabic, order.id);
      // The card of an unpaid order has one line, which opens the reason.
      if (!('source' in sale)) {
        await expect(refundsOf(app, ar).getByText(ar.refund.nothingYet)).toBeVisible();
        await expect(refundsOf(app, ar).getByText(why)).toBeHidden();
        await refundsOf(app, ar).getByText(ar.refund.why, { exact: true }).click();
      }
      await expect(refundsOf(app, ar).getByText(why)).toBeVisible();
      await expect(
        refundsOf(app, ar).getByRole('button', { name: ar.refund.action, exact: true }),
      ).toHaveCount(0);
    }
    await takePicture(page, 'refund-pos-ar-phone', { fullPage: true });
  });
});

test.describe('customer card', () => {
  test("ORD-4: with the scope, the customer's phone number can be called, opened in WhatsApp and copied; WhatsApp gets no referrer", async () => {
    const order = await sell(arabic, { quantities: [1] });
    const current = await platformOrder(arabic, order.id);
    const app = await openOrder(pages.arabic, arabic, order.id);
    const customer = card(app, ar.order.customer.title);
    const digits = current.customer?.phone?.replace(/\D/g, '');
    const sent: (string | undefined)[][] = [];
    await pages.arabic.context().route('https://wa.me/**', async (route) => {
      sent.push([route.request().url(), route.request().headers()['referer']]);
      await route.fulfill({ contentType: 'text/html', body: '' });
    });
    await customer.getByRole('button', { name: ar.order.messages.whatsapp }).click();
    const [chat] = await Promise.all([
      pages.arabic.context().waitForEvent('page'),
      app.getByRole('menuitem', { name: ar.order.messages.chat }).click(),
    ]);
    await chat.waitForLoadState();
    expect(sent).toEqual([[`https://wa.me/${digits}`, undefined]]);
    expect(await chat.evaluate(() => window.opener)).toBeNull();
    await chat.close();
    await expect(customer.getByRole('link', { name: ar.order.customer.call })).toHaveAttribute(
      'href',
      `tel:+${digits}`,
    );
    await customer.getByRole('button', { name: ar.order.customer.copyPhone }).click();
    await expect(customer.getByText(ar.ui.copy.copied)).toBeAttached();
  });
});

test('ORD-4: during an outage a user with customer access sees that the data is unavailable, not that a permission is missing', async () => {
  const order = await sell(english, { quantities: [1] });
  const page = pages.english;
  await openOrder(page, english, order.id);
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: `GET /v1/orders/${order.id}`,
    effect: 'status',
    status: 503,
    count: 1_000,
  });
  const app = await openOrder(page, english, order.id);
  await expect(app.getByText(en.order.stale.title)).toBeVisible();
  // The platform does not respond, so the page shows the order from the mirror (the app's copy). The mirror has no
  // customers and no addresses, so these two cards show the text "unavailable".
  await expect(app.getByText(nameOf(order, 0)).first()).toBeVisible();
  for (const title of [en.order.customer.title, en.order.address.title]) {
    await expect(card(app, title)).toContainText(en.order.customer.unavailable);
    await expect(card(app, title)).not.toContainText(en.order.customer.hidden);
  }
  await expectAxe(page, 'main');
  await takePicture(page, 'order-away-en', { fullPage: true });
  // When the live stream of the page opens, the page reads the order again. If this read succeeded, the retry button
  // would disappear. So the test waits for the stream while the platform still fails, and presses the button only after
  // that.
  const retry = app.getByRole('button', { name: en.order.stale.retry });
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  await expect(retry).toBeEnabled({ timeout: 30_000 });
  await stack.sandbox.control('DELETE', '/faults');
  await retry.click();
  await expect(card(app, en.order.customer.title)).not.toContainText(en.order.customer.unavailable);
  await expect(app.getByText(en.order.stale.title)).toBeHidden();
});

test('U16 Versioning 2: unknown statuses are shown as received, and the order can still be edited and shipped', async () => {
  const page = pages.arabic;
  const { id, items } = await sell(arabic, { quantities: [2], status: 'approved' });
  const app = await openOrder(page, arabic, id);
  const sheet = await openFulfil(app, ar);
  await sheet.getByRole('radio', { name: new RegExp(ar.fulfill.sheet.pending) }).check();
  await quantities(sheet).fill('1');
  await sheet.getByRole('button', { name: ar.fulfill.sheet.send.pending }).click();
  await expect(sheet).toBeHidden();
  await stack.sandbox.control('PATCH', `/orders/${id}`, { status: 'processing' });
  await stack.sandbox.control('PUT', '/variation', { unknown_enums: true });
  try {
    await openOrder(page, arabic, id);
    for (const unknown of ['ready_for_pickup', 'invoiced', 'label_printed', 'marketplace'])
      await expect(app.getByText(unknown, { exact: true }).first()).toBeVisible();
    await expect(app.getByText(items[0]?.name ?? '').first()).toBeVisible();
    await expectAxe(page, 'main');
    await takePicture(page, 'order-unknown-ar-phone');
    const wide = await app.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    // The order has statuses that are not in the app's lists. The user can still ship the remaining pieces of the
    // order.
    const rest = await openFulfil(app, ar);
    await rest.getByRole('button', { name: ar.fulfill.sheet.send.shipped }).click();
    await expect(rest).toBeHidden();
    await expect(shipmentsOf(app, ar).locator('[data-fulfillment]')).toHaveCount(2);
  } finally {
    await stack.sandbox.control('PUT', '/variation', {});
  }
  expect((await platformOrder(arabic, id)).fulfillments.map(({ status }) => status).toSorted()).toEqual([
    'pending',
    'shipped',
  ]);
});

test('U10: without its scope each action stays visible but disabled, with the reason and how to get the scope; data is "hidden", not "none"', async () => {
  const page = pages.english;
  const order = await sell(english, { quantities: [2], status: 'processing', paid: 'all' });
  await takeScopes(english, ['inventory:write', 'clients:read']);
  let app = await openOrder(page, english, order.id);
  await expect(card(app, en.order.customer.title).getByText(en.order.customer.hidden)).toBeVisible();
  await expect(card(app, en.order.address.title).getByText(en.order.customer.hidden)).toBeVisible();
  const sheet = await openRefund(app, en);
  await expect(sheet.getByLabel(en.refund.sheet.restock)).toBeDisabled();
  await expect(sheet.getByText(en.refund.sheet.restockNoScope)).toBeVisible();
  await expectAxe(page, '[role=dialog]');
  await takePicture(page, 'refund-no-restock-en');

  await takeScopes(english, ['fulfillments:write', 'refunds:write']);
  app = await openOrder(page, english, order.id);
  await expect(shipButton(app, en)).toBeDisabled();
  await expect(shipButton(app, en)).toHaveAccessibleDescription(en.fulfill.noScope);
  await expect(shipmentsOf(app, en).getByText(en.fulfill.noScope)).toBeVisible();
  await expect(
    refundsOf(app, en).getByRole('button', { name: en.refund.action, exact: true }),
  ).toBeDisabled();
  await expect(refundsOf(app, en).getByText(en.refund.noScope)).toBeVisible();
  await expectAxe(page, 'main');
  await takePicture(page, 'scopes-en', { fullPage: true });
});

const nameOf = (order: OrderDetail, index: number) => order.items[index]?.name ?? '';
const more = (words: typeof en, order: OrderDetail, index: number) =>
  words.refund.sheet.more.replace('{name}', nameOf(order, index));
const less = (words: typeof en, order: OrderDetail, index: number) =>
  words.fulfill.sheet.less.replace('{name}', nameOf(order, index));
/** Returns the digits of an amount in the format of the app, without the currency. */
const plain = (amountMinor: number, order: OrderDetail) =>
  /[\d,.]*\d/.exec(formatMoney({ ...order.total, amount_minor: amountMinor }, 'en-u-nu-latn'))?.[0] ?? '';

const frameTop = (page: Page) =>
  page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().top);
const frameHeight = (page: Page) =>
  page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height);
