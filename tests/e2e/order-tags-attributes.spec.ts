import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { phone } from '@/tests/support/e2e/open-store';
import { addressOf, platformOrder } from '@/tests/support/e2e/store-orders';
import {
  expectAccessible,
  faultWrites,
  holdReads,
  openTab,
  openLocalizedStore,
  placeOrder,
  type LocalizedStore,
} from '@/tests/support/e2e/order-tab';
import { openTechnicalDetails } from '@/tests/support/e2e/technical-details';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';

let stack: Stack;
let english: LocalizedStore;
let arabic: LocalizedStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('order-tags-attributes', fewPastOrders);
  [english, arabic] = await Promise.all([openLocalizedStore(stack, en), openLocalizedStore(stack, ar)]);
});
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeBrowserErrors()).toEqual([]);
});

test('PAT-2: tags are added and removed one by one, the toast undoes a removal, and tags added by others survive', async ({
  browser,
}) => {
  const { tags } = ar.orderPage;
  const orderId = await placeOrder(arabic);
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { tags: ['VIP', 'هدية'] });
  const tab = await openTab(browser, arabic, orderId, phone);
  const { app, page } = tab;
  const field = app.getByLabel(tags.label);
  const remove = (tag: string) => app.getByRole('button', { name: `${tags.remove} ${tag}` });
  // Another user adds a tag. The reads of this tab are delayed, so the tab does not show the change yet.
  const release = await holdReads(page, orderId);
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { tags: ['VIP', 'هدية', 'غيري'] });
  await field.fill('عاجل، قابل للكسر');
  await field.press('Enter');
  await expect(remove('قابل للكسر')).toBeVisible();
  await release();
  await expect(remove('غيري')).toBeVisible();
  await remove('VIP').click();
  await expect(remove('هدية')).toBeFocused();
  await expect(remove('VIP')).toHaveCount(0);
  await expect
    .poll(async () => (await platformOrder(arabic, orderId)).tags)
    .toEqual(['هدية', 'غيري', 'عاجل', 'قابل للكسر']);
  await app.getByRole('button', { name: tags.undo }).click();
  await expect(remove('VIP')).toBeVisible();
  await expect.poll(async () => (await platformOrder(arabic, orderId)).tags).toContain('VIP');

  // The form counts the characters of a tag while the user types. The form does not add a tag that is too long, and the
  // typed text stays in the field.
  await field.fill('x'.repeat(41));
  await expect(
    app.getByText(tags.tooLong.replace('{count, number}', '41').replace('{max, number}', '40')),
  ).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('x'.repeat(41));
  await expectAccessible(tab, 'tags-ar-phone');
  await field.fill('');
  await tab.close();
});

test('a tag change that the platform refuses is reverted with the reason; one with an unknown outcome stays "sending", also after a reload', async ({
  browser,
}) => {
  const { tags } = en.orderPage;
  const orderId = await placeOrder(english);
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { tags: ['vip'] });
  const tab = await openTab(browser, english, orderId);
  const { app, page } = tab;
  const vip = app.getByRole('button', { name: `${tags.remove} vip` });
  await faultWrites(english, orderId, { effect: 'status', status: 422, count: 1 });
  await vip.click();
  await expect(app.locator('[data-outcome=refused]')).toContainText(en.orderWrite.refused.invalid_request);
  await expect(vip).toBeVisible();
  expect((await platformOrder(english, orderId)).tags).toEqual(['vip']);

  await faultWrites(english, orderId, { effect: 'drop_request' });
  await app.getByLabel(tags.label).fill('late,');
  const late = app.locator('[data-pending]').filter({ hasText: 'late' });
  await expect(late).toBeVisible();
  await expect(app.locator('[data-outcome=unconfirmed]')).toBeVisible();
  await page.goto(addressOf(english, orderId));
  await expect(late).toBeVisible();
  await stack.sandbox.control('DELETE', '/faults');
  await expect(late).toHaveCount(0, { timeout: 60_000 });
  await expect(app.getByRole('button', { name: `${tags.remove} late` })).toBeVisible();
  expect((await platformOrder(english, orderId)).tags).toEqual(['vip', 'late']);
  await tab.close();
});

