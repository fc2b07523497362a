import { expect } from 'playwright/test';
import { axeFaults, rulesIn } from '@/tests/support/e2e/axe-faults';
import { createDriverLink, createSheet } from '@/tests/support/e2e/delivery-sheets';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { desktop, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { markAsCash, platformOrder, sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { asSystem, asTenant } from '@/tests/support/stack/as-system';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('run-sheet', fewPastOrders);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

for (const [language, currency, name] of [
  ['ar', 'SYP', 'أبو خالد'],
  ['en', 'USD', 'Abu Khaled'],
] as const)
  test(`a merchant sends a delivery sheet, the driver answers without a script, and the merchant confirms: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = await openStore(stack, currency);
    const { installId, storeId } = store;
    const driverWords = (language === 'ar' ? ar : en).driverPage;
    const words = (language === 'ar' ? ar : en).deliveries;
    const orders = [
      await sell({ stack, storeId, installId }, { quantities: [1] }),
      await sell({ stack, storeId, installId }, { quantities: [2] }),
    ];
    for (const { id } of orders) await markAsCash({ stack, storeId, installId }, id);
    const canceled = await sell({ stack, storeId, installId }, { quantities: [1], status: 'cancelled' });
    const tab = await openTab(browser, stack, store, '/deliveries', phone);
    const { app, page } = tab;
    await expect(app.getByText(words.empty)).toBeVisible();
    // What was typed for a new carrier is still there after a reload. It is gone after the form was cancelled.
    const { carrier } = (language === 'ar' ? ar : en).cash;
    const addCarrier = app.getByRole('button', { name: carrier.add, exact: true });
    const carrierName = app.getByRole('dialog').getByLabel(carrier.name, { exact: true });
    await tab.open('/cash');
    await addCarrier.click();
    await carrierName.fill(name);
    await tab.open('/cash');
    await addCarrier.click();
    await expect(carrierName).toHaveValue(name);
    await app.getByRole('button', { name: carrier.cancel }).click();
    await addCarrier.click();
    await expect(carrierName).toHaveValue('');
    await callAction(tab.store, 'saveCarrierAction', {
      installId,
      carrierId: crypto.randomUUID(),
      name,
      phone: '+963933777888',
      trackingUrl: '',
      feeMinor: 0,
      isArchived: false,
    });
    const ids = [...orders, canceled].map(({ id }) => id).join(',');
    await tab.open(`/deliveries/new?${new URLSearchParams({ ids })}`);
    await expect(app.getByLabel(words.driver, { exact: true })).toBeVisible();
    // On a wide screen, narrow screens begin at the edge at which the list of orders begins.
    await page.setViewportSize(desktop);
    const starts: number[] = [];
    const newSheet = `/deliveries/new?${new URLSearchParams({ ids })}`;
    for (const path of ['/orders', '/cash/day', '/cash/sheet', '/deliveries', newSheet]) {
      await tab.open(path);
      const { x = 0, width = 0 } = (await app.getByRole('heading', { level: 1 }).boundingBox()) ?? {};
      starts.push(Math.round(language === 'ar' ? x + width : x));
    }
    expect(starts).toEqual(starts.map(() => starts[0]));
    await takePicture(page, `sheet-new-${language}-desktop`);
    await page.setViewportSize(phone);
    await app.getByLabel(words.driver, { exact: true }).selectOption({ label: name });
    await expect(app.getByText(words.ended.cancelled)).toBeVisible();
    await expectAccessible(tab, 'new sheet');
    await takePicture(page, `sheet-new-${language}`, { fullPage: true });
    // The order can be left out below the form, and also in its row.
    const inRow = words.new.leaveOutOf.replace('{number}', canceled.order_number);
    const below = language === 'ar' ? 'استبعده' : 'Leave it out';
    for (const button of [inRow, below])
      await expect(app.getByRole('button', { name: button, exact: true })).toBeVisible();
    await app.getByRole('button', { name: language === 'ar' ? inRow : below, exact: true }).click();
    await expect(app.getByText(words.ended.cancelled)).toBeHidden();
    // What was entered is still there after a reload, until the sheet is created.
    await app.getByLabel(words.note, { exact: true }).fill('A7');
    page.on('dialog', (dialog) => void dialog.accept());
    await tab.open(`/deliveries/new?${new URLSearchParams({ ids })}`);
    await expect(app.getByLabel(words.note, { exact: true })).toHaveValue('A7');
    await expect(app.getByLabel(words.driver, { exact: true }).locator('option:checked')).toHaveText(name);
    await expect(app.getByText(words.ended.cancelled)).toBeHidden();
    await app
      .getByRole('button', { name: language === 'ar' ? 'أنشئ كشفًا فيه طلبان' : 'Create sheet with 2 orders' })
      .click();
    // The orders are not shipped yet. The store sets them to delivered only after that.
    const shipAll = app.getByRole('button', {
      name: language === 'ar' ? `اشحن طلبين مع ${name}` : `Ship 2 orders with ${name}`,
    });
    await expect(shipAll).toBeVisible();
    await expectAccessible(tab, 'sheet to ship');
    await takePicture(page, `sheet-to-ship-${language}`, { fullPage: true });
    await shipAll.click();
    const statusOf = async (n: number) =>
      (await platformOrder({ stack, storeId, installId }, orders[n]?.id ?? '')).status;
    await expect.poll(() => Promise.all([statusOf(0), statusOf(1)])).toEqual(['shipped', 'shipped']);
    await expect(app.getByText(words.shipFirst.ended)).toBeVisible();
    await expect(app.getByText(language === 'ar' ? 'شُحن 2 من 2.' : '2 of 2 shipped.')).toBeVisible();
    await app.getByRole('button', { name: words.link.create }).click();
    const copies = await app.locator('html').evaluate(() => Object.keys(sessionStorage));
    expect(copies).not.toContainEqual(expect.stringContaining('new-sheet'));
    const chat = app.getByRole('link', { name: words.link.whatsapp });
    const href = (await chat.getAttribute('href')) ?? '';
    expect(href).toContain('https://wa.me/963933777888?text=');
    const token = /\/d\/([\w-]{43})/.exec(decodeURIComponent(href))?.[1] ?? '';
    await expectAccessible(tab, 'sheet');
    await takePicture(page, `sheet-open-${language}`, { fullPage: true });

    const context = await browser.newContext({
      viewport: phone,
      locale: store.locale,
      javaScriptEnabled: false,
    });
    const driver = await context.newPage();
    await driver.goto(`${stack.appUrl}/d/${token}${language === 'en' ? '?lang=en' : ''}`);
    await driver.getByLabel(driverWords.unlock.digits).fill('7888');
    await driver.getByRole('button', { name: driverWords.unlock.show }).click();
    const stops = driver.locator('article');
    await expect(stops).toHaveCount(2);
    await takePicture(driver, `driver-open-${language}`, { fullPage: true });
    // The store cancels an order that the driver already has. The merchant's open page and the driver's page say so.
    await stack.sandbox.control('PATCH', `/orders/${orders[1]?.id}`, { status: 'cancelled' });
    await expect(app.getByText(words.ended.cancelled)).toBeVisible();
    await driver.reload();
    await expect(stops.nth(1).getByText(driverWords.ended.cancelled)).toBeVisible();
    await takePicture(driver, `driver-canceled-${language}`, { fullPage: true });
    await stops.first().getByRole('button', { name: driverWords.paid, exact: true }).click();
    await expect(stops.first().getByRole('status')).toBeVisible();
    // After a reload, the page must still show the stored answer. A driver with a lost connection reloads the page too.
    await driver.reload();
    await expect(stops.first().getByRole('status')).toBeVisible();
    // The canceled order has no main button, and the answers of a delivery are folded.
    await expect(stops.nth(1).locator('button.primary')).toHaveCount(0);
    await expect(stops.nth(1).getByRole('button', { name: driverWords.paid, exact: true })).toBeHidden();
    await stops.nth(1).getByLabel(driverWords.reason).fill('لم يرد');
    await stops.nth(1).getByRole('button', { name: driverWords.refused }).click();
    await expect(stops.nth(1).getByRole('status')).toContainText('لم يرد');
    await takePicture(driver, `driver-answered-${language}`, { fullPage: true });
    // axe needs scripts. So axe checks the driver's page in another browser, which has JavaScript on and the cookie of
    // the driver.
    const storageState = await context.storageState();
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = await browser.newContext({ viewport: phone, storageState, colorScheme });
      const looked = await look.newPage();
      await looked.goto(driver.url().split('#')[0] ?? '');
      await expect(looked.locator('article')).toHaveCount(2);
      for (const details of await looked.locator('details:not([open]) > summary').all())
        if (await details.isVisible()) await details.click();
      expect(await axeFaults(looked, undefined, rulesIn(colorScheme)), colorScheme).toEqual([]);
      expect(
        await looked.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await look.close();
    }

    const confirm = app.getByRole('button', {
      name: language === 'ar' ? 'أكّد نتيجتين' : 'Confirm 2 results',
    });
    await expect(confirm).toBeVisible();
    await confirm.click();
    await expect(app.getByText(words.confirm.doneCash)).toBeVisible();
    await expect(app.getByText(words.confirm.doneOrders)).toBeVisible();
    await expectAccessible(tab, 'confirmed sheet');
    await takePicture(page, `sheet-confirmed-${language}`, { fullPage: true });
    await expect(app.getByText(words.shipFirst.ended)).toBeHidden();
    // The sheet sets the refused order to "Delivery failed", as soon as its status allows that.
    const { order_number: refusedNumber = '' } = orders[1] ?? {};
    const refusedNow = (status: string) =>
      app.getByText(words.confirm.refusedNow.replace('{number}', refusedNumber).replace('{status}', status));
    const names = (language === 'ar' ? ar : en).orderStatus;
    await expect(refusedNow(names.cancelled)).toBeVisible();
    await stack.sandbox.control('PATCH', `/orders/${orders[1]?.id}`, { status: 'shipped' });
    await app
      .getByRole('button', { name: words.confirm.setFailed.replace('{number}', refusedNumber) })
      .click();
    const failTitle = words.confirm.failTitle.replace('{number}', refusedNumber);
    const { to } = (language === 'ar' ? ar : en).orderPage.status;
    await expectAccessible(tab, 'question before a failed delivery');
    await app
      .getByRole('dialog', { name: failTitle })
      .getByRole('button', { name: to.delivered_failed, exact: true })
      .click();
    await expect(refusedNow(names.delivered_failed)).toBeVisible();
    await expect.poll(() => statusOf(1)).toBe('delivered_failed');
    await takePicture(page, `sheet-refused-${language}`, { fullPage: true });
    await expect.poll(() => statusOf(0)).toBe('delivered');
    const [parcel] = (await platformOrder({ stack, storeId, installId }, orders[0]?.id ?? '')).fulfillments;
    expect(parcel).toMatchObject({ status: 'delivered', provider: name });
    const posted = `SELECT 1 FROM cash_entries e
      JOIN delivery_sheets d ON d.install_id = e.install_id AND d.confirm_id = e.posting_id
      WHERE d.install_id = $1 AND d.finished_at IS NOT NULL`;
    expect(await asTenant(stack, installId, posted)).toHaveLength(1);
    await driver.reload();
    await expect(driver.getByText(driverWords.confirmed.title)).toBeVisible();
    await expect(stops).toHaveCount(0);
    await context.close();
  });

for (const [language, currency] of [
  ['ar', 'KWD'],
  ['en', 'AED'],
] as const)
  test(`a sheet names stops without an answer, orders on another sheet and changed amounts, and a packer confirms no cash: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = await openStore(stack, currency);
    const { installId, storeId } = store;
    const words = (language === 'ar' ? ar : en).deliveries;
    const name = language === 'ar' ? 'أبو سامر' : 'Abu Samer';
    const sold = [
      await sell({ stack, storeId, installId }, { quantities: [1] }),
      await sell({ stack, storeId, installId }, { quantities: [2] }),
    ] as const;
    for (const { id } of sold) await markAsCash({ stack, storeId, installId }, id);
    const tab = await openTab(browser, stack, store, '/deliveries', phone);
    const { app, page } = tab;
    await callAction(tab.store, 'saveCarrierAction', {
      installId,
      carrierId: crypto.randomUUID(),
      name,
      phone: '',
      trackingUrl: '',
      feeMinor: 0,
      isArchived: false,
    });
    const newSheet = async (...ids: string[]) => {
      await tab.open(`/deliveries/new?${new URLSearchParams({ ids: ids.join(',') })}`);
      await app.getByLabel(words.driver, { exact: true }).selectOption({ label: name });
      await app
        .getByRole('button', { name: language === 'ar' ? /^أنشئ كشفًا فيه/ : /^Create sheet with/ })
        .click();
    };
    const sheetIds = async () => {
      const rows = await asTenant(
        stack,
        installId,
        `SELECT d.id FROM delivery_sheets d JOIN carriers c ON c.install_id = d.install_id AND c.id = d.carrier_id
         WHERE d.install_id = $1 AND c.name = $2 ORDER BY d.created_at`,
        [name],
      );
      return (rows as { id: string }[]).map(({ id }) => id);
    };
    await newSheet(sold[0].id, sold[1].id);
    await expect(app.getByRole('button', { name: words.link.create })).toBeVisible();

    // If an order is on an open sheet, the app adds it to another sheet only after a warning.
    await newSheet(sold[0].id);
    const repeated = app.locator('[data-repeated-orders] li');
    await expect(repeated).toHaveCount(1);
    await expect(repeated).toContainText(sold[0].order_number);
    await expect(repeated).toContainText(name);
    const [openSheetId = ''] = await sheetIds();
    await expect(
      app.getByRole('link', { name: words.new.openSheetOf.replace('{number}', sold[0].order_number) }),
    ).toHaveAttribute('href', new RegExp(`/deliveries/${openSheetId}$`));
    await expectAccessible(tab, 'repeated');
    await takePicture(page, `sheet-repeated-${language}`);
    expect(await sheetIds()).toHaveLength(1);
    await app.getByRole('button', { name: words.new.createAnyway }).click();
    await expect(app.getByRole('button', { name: words.link.create })).toBeVisible();
    const [first = '', second = ''] = await sheetIds();

    // A packer can open the sheet. The packer may confirm that an order was refused, but not that an amount was
    // collected.
    const setRole = (role: string) =>
      asSystem(stack, 'UPDATE installs SET default_role = $2 WHERE install_id = $1', [installId, role]);
    await setRole('packer');
    await tab.open(`/deliveries/${second}`);
    const resultOf = (number: string) =>
      app.getByLabel(words.resultOf.replace('{number}', number), { exact: true });
    const confirmOne = app.getByRole('button', {
      name: language === 'ar' ? 'أكّد نتيجة واحدة' : 'Confirm 1 result',
    });
    await resultOf(sold[0].order_number).selectOption('paid');
    await expect(app.getByText(words.confirm.needsCash)).toBeVisible();
    await expect(confirmOne).toBeDisabled();
    await expectAccessible(tab, "a packer's sheet");
    await takePicture(page, `sheet-packer-${language}`, { fullPage: true });
    await resultOf(sold[0].order_number).selectOption('refused');
    await confirmOne.click();
    await expect(app.getByText(words.reasonMissing)).toBeVisible();
    await app
      .getByLabel(words.reasonOf.replace('{number}', sold[0].order_number), { exact: true })
      .fill('لم يرد');
    await confirmOne.click();
    await expect(app.getByText(words.confirm.doneBody)).toBeVisible();
    await setRole('owner');

    // The driver has not answered for the second stop, so the app requires a second press of the button. The app
    // refuses this second press, because the amount of the first stop has changed since the sheet was opened.
    await tab.open(`/deliveries/${first}`);
    await resultOf(sold[0].order_number).selectOption('paid');
    // Leaving the sheet asks first. The typed result is still there after a reload.
    const { leave } = (language === 'ar' ? ar : en).ui;
    await app.getByRole('link', { name: words.all, exact: true }).click();
    const question = app.getByRole('dialog', { name: leave.title });
    await question.getByRole('button', { name: leave.stay }).click();
    page.on('dialog', (dialog) => void dialog.accept());
    await tab.open(`/deliveries/${first}`);
    await expect(resultOf(sold[0].order_number)).toHaveValue('paid');
    const addToDue = (minor: number) =>
      asTenant(
        stack,
        installId,
        'UPDATE cash_orders SET due_minor = due_minor + $3 WHERE install_id = $1 AND order_id = $2',
        [sold[0].id, minor],
      );
    await addToDue(-1);
    await confirmOne.click();
    await expect(
      app.getByText(language === 'ar' ? 'طلب واحد بلا نتيجة' : '1 stop has no result'),
    ).toBeVisible();
    await expectAccessible(tab, 'stops without an answer');
    await takePicture(page, `sheet-unanswered-${language}`, { fullPage: true });
    const confirmAnyway = app.getByRole('button', { name: words.confirm.pressAgain });
    await confirmAnyway.click();
    await expect(app.getByText(words.problem.due_changed)).toBeVisible();
    await expect(app.getByText(words.problem.dueNext)).toBeVisible();
    await expect(app.getByRole('listitem').filter({ hasText: sold[0].order_number }).last()).toBeVisible();
    await expectAccessible(tab, 'due changed');
    await takePicture(page, `sheet-due-changed-${language}`, { fullPage: true });
    // On confirmation, the app computes the due amount from the order again and writes it into the row. This would
    // overwrite the amount that the test changed, so the test restores the old amount first.
    await addToDue(1);
    const changedAgain = page.waitForResponse((response) => response.request().method() === 'POST');
    await confirmAnyway.click();
    await changedAgain;
    await confirmAnyway.click();
    await expect(app.getByText(words.confirm.doneCash)).toBeVisible();
    // A confirmed sheet has no copy of what was typed.
    const kept = () => app.locator('html').evaluate(() => Object.keys(sessionStorage));
    await expect.poll(kept).not.toContainEqual(expect.stringContaining(first));
    await page.context().close();
  });

for (const [language, currency] of [
  ['ar', 'KWD'],
  ['en', 'AED'],
] as const)
  test(`a driver whose connection fails follows the page's advice, each answer is stored once as typed, and the printed sheet calls and shows the map: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = await openStore(stack, currency);
    const { installId, storeId } = store;
    const words = (language === 'ar' ? ar : en).driverPage;
    const orderIds: string[] = [];
    for (const quantities of [[1], [2], [1]])
      orderIds.push((await sell({ stack, storeId, installId }, { quantities })).id);
    for (const id of orderIds) await markAsCash({ stack, storeId, installId }, id);
    const page = await openAlone(browser, stack, store, { path: '/cash', viewport: phone });
    const merchant = { page, stack, storeId, installId };
    const sheetId = await createSheet(merchant, { orderIds, phone: '+963933777888' });
    const token = await createDriverLink(merchant, sheetId);
    const answers = async () =>
      (await asTenant(
        stack,
        installId,
        `SELECT s.answer, s.paid_minor AS "paidMinor", s.answered_at AS at, s.answer_id AS id FROM delivery_stops s
         WHERE s.install_id = $1 AND s.sheet_id = $2 ORDER BY s.position`,
        [sheetId],
      )) as { answer: string | null; paidMinor: string | null; at: Date | null; id: string | null }[];

    // A merchant can save the print as a PDF, so the phone number and the address on it are links.
    await page.goto(`${stack.appUrl}/i/${installId}/deliveries/${sheetId}/print`);
    const paper = page.locator('article.paper');
    await expect(paper.locator('a[href="tel:+963933445566"]')).toHaveCount(3);
    await expect(paper.locator('a[href="https://wa.me/963933445566"]')).toHaveCount(3);
    await expect(paper.locator('a[href^="https://www.google.com/maps/search/?api=1&query="]')).toHaveCount(3);
    expect(await axeFaults(page, { top: 'html' })).toEqual([]);
    await takePicture(page, `sheet-print-${language}`, { fullPage: true });
    await page.context().close();

    const context = await browser.newContext({
      viewport: phone,
      locale: store.locale,
      javaScriptEnabled: false,
    });
    const driver = await context.newPage();
    const url = `${stack.appUrl}/d/${token}${language === 'en' ? '?lang=en' : ''}`;
    await driver.goto(url);
    await driver.getByLabel(words.unlock.digits).fill('7888');
    await driver.getByRole('button', { name: words.unlock.show }).click();
    const stops = driver.locator('article');
    await expect(stops).toHaveCount(3);
    await expect(driver.getByText(words.safe)).toBeVisible();
    const reasonOf = (n: number) => stops.nth(n).getByRole('textbox', { name: words.reason });
    const typeRefusal = async (n: number, reason: string) => {
      await stops.nth(n).locator('summary').click();
      await reasonOf(n).fill(reason);
    };
    const press = (n: number, name: string) =>
      stops.nth(n).getByRole('button', { name, exact: true }).click();
    /** Waits until the browser shows its own error page instead of the page of the sheet. */
    const expectFailure = () => expect.poll(() => driver.url()).toMatch(/^chrome-error:/);

    // Without a connection, nothing reaches the store. After a reload, the browser sends the form again as it was typed.
    await typeRefusal(0, 'لم يرد');
    await context.setOffline(true);
    await press(0, words.refused);
    await expectFailure();
    expect((await answers()).map(({ answer }) => answer)).toEqual([null, null, null]);
    await context.setOffline(false);
    await driver.reload();
    await expect(stops.first().getByRole('status')).toContainText('لم يرد');

    // A driver who goes back sees that the answer is not saved. The browser may show the prefilled amount again, so the
    // driver types the amount again before the second press.
    const amountField = stops.nth(1).locator('input[name=paid]');
    await amountField.fill('1');
    await context.setOffline(true);
    await press(1, words.paid);
    await expectFailure();
    await context.setOffline(false);
    await driver.goBack();
    await expect(stops).toHaveCount(3);
    await expect(stops.nth(1).getByRole('status')).toHaveCount(0);
    await amountField.fill('1');
    await press(1, words.paid);
    await expect(stops.nth(1).getByRole('status')).toBeVisible();

    // The answer reaches the store, but the driver's phone gets no response. After the reload, the page shows the answer
    // as saved, and the second request with it changed nothing.
    await typeRefusal(2, 'العنوان خطأ');
    let sent = 0;
    await context.route(`${stack.appUrl}/d/**`, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      sent += 1;
      await route.abort();
    });
    await press(2, words.refused);
    await expectFailure();
    await context.unroute(`${stack.appUrl}/d/**`);
    expect(sent).toBeGreaterThan(0);
    const stored = await answers();
    await driver.reload();
    await expect(stops.nth(2).getByRole('status')).toContainText('العنوان خطأ');
    await expect(driver.getByRole('alert')).toHaveCount(0);
    expect(await answers()).toEqual(stored);
    await driver.goto(url);
    await expect(stops.nth(2).getByRole('status')).toContainText('العنوان خطأ');
    expect((await answers()).map(({ answer, paidMinor }) => [answer, Number(paidMinor)])).toEqual([
      ['refused', 0],
      ['paid', currency === 'KWD' ? 1_000 : 100],
      ['refused', 0],
    ]);
    await takePicture(driver, `driver-offline-${language}`, { fullPage: true });
    await context.close();
  });
