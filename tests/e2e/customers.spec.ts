import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openStore, phone, untilMirrored } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import { callAction, sendQuote, variantInStock } from '@/tests/support/e2e/sent-quotes';
import { platformOrder, sell as sellElsewhere } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { asTenant } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';
import { shipButton } from '@/tests/support/e2e/order-sections';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('customers', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'AED'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

const address = 'شارع بغداد 12';
const isArabic = ({ installId }: Pick<InstalledStore, 'installId'>) => installId === arabic.installId;

/** Creates an order of Salma at the given price, delivered to her address, and returns the id of the order. */
async function sell({ store }: Tab, variantId: string, priceMinor: number): Promise<string> {
  const { stores } = await stack.sandbox.control<{ stores: { id: string; currency: string }[] }>('GET', '');
  const answer = await callAction(store, 'createOrderAction', {
    operationId: randomUUID(),
    order: {
      currency: stores.find(({ id }) => id === store.storeId)?.currency,
      status: 'approved',
      items: [{ variant_id: variantId, name: 'صابون غار', quantity: 1, unit_price_minor: priceMinor }],
      shipping: { amount_minor: 0, method: 'delivery' },
      shipping_address: {
        address,
        province: isArabic(store) ? 'damascus' : 'dubai',
        city: null,
        notes: null,
      },
      customer: { name: 'سلمى الخطيب', phone: '+963944123456' },
      payment_method: 'cod',
    },
  });
  const id = /"orderId":"([^"]+)"/.exec(answer)?.[1];
  if (!id) throw new Error(`not created: ${answer}`);
  return id;
}

/** Ships an order and records that its delivery failed. */
async function refuse({ store }: Tab, orderId: string): Promise<void> {
  for (const status of ['shipped', 'delivered_failed']) {
    const command = { operationId: randomUUID(), orderId, status };
    expect(await callAction(store, 'setOrderStatusAction', command)).toContain('"code":"succeeded"');
  }
}