test('ORD-8, ORD-10: our own attributes are added, changed, removed and undone, and their bytes are counted while typing', async ({
  browser,
}) => {
  const words = en.orderPage.attributes;
  const orderId = await placeOrder(english);
  const tab = await openTab(browser, english, orderId);
  const { app } = tab;
  await openTechnicalDetails(app);
  const add = app.getByRole('button', { name: words.add });
  const save = app.getByRole('button', { name: words.save, exact: true });
  const key = app.getByLabel(words.key, { exact: true });
  const value = app.getByLabel(words.value, { exact: true });
  const write = async (name: string, type: string, text: string) => {
    await add.click();
    await expect(key).toBeFocused();
    await key.fill(name);
    await app.getByLabel(words.type, { exact: true }).selectOption({ label: type });
    if (type === words.types.yes_no) await value.selectOption({ label: text });
    else await value.fill(text);
  };
  await write('Gift', words.types.text, 'ه'.repeat(501));
  await expect(app.getByText(words.problem.key_shape)).toBeVisible();
  await key.fill('gift');
  await expect(app.getByText(words.problem.value_long)).toBeVisible();
  await expect(app.getByText('1,002 of 1,000 bytes')).toBeVisible();
  await expectAccessible(tab, 'attribute-long-en');
  await value.fill('Box');
  await save.click();
  await expect(add).toBeFocused();
  await write('floor', words.types.number, '٣');
  await save.click();
  await expect(add).toBeFocused();
  await write('paid_fee', words.types.yes_no, words.no);
  await save.click();
  await expect(add).toBeFocused();
  expect((await platformOrder(english, orderId)).attributes).toEqual({
    gift: 'Box',
    floor: 3,
    paid_fee: false,
  });

  await app.getByRole('button', { name: words.edit.replace('{key}', 'gift') }).click();
  await value.fill('Bag');
  await save.click();
  await expect(app.getByText('Bag', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: words.remove.replace('{key}', 'floor') }).click();
  await expect
    .poll(async () => (await platformOrder(english, orderId)).attributes)
    .toEqual({ gift: 'Bag', paid_fee: false });
  await app.getByRole('button', { name: words.undo }).click();
  await expect
    .poll(async () => (await platformOrder(english, orderId)).attributes)
    .toEqual({ gift: 'Bag', paid_fee: false, floor: 3 });

  await faultWrites(english, orderId, { effect: 'drop_response', count: 2 });
  await app.getByRole('button', { name: words.remove.replace('{key}', 'gift') }).click();
  await expect(app.locator('[data-outcome=unconfirmed]')).toBeVisible();
  await expect(app.locator('[data-outcome=unconfirmed]')).toHaveCount(0, { timeout: 60_000 });
  await expect(app.getByText('Bag', { exact: true })).toHaveCount(0);
  await tab.close();
});

