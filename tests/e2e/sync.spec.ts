import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { asSystem } from '@/tests/support/stack/as-system';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openStore, phone, sellOne } from '@/tests/support/e2e/open-store';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('sync');
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

const picture = ({ page }: Tab, name: string) => takePicture(page, `sync-${name}`, { fullPage: true });

/**
 * Returns the webhook subscription of the install in the sandbox, with its secret. The tests compare the app with it.
 */
const subscriptionOf = async ({ installId }: InstalledStore) =>
  (
    await stack.sandbox.control<{ webhook: { secret: string; topics: string[]; status: string } | null }>(
      'GET',
      `/installs/${installId}`,
    )
  ).webhook;

/** Sets the height of the browser window. The app's iframe grows with the window, so a picture shows the whole page. */
async function tall({ page }: Tab, { width }: { width: number }, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
}

test('WHK-2: sync health is shown in words, one press repairs everything, and the subscription can be changed: Arabic, phone', async ({
  browser,
}) => {
  await sellOne(stack, arabic);
  await asSystem(
    stack,
    `INSERT INTO inbox (install_id, event_id, topic, state, reason, body, received_at) VALUES
      ($1, 'evt_odd', 'order.teleported', 'quarantined', 'unknown topic order.teleported', 'canary', now())`,
    [arabic.installId],
  );
  const tab = await openTab(browser, stack, arabic, '/sync', phone);
  const { app } = tab;
  const { sync } = ar;
  await expect(app.locator('[data-next-step]')).toBeVisible();
  await expect(app.locator('[data-quarantine]')).toContainText(sync.repairs.quarantine.kinds.unknown_topic);
  await expect(app.locator('[data-subscription=active]')).toBeVisible();
  // The screen must show topics in words and not as raw topic names such as "order.created".
  await expect(app.locator('main')).not.toContainText(/order\.|teleported|canary/);

  // The numbers of the chart are also available in a table below the chart.
  await app.getByText(sync.arrival.asTable).click();
  await expect(app.getByRole('rowheader').first()).toBeVisible();

  // A press on Repair starts the sweeps. The screen shows that they are running until all of them have ended.
  await app.getByRole('button', { name: sync.tasks.repair }).click();
  await expect(app.locator('[data-repair=running]')).toBeVisible();
  await expect(app.getByRole('button', { name: sync.tasks.repair })).toBeVisible({ timeout: 30_000 });
  await expect(app.locator('[data-resource=orders]')).toHaveAttribute('data-state', 'ended');
  await expectAccessible(tab, 'phone');
  await tall(tab, phone, 4_200);
  await picture(tab, 'ar-phone');
  await tall(tab, phone, phone.height);

  // The merchant first removes topics from the subscription, then requests a new secret. The old secret stays valid
  // for a day, and the dialog says so.
  await app.getByLabel(sync.topics.product_deleted).uncheck();
  await app.getByRole('button', { name: sync.subscription.topics.save }).click();
  await expect.poll(async () => (await subscriptionOf(arabic))?.topics).not.toContain('product.deleted');
  await expect(app.getByRole('button', { name: sync.subscription.topics.save })).toBeDisabled();
  const before = await subscriptionOf(arabic);
  await app.getByRole('button', { name: sync.subscription.secret.rotate }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('24');
  await expectAccessible(tab, 'dialog');
  await dialog.getByRole('button', { name: sync.subscription.secret.rotateNow }).click();
  await expect(app.getByText(sync.subscription.facts.previous)).toBeVisible();
  const after = await subscriptionOf(arabic);
  expect(after?.secret).not.toBe(before?.secret);
  expect(after?.topics).toEqual(before?.topics);
  await expect(app.locator('html')).not.toContainText(after?.secret ?? 'no secret');
  await tab.page.context().close();
});

test('WHK-5: a test event arrives through the real delivery path, and the subscription can be removed and created again: English, desktop', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/sync');
  const { app } = tab;
  const { sync } = en;
  const { test: words, secret, topics } = sync.subscription;
  await app.getByRole('button', { name: words.open }).click();
  await app.getByLabel(words.topic, { exact: true }).selectOption('product.updated');
  await app.getByLabel(words.overrides).fill('[1]');
  await expect(app.getByText(words.overridesProblem.not_an_object)).toBeVisible();
  await expect(app.getByRole('button', { name: words.send, exact: true })).toBeDisabled();
  await app.getByLabel(words.overrides).fill('{"name": "from the test"}');
  await app.getByRole('button', { name: words.send, exact: true }).click();
  await expect(app.locator('[data-test-event=received]')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(tab, 'desktop');
  await tall(tab, desktop, 2_400);
  await picture(tab, 'en-desktop');
  await tall(tab, desktop, desktop.height);

  await app.getByRole('button', { name: secret.remove }).click();
  await app.getByRole('dialog').getByRole('button', { name: secret.removeNow }).click();
  await expect(app.locator('[data-subscription=none]')).toBeVisible();
  await expect(app.getByText(sync.state.none_unsubscribed.title)).toBeVisible();
  expect(await subscriptionOf(english)).toBeNull();
  await expect(app.getByRole('button', { name: secret.rotate })).toBeDisabled();
  await expect(app.getByRole('button', { name: words.open })).toBeDisabled();
  await expect(app.getByText(words.notActive)).toBeVisible();
  await app.getByRole('button', { name: topics.subscribe }).click();
  await expect(app.locator('[data-subscription=active]')).toBeVisible();
  await expect(app.getByText(sync.state.none.title)).toBeVisible();
  await tab.page.context().close();
});

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`DIS-1: the discounts are listed with their states, and hidden without the scope: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { installId } = store;
    const { discounts: words, sync } = store.words;
    const { discounts } = await stack.sandbox.control<{ discounts: { id: string; title: string }[] }>(
      'GET',
      `/dump?store_id=${store.storeId}`,
    );
    const tab = await openTab(browser, stack, store, '/discounts', viewport);
    const { app, page } = tab;
    await expect(app.locator('[data-discount]')).toHaveCount(discounts.length);
    for (const { id, title } of discounts)
      await expect(app.locator(`[data-discount="${id}"]`)).toContainText(title);
    await expect(app.locator('[data-state=ended]')).toHaveCount(1);
    await expect(app.locator('[data-state=ended]')).toContainText(words.states.ended);
    await expectAccessible(tab, 'discounts');
    await tall(tab, viewport, 1_300);
    await picture(tab, `discounts-${language}`);
    await tall(tab, viewport, viewport.height);

    await takeScopes({ stack, ...store }, ['discounts:read', 'products:read']);
    // Marks the sweeps of discounts and products as failed because of a missing scope. The next runs of these sweeps
    // would do the same.
    await asSystem(
      stack,
      `UPDATE sweeps SET last_error = 'missing_scope', failures = 1
       WHERE install_id = $1 AND resource IN ('discounts', 'products')`,
      [installId],
    );
    await tab.open('/discounts');
    await expect(app.getByText(words.forbidden.title)).toBeVisible();
    await expect(app.getByText(words.empty.title)).toHaveCount(0);
    await expectAccessible(tab, 'forbidden');
    await tab.open('/sync');
    await expect(app.getByText(sync.state.none_hidden.title)).toBeVisible();
    await expect(app.getByText(sync.tasks.scopes.discounts_read)).toBeVisible();
    await expect(app.getByLabel(sync.topics.product_created)).toBeDisabled();
    await expect(app.getByText(sync.subscription.topics.noScope)).toBeVisible();
    await expect(app.locator('[data-resource=discounts]')).toContainText(sync.readings.hidden);
    await expectAccessible(tab, 'without scopes');
    await page.context().close();
  });