for (const [language, words] of [
  ['ar', ar as typeof en],
  ['en', en],
] as const)
  test(`S8 S20 on a phone, in ${language}: the composer knows a customer by the phone, the ship sheet and the delivery sheet warn before a third refusal, and an erased customer is unknown`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const tab = await openTab(browser, stack, store, '/orders', phone);
    const { app, page, open } = tab;
    const { id: variantId, sku } = await variantInStock(tab.store);
    const refused = [await sell(tab, variantId, 31_000), await sell(tab, variantId, 29_000)];
    for (const id of refused) await refuse(tab, id);
    const next = await sell(tab, variantId, 28_000);
    const { number } = await sendQuote(tab.store);
    await untilMirrored(stack, store.installId);

    await open('/orders/new');
    const { newOrder, person } = words;
    const numberField = app.getByRole('textbox', { name: newOrder.customer.phone });
    await numberField.fill('+963 944 123');
    const card = app.locator('[data-known-customer]');
    const asked = page.waitForRequest((request) => request.url().endsWith('/customers'));
    await numberField.fill('+963 944 123 456');
    expect((await asked).method()).toBe('POST');
    await expect(card).toContainText(number);
    await expect(card).toContainText(language === 'ar' ? '3 طلبات' : '3 orders');
    await expect(card).toContainText(language === 'ar' ? 'رفض طلبين' : '2 refused');
    await expectAccessible(tab, `known-customer-${language}`);
    await card.scrollIntoViewIfNeeded();
    await takePicture(page, `known-customer-${language}-phone`);
    const name = app.getByRole('textbox', { name: newOrder.customer.name, exact: true });
    await expect(name).toHaveValue('');
    await card.getByRole('button', { name: firstWords(person.fill) }).click();
    await expect(name).toHaveValue('سلمى الخطيب');
    await expect(app.getByRole('textbox', { name: newOrder.delivery.address })).toHaveValue(address);
    await card.scrollIntoViewIfNeeded();
    await takePicture(page, `known-customer-filled-${language}-phone`);
    await app.getByRole('combobox', { name: newOrder.picker.label }).fill(sku);
    // The option of a custom item also contains the typed text, but this option has no price. So the test searches for
    // an option with a price.
    const priced = app.getByRole('option').filter({ hasText: isArabic(store) ? 'ل.س' : 'AED' });
    await priced.filter({ hasText: sku }).first().click();
    const hint = app.locator('[data-agreed-before]');
    await expect(hint).toContainText(isArabic(store) ? '28,000' : '280');
    await expectAccessible(tab, `agreed-before-${language}`);
    await hint.scrollIntoViewIfNeeded();
    await takePicture(page, `agreed-before-${language}-phone`);
    await hint.getByRole('button', { name: person.useAgreed }).click();
    const price = app.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) });
    await expect(price).toHaveValue(isArabic(store) ? '28000' : /^280/);
    await expect(hint.getByRole('button')).toHaveCount(0);

    await card.getByRole('button', { name: person.details }).click();
    const dialog = app.getByRole('dialog', { name: person.dialog.title });
    // In English, two buttons of the dialog have the same name. The first button is at the bottom of the dialog, the
    // second one in its corner.
    const close = dialog.getByRole('button', { name: person.dialog.close }).first();
    await expect(dialog.getByText(person.dialog.refusedMark, { exact: true })).toHaveCount(2);
    await expect(dialog).toContainText('صابون غار');
    await expectAccessible(tab, `person-dialog-${language}`);
    await takePicture(page, `person-dialog-${language}-phone`);
    await close.click();

    // The dialog that ships several orders warns about one order and shows its number. The user can leave out this
    // order.
    const [{ order_number: warned }, { id: calmId, order_number: calm }] = await Promise.all([
      platformOrder({ stack, ...store }, next),
      sellElsewhere({ stack, ...store }, { quantities: [1] }),
    ]);
    await untilMirrored(stack, store.installId);
    await open('/orders');
    const { bar, dialog: run, refusals, select } = words.bulk;
    await app.getByRole('button', { name: select.choose }).click();
    for (const ordered of [warned, calm])
      await app
        .getByRole('row')
        .filter({ has: app.getByRole('link', { name: ordered, exact: true }) })
        .getByRole('checkbox')
        .check();
    await app.getByRole('region', { name: bar.label }).getByRole('button', { name: bar.actions }).click();
    await app.getByRole('menuitem', { name: bar.fulfill_orders }).click();
    const bulk = app.getByRole('dialog');
    await expect(bulk).toHaveAccessibleName(run.title.fulfill_orders);
    await bulk.getByRole('button', { name: run.check }).click();
    const named = bulk.getByRole('list', { name: refusals.numbers });
    await expect(named.getByRole('listitem')).toHaveText([warned]);
    await expect(bulk).not.toContainText('سلمى');
    await expectAccessible(tab, `bulk-refusals-${language}`);
    await takePicture(page, `bulk-refusals-${language}-phone`);
    await bulk
      .getByRole('button', { name: language === 'ar' ? 'استبعد هذا الطلب' : 'Leave this order out' })
      .click();
    await expect(named).toBeHidden();
    await expect(bulk).toContainText(language === 'ar' ? 'استُبعد طلب واحد' : '1 order is left out');
    await takePicture(page, `bulk-refusals-left-out-${language}-phone`);
    await bulk.getByRole('button', { name: refusals.putBack }).click();
    await expect(named).toBeVisible();
    expect(page.url()).not.toContain('944123456');

    // The form of a delivery sheet shows the same warning as the dialog above, about customers who often refuse. The
    // created sheet must not contain the orders that the user leaves out.
    await callAction(tab.store, 'saveCarrierAction', {
      carrierId: randomUUID(),
      name: 'أبو خالد',
      phone: '',
      trackingUrl: '',
      feeMinor: 0,
      isArchived: false,
    });
    await open(`/deliveries/new?${new URLSearchParams({ ids: [calmId, next].join(',') })}`);
    const form = app.locator('main form');
    await form.getByLabel(words.deliveries.driver, { exact: true }).selectOption({ label: 'أبو خالد' });
    const warnedInForm = form.getByRole('list', { name: refusals.numbers });
    await expect(warnedInForm.getByRole('listitem')).toHaveText([warned]);
    await expect(form).toContainText(refusals.next);
    await expect(form).not.toContainText('سلمى');
    await expectAccessible(tab, `sheet-refusals-${language}`);
    await warnedInForm.scrollIntoViewIfNeeded();
    await takePicture(page, `sheet-refusals-${language}-phone`, { fullPage: true });
    const leaveOut = form.getByRole('button', {
      name: language === 'ar' ? 'استبعد هذا الطلب' : 'Leave this order out',
    });
    await leaveOut.click();
    await expect(warnedInForm).toBeHidden();
    await form.getByRole('button', { name: refusals.putBack }).click();
    await expect(warnedInForm).toBeVisible();
    await leaveOut.click();
    await expect(form).toContainText(language === 'ar' ? 'استُبعد طلب واحد' : '1 order is left out');
    await expectAccessible(tab, `sheet-refusals-left-out-${language}`);
    await takePicture(page, `sheet-refusals-left-out-${language}-phone`, { fullPage: true });
    await form
      .getByRole('button', {
        name: language === 'ar' ? 'أنشئ كشفًا فيه طلب واحد' : 'Create sheet with 1 order',
      })
      .click();
    await expect(app.getByRole('button', { name: words.deliveries.link.create })).toBeVisible();
    const onSheets = 'SELECT order_id AS id FROM delivery_stops WHERE install_id = $1';
    expect(await asTenant(stack, store.installId, onSheets)).toEqual([{ id: calmId }]);

    await open(`/orders/${next}`);
    await app.getByRole('button', { name: person.whoIsThis }).click();
    await expect(dialog).toContainText('سلمى الخطيب');
    await close.click();
    await shipButton(app, words).click();
    const sheet = app.getByRole('dialog', { name: words.fulfill.sheet.title });
    await expect(sheet).toContainText(person.warning.next);
    await expectAccessible(tab, `refusal-warning-${language}`);
    await takePicture(page, `refusal-warning-${language}-phone`);
    await sheet.getByRole('button', { name: words.fulfill.sheet.send.shipped }).click();
    await expect(sheet).toBeHidden();
    await expect(app.getByText(words.fulfill.nothingLeft)).toBeVisible();

    await app.getByRole('button', { name: person.whoIsThis }).click();
    const dataOfPerson = dialog.getByText(person.data.title, { exact: true });
    await expect(dataOfPerson).toBeVisible();
    await expect(dialog.getByRole('button', { name: person.data.json })).toBeHidden();
    await dataOfPerson.click();
    for (const [name, part] of [
      [person.data.json, '"phone": "+963944123456"'],
      [person.data.csv, "'+963944123456"],
    ] as const) {
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^customer\.(?:json|csv)$/);
      expect(await readFile(await file.path(), 'utf8')).toContain(part);
    }
    await dialog.getByRole('button', { name: person.data.erase }).click();
    await expect(dialog).toContainText(person.data.stays);
    await dialog.getByText(person.data.stays).scrollIntoViewIfNeeded();
    await expectAccessible(tab, `erase-${language}`);
    await takePicture(page, `erase-customer-${language}-phone`);
    await dialog.getByRole('button', { name: person.data.confirm }).click();
    // The store does not keep the customers of other orders. So the dialog does not say that there are no orders, and
    // it offers the export and the erasure only after a press.
    await expect(dialog).toContainText(person.dialog.unknownHere);
    await expect(dialog).toContainText(person.dialog.notKept);
    await expect(dialog.getByRole('link', { name: person.dialog.keepThem })).toHaveAttribute(
      'href',
      `/i/${store.installId}/settings#customers`,
    );
    await expect(dialog.getByRole('button', { name: person.data.erase })).toBeHidden();
    await expectAccessible(tab, `erased-${language}`);
    await dataOfPerson.click();
    await expect(dialog.getByText(person.dialog.elsewhere)).toBeVisible();
    await expect(dialog.getByRole('button', { name: person.data.erase })).toBeVisible();
    await takePicture(page, `erased-customer-${language}-phone`);
    await close.click();

    // The first visit to the form stored a copy of the typed input in the tab. When the person was erased, the app
    // deleted this copy. So the form is empty, and the form sends no request before the user types a phone number.
    const answered = page.waitForResponse((response) => response.url().endsWith('/customers'));
    await open('/orders/new');
    await expect(numberField).toHaveValue('');
    await expect(name).toHaveValue('');
    await numberField.fill('+963 944 123 456');
    expect(await (await answered).json()).toEqual({ person: null, areOthersKept: false });
    await expect(card).toBeHidden();
  });

const firstWords = (text: string) => new RegExp(`^${text.split('<')[0]?.trim()}`);