test('ORD-9: the reference is a chip that links only to Daftar; it is added, changed and removed', async ({
  browser,
}) => {
  const words = ar.orderPage.reference;
  const orderId = await placeOrder(arabic);
  const tab = await openTab(browser, arabic, orderId, phone);
  const { app } = tab;
  await openTechnicalDetails(app);
  await app.getByRole('button', { name: words.add }).click();
  await app.getByLabel(words.kind, { exact: true }).fill('عرض سعر');
  await app.getByLabel(words.number, { exact: true }).fill('Q-17');
  await app.getByLabel(words.url, { exact: true }).fill('https://evil.example/q');
  await expect(app.getByText(words.urlWrong)).toBeVisible();
  await app.getByRole('button', { name: words.save, exact: true }).click();
  expect((await platformOrder(arabic, orderId)).attributes).toEqual({});
  await expectAccessible(tab, 'reference-wrong-ar-phone');
  const url = `${stack.appUrl}/i/${arabic.installId}/orders/${orderId}`;
  await app.getByLabel(words.url, { exact: true }).fill(url);
  await app.getByRole('button', { name: words.save, exact: true }).click();
  const chip = app.getByRole('link', { name: 'Q-17' });
  await expect(chip).toHaveAttribute('href', url);
  expect((await platformOrder(arabic, orderId)).attributes).toEqual({
    reference: { kind: 'عرض سعر', number: 'Q-17', url },
  });
  await app.getByRole('button', { name: words.change, exact: true }).click();
  await app.getByLabel(words.url, { exact: true }).fill('');
  await app.getByRole('button', { name: words.save, exact: true }).click();
  await expect(chip).toHaveCount(0);
  await expect(app.getByText('Q-17')).toBeVisible();
  await app.getByRole('button', { name: words.remove, exact: true }).click();
  await expect(app.getByText(words.none)).toBeVisible();
  expect((await platformOrder(arabic, orderId)).attributes).toEqual({});
  await tab.close();
});

test('a typed attribute or reference is never lost: a reload restores both forms until they are saved or closed', async ({
  browser,
}) => {
  const { attributes, reference } = en.orderPage;
  const orderId = await placeOrder(english);
  const tab = await openTab(browser, english, orderId);
  const { app, page } = tab;
  page.on('dialog', (dialog) => void dialog.accept());
  const key = app.getByLabel(attributes.key, { exact: true });
  const value = app.getByLabel(attributes.value, { exact: true });
  const number = app.getByLabel(reference.number, { exact: true });
  const inForm = (field: typeof key) => app.locator('form').filter({ has: field });
  const reload = async () => {
    await page.goto(addressOf(english, orderId));
    await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  };
  await openTechnicalDetails(app);
  await app.getByRole('button', { name: attributes.add }).click();
  await key.fill('floor');
  await app.getByLabel(attributes.type, { exact: true }).selectOption({ label: attributes.types.number });
  await value.fill('3');
  await app.getByRole('button', { name: reference.add }).click();
  await number.fill('Q-9');
  await reload();
  await expect(number).toHaveValue('Q-9');
  await expect(key).toHaveValue('floor');
  await expect(value).toHaveValue('3');
  // The page restored the two forms after the reload, and the user did not open them. So neither form takes the focus,
  // and the page stays scrolled to its top.
  for (const field of [key, number]) await expect(field).not.toBeFocused();
  // Restored input still counts as unsaved, so leaving the page asks for a confirmation.
  await app.getByRole('link', { name: en.order.back }).first().click();
  await app.getByRole('dialog').getByRole('button', { name: en.ui.leave.stay }).click();

  await inForm(key).getByRole('button', { name: attributes.save, exact: true }).click();
  await expect(key).toBeHidden();
  expect((await platformOrder(english, orderId)).attributes).toEqual({ floor: 3 });
  await reload();
  await expect(number).toHaveValue('Q-9');
  await expect(key).toBeHidden();
  await inForm(number).getByRole('button', { name: reference.cancel, exact: true }).click();

  // The user saves the form and leaves the page before a response arrives. When the user returns, the page restores the
  // form. When the page has read the new value of the order, it closes the form.
  await app.getByRole('button', { name: attributes.edit.replace('{key}', 'floor') }).click();
  await value.fill('4');
  await faultWrites(english, orderId, { effect: 'drop_request' });
  await inForm(key).getByRole('button', { name: attributes.save, exact: true }).click();
  await expect(app.locator('[data-outcome=unconfirmed]')).toBeVisible();
  await reload();
  await expect(value).toHaveValue('4');
  await expect(number).toBeHidden();
  await stack.sandbox.control('DELETE', '/faults');
  await expect(value).toBeHidden({ timeout: 60_000 });
  expect((await platformOrder(english, orderId)).attributes).toEqual({ floor: 4 });
  await tab.close();
});
