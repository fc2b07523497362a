import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { asSystem } from '@/tests/support/stack/as-system';
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import {
  type InstalledStore,
  desktop,
  openAlone,
  openStore,
  phone,
  sellOne,
  trueOrders,
} from '@/tests/support/e2e/open-store';
import { openDevelopers } from '@/tests/support/e2e/open-developers';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('connection-screen', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

const picture = ({ page }: Tab, name: string) => takePicture(page, `connection-${name}`, { fullPage: true });

/**
 * Returns the webhook subscription of the install, with its secret, from the sandbox's own data. The tests compare the
 * app's data about the subscription with this result.
 */
const subscriptionOf = async ({ installId }: InstalledStore) =>
  (
    await stack.sandbox.control<{ webhook: { secret: string; topics: string[]; status: string } | null }>(
      'GET',
      `/installs/${installId}`,
    )
  ).webhook;

/**
 * Sets the height of the browser window. The app's iframe grows with the window, so a screenshot shows the
 * whole page.
 */
async function tall({ page }: Tab, { width }: { width: number }, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
}

test('WHK-2: one press checks everything and shows the result, and the subscription can be changed: Arabic, phone', async ({
  browser,
}) => {
  await sellOne(stack, arabic);
  const tab = await openTab(browser, stack, arabic, '/connection', phone);
  const { app } = tab;
  const { sync, connection } = ar;
  await expect(app.locator('[data-next-step=none]')).toBeVisible();

  // The button starts the sweeps (reads of whole lists). While sweeps run, the screen shows that they are running. When
  // all sweeps have ended, the screen shows the result.
  await app.getByRole('button', { name: connection.check.now }).click();
  await expect(app.locator('[data-repair=running]')).toBeVisible();
  await expect(app.getByText(/تم التحقق: /)).toBeVisible({ timeout: 30_000 });
  await expect(app.getByRole('button', { name: connection.check.now })).toBeVisible();
  await expectAccessible(tab, 'phone');
  await picture(tab, 'ar-phone');

  await asSystem(
    stack,
    `INSERT INTO inbox (install_id, event_id, topic, state, reason, body, received_at) VALUES
      ($1, 'evt_odd', 'order.teleported', 'quarantined', 'unknown topic order.teleported', 'canary', now())`,
    [arabic.installId],
  );
  await openDevelopers(app, ar);
  await expect(app.locator('[data-quarantine]')).toContainText(sync.repairs.quarantine.kinds.unknown_topic);
  await expect(app.locator('[data-subscription=active]')).toBeVisible();
  await expect(app.locator('[data-resource=orders]')).toHaveAttribute('data-state', 'ended');
  // The screen must show the topics as translated words and not as raw topic names such as "order.created".
  await expect(app.locator('main')).not.toContainText(/order\.|teleported|canary/);
  // A table below the chart contains the same numbers as the chart.
  await app.getByText(sync.arrival.asTable).click();
  await expect(app.getByRole('rowheader').first()).toBeVisible();
  await expectAccessible(tab, 'developers');
  await tall(tab, phone, 5_200);
  await picture(tab, 'developers-ar-phone');
  await tall(tab, phone, phone.height);

  // The merchant first removes topics from the subscription and then requests a new secret. The old secret stays valid
  // for one more day, and the dialog explains this.
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
  // The next tests with the same store expect a subscription to all topics, so the test adds the removed topic again.
  await app.getByLabel(sync.topics.product_deleted).check();
  await app.getByRole('button', { name: sync.subscription.topics.save }).click();
  await expect.poll(async () => (await subscriptionOf(arabic))?.topics).toContain('product.deleted');
  await tab.page.context().close();
});

test('WHK-5: a test event arrives through the real delivery path, and the subscription can be removed and created again: English, desktop', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/connection');
  const { app } = tab;
  const { sync, connection } = en;
  await openDevelopers(app, en);
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
  await tall(tab, desktop, 2_800);
  await picture(tab, 'developers-en-desktop');
  await tall(tab, desktop, desktop.height);

  await app.getByRole('button', { name: secret.remove }).click();
  await app.getByRole('dialog').getByRole('button', { name: secret.removeNow }).click();
  await expect(app.locator('[data-subscription=none]')).toBeVisible();
  expect(await subscriptionOf(english)).toBeNull();
  await expect(app.getByRole('button', { name: secret.rotate })).toBeDisabled();
  await expect(app.getByRole('button', { name: words.open })).toBeDisabled();
  await expect(app.getByText(words.notActive)).toBeVisible();
  await expect(app.locator('[data-found=subscription_off]')).toBeVisible();
  await expect(app.locator('[data-found=subscription_ok]')).toHaveCount(0);
  await app.getByRole('link', { name: connection.title }).first().click();
  await expect(app.getByText(connection.state.none_unsubscribed.title, { exact: true })).toBeVisible();
  await expectAccessible(tab, 'unsubscribed');
  await picture(tab, 'en-unsubscribed');
  await app.getByRole('link', { name: connection.state.turnOn }).click();
  await app.getByRole('button', { name: topics.subscribe }).click();
  await expect(app.locator('[data-subscription=active]')).toBeVisible();
  await expect(app.locator('[data-found=subscription_ok]')).toBeVisible();
  await app.locator('main').getByRole('link', { name: connection.title }).click();
  await expect(app.getByText(connection.state.none.title, { exact: true })).toBeVisible();
  await picture(tab, 'en-desktop');
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
    const { discounts: words, sync, connection } = store.words;
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
    // Changes the database as if the sweeps (reads of whole lists) of discounts and products had failed because of the
    // missing scope. The next sweeps would fail in the same way, but the test does not wait for them.
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
    await tab.open('/connection');
    await expect(app.getByText(connection.state.none_hidden.title)).toBeVisible();
    await expect(app.getByText(connection.state.scopes.discounts_read)).toBeVisible();
    await expectAccessible(tab, 'hidden');
    await picture(tab, `hidden-${language}`);
    await openDevelopers(app, store.words);
    await expect(app.getByLabel(sync.topics.product_created)).toBeDisabled();
    await expect(app.getByText(sync.subscription.topics.noScope)).toBeVisible();
    await expect(app.locator('[data-resource=discounts]')).toContainText(sync.readings.hidden);
    await expectAccessible(tab, 'without scopes');
    await takeScopes({ stack, ...store }, []);
    await asSystem(
      stack,
      `UPDATE sweeps SET last_error = NULL, failures = 0, due_at = now()
       WHERE install_id = $1 AND last_error = 'missing_scope'`,
      [installId],
    );
    await page.context().close();
  });

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`Connection says what does not work because permissions are off, with the button that turns them on: ${language}`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { connection } = store.words;
    const tab = await openTab(browser, stack, store, '/connection', viewport);
    const { app, page } = tab;
    await expect(app.locator('[data-next-step=none]')).toContainText(connection.state.none.title);
    // No read of the store needs the two removed scopes, so the app gets no error. The page must still show that these
    // scopes are missing.
    await takeScopes({ stack, ...store }, ['refunds:write', 'clients:read']);
    await tab.open('/connection');
    const state = app.locator('[data-next-step]');
    await expect(state).toContainText(connection.state.none_hidden.title);
    await expect(state.getByRole('listitem')).toHaveText([
      connection.state.scopes.refunds_write,
      connection.state.scopes.clients_read,
    ]);
    await expect(app.getByText(connection.state.none.title, { exact: true })).toHaveCount(0);
    // The rest of the screen must not say that there is no problem and that everything matches.
    const matched = connection.check.matched.split('<')[0]?.trim() ?? '';
    await expect(app.locator('main')).not.toContainText(matched);
    await expect(app.locator('[data-problem=none]')).toHaveCount(0);
    await expectAccessible(tab, 'permissions off');
    await picture(tab, `permissions-${language}`);
    await state.locator('a[href$="#permissions"]').click();
    await expect(app.locator('[data-scope="refunds:write"][data-works=false]')).toBeVisible();

    // For a permission that was never granted, the button opens the platform's page on which a merchant grants
    // permissions.
    const setGranted = (scopes: string) =>
      asSystem(stack, `UPDATE installs SET granted_scopes = ${scopes} WHERE install_id = $1`, [
        store.installId,
      ]);
    await setGranted("array_remove(granted_scopes, 'refunds:write')");
    await tab.open('/connection');
    const approve = state.locator('a[href^="/install"]');
    await expect(approve).toHaveAttribute('href', `/install?store=${store.storeId}`);
    await setGranted("array_append(granted_scopes, 'refunds:write')");
    await takeScopes({ stack, ...store }, []);
    await page.context().close();
  });

test('the screen for developers checks this install and the browser', async ({ browser }) => {
  const tab = await openTab(browser, stack, arabic, '/connection/developers', phone);
  const { app, page } = tab;
  await expect(app.getByRole('heading', { level: 1, name: ar.connection.developers.title })).toBeVisible();
  const found = (code: string) => app.locator(`[data-found=${code}]`);
  for (const code of ['token_ok', 'subscription_ok', 'scopes_ok'])
    await expect(found(code)).toContainText(ar.doctor.state.ok);
  // The staff of a store must not see facts about the deployment. So the page shows no server checks and no version of
  // Node.
  await expect(app.locator('[data-found]')).toHaveCount(4);
  expect(await app.locator('body').innerText()).not.toContain(process.versions.node);
  await expect(app.locator('[data-frame=inside]')).toBeVisible();
  await expectAccessible(tab, 'doctor');
  await page.context().close();
  const alone = await openAlone(browser, stack, english, { path: '/connection' });
  await openDevelopers(alone, en);
  await expect(alone.locator('[data-frame=alone]')).toBeVisible();
  await alone.context().close();
});

/**
 * SQL statements that put the mirror (the app's copy of the store's data) into each state that the connection screen
 * can show.
 */
const states = {
  reads_behind: `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, marked_at, next_attempt_at)
    VALUES ($1, 'order', 'ord_late', 1, now() - interval '12 minutes', now() + interval '1 day')`,
  platform_unreachable: `UPDATE sweeps SET failures = 3, last_error = 'timed_out', due_at = now() + interval '1 day'
    WHERE install_id = $1 AND resource = 'products' AND kind = 'updated'`,
  grant_scope: `UPDATE sweeps SET failures = 1, last_error = 'missing_scope', due_at = now() + interval '1 day'
    WHERE install_id = $1 AND resource = 'orders'`,
};
/** SQL statements that undo the changes of the statements in `states`. */
const recover = [
  `DELETE FROM dirty_marks WHERE install_id = $1 AND entity_id = 'ord_late'`,
  `UPDATE sweeps SET failures = 0, last_error = NULL WHERE install_id = $1 AND last_error IS NOT NULL`,
];

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`the connection screen says in one sentence what is wrong, and since when: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { connection } = store.words;
    const tab = await openTab(browser, stack, store, '/connection', viewport);
    const { app, page } = tab;
    for (const [state, statement] of Object.entries(states)) {
      await asSystem(stack, statement, [store.installId]);
      const banner = app.locator(`[data-next-step=${state}]`);
      await expect(banner).toBeVisible();
      if (state === 'reads_behind')
        await expect(banner).toContainText(language === 'ar' ? 'متأخر 12 دقيقة' : 'Behind by 12 minutes');
      else await expect(banner).toContainText(connection.state[state as 'grant_scope'].title);
      await expectAccessible(tab, state);
      await picture(tab, `${state}-${language}`);
      for (const undo of recover) await asSystem(stack, undo, [store.installId]);
    }
    await expect(app.locator('[data-next-step=none]')).toBeVisible();
    await page.context().close();
  });

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`while the store cannot be reached, no screen says that it is live or matched: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { connection, frame, freshness } = store.words;
    const before = (text: string) => text.split('<')[0]?.trim() ?? text;
    const tab = await openTab(browser, stack, store, '/connection', viewport);
    const { app, page } = tab;
    await expect(app.getByText(before(connection.check.matched))).toBeVisible();
    await asSystem(stack, states.platform_unreachable, [store.installId]);
    // `tab.open` waits until the live stream of the page is open, and in this test it never opens. So the test opens
    // the page without `tab.open`.
    const open = (path: string) => {
      const query = new URLSearchParams({ returnTo: `/i/${store.installId}${path}` });
      const apps = `${stack.sandbox.origin}/admin/stores/${store.storeId}/apps`;
      return page.goto(`${apps}/${store.installId}?${query}`);
    };
    await open('/connection');
    await expect(app.locator('[data-next-step=platform_unreachable]')).toContainText(
      before(connection.state.asOf),
    );
    await expect(app.locator('[data-live]')).toHaveText(freshness.platform_unreachable);
    await expect(app.getByText(before(connection.check.matched))).toBeHidden();
    // The banner of the connection screen explains the problem. So the connection screen does not show the notice about
    // this problem that all other screens show.
    await expect(app.getByRole('link', { name: frame.store.open })).toBeHidden();
    await expect(app.locator('[data-problem=failing]')).not.toContainText(connection.problem.failingTodo);
    await picture(tab, `unreachable-${language}`);
    for (const path of ['', '/orders', '/products']) {
      await open(path);
      await expect(app.locator('[data-live]'), path).toHaveText(freshness.platform_unreachable);
      await expect(app.getByText(frame.store.platform_unreachable.title), path).toHaveCount(1);
      await expect(app.locator('[data-fresh]'), path).toHaveAttribute('data-fresh', 'before');
      if (path === '') await takePicture(page, `home-unreachable-${language}`);
    }
    await expectAccessible(tab, 'unreachable');
    await app.getByRole('link', { name: frame.store.open }).click();
    await expect(app.getByRole('heading', { level: 1, name: connection.title })).toBeVisible();
    for (const undo of recover) await asSystem(stack, undo, [store.installId]);
    await page.reload();
    await expect(app.locator('[data-live]')).toHaveText(freshness.live);
    await page.context().close();
  });

test('the earlier addresses of the sync screen and the doctor screen redirect to the connection screen', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/sync');
  const { app, page } = tab;
  await expect(app.getByRole('heading', { level: 1, name: en.connection.title })).toBeVisible();
  await tab.open('/doctor');
  await expect(app.getByRole('heading', { level: 1, name: en.connection.developers.title })).toBeVisible();
  await page.context().close();
  const { status, headers } = await fetch(`${stack.appUrl}/i/x/sync?from=here`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([308, '/i/x/connection?from=here']);
});

test('a new installation shows only the time since which there are no updates, and no longer period', async ({
  browser,
}) => {
  const store = await openStore(stack, 'KWD');
  const page = await openAlone(browser, stack, store, { path: '/connection' });
  const since = (text: string) => text.split('<')[0]?.trim() ?? text;
  const { connection, sync } = store.words;
  await expect(page.locator('[data-problem=none]')).toContainText(since(connection.problem.noneSince));
  await openDevelopers(page, store.words);
  await expect(page.getByText(since(sync.freshness.noEventSince))).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/\b35 يوم|\b0 ث/);
  await page.context().close();
});

test('while live updates arrive, every screen says that it is current; without them it says since when it is not current', async ({
  browser,
}) => {
  const [order] = await trueOrders(stack, english);
  const tab = await openTab(browser, stack, english, '', desktop);
  const { app, page } = tab;
  const { freshness } = en;
  const before = freshness.before.split('<')[0]?.trim() ?? '';
  for (const path of ['/orders', `/orders/${order?.id}`, '/products', '/discounts', '']) {
    await tab.open(path);
    const line = app.locator('[data-fresh]');
    await expect(line, path).toHaveText(freshness.now);
    await expect(app.locator('main'), path).not.toContainText(before);
    await page.context().setOffline(true);
    await expect(line, path).toContainText(before);
    await page.context().setOffline(false);
    await expect(line, path).toHaveText(freshness.now);
  }
  await page.context().close();
  // The browser logs an error for each read that failed while the browser was offline.
  expect(takeBrowserErrors().filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`Connection and Home say that the publisher has paused the store, until it is resumed: ${language}`, async ({
    browser,
  }) => {
    const { words, installId } = language === 'ar' ? arabic : english;
    const pause = (at: string) =>
      asSystem(stack, `UPDATE installs SET paused_at = ${at} WHERE install_id = $1`, [installId]);
    const tab = await openTab(browser, stack, language === 'ar' ? arabic : english, '/connection', viewport);
    const { app, page } = tab;
    await pause('now()');
    await page.reload();
    await expect(app.getByText(words.connection.state.paused.title)).toBeVisible();
    await expect(app.getByRole('button', { name: words.connection.check.now })).toBeDisabled();
    await expect(app.locator('[data-live]')).toHaveText(words.freshness.paused);
    await expect(app.getByRole('link', { name: words.frame.store.open })).toBeHidden();
    // The card with the last problem may name an ignored update of an earlier story. But it must not say that there was
    // no problem.
    await expect(app.locator('[data-problem=none]')).toHaveCount(0);
    await expectAccessible(tab, 'paused');
    await picture(tab, `paused-${language}`);
    await app.getByRole('link', { name: words.frame.home }).first().click();
    await expect(app.getByRole('status').filter({ hasText: words.home.sync.paused })).toBeVisible();
    await pause('NULL');
    await page.reload();
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(app.getByText(words.home.sync.paused)).toBeHidden();
    await page.context().close();
  });

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`an open page says that it is not live while live updates are off, and is live again after them: ${language}`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { frame, freshness, sync } = store.words;
    const tab = await openTab(browser, stack, store, '/orders', viewport);
    const { app, page } = tab;
    const developers = await openAlone(browser, stack, store, { path: '/connection' });
    await openDevelopers(developers, store.words);
    const { secret, topics } = sync.subscription;
    const why = app.getByRole('link', { name: frame.store.open });
    await expect(why).toBeHidden();

    await developers.getByRole('button', { name: secret.remove }).click();
    await developers.getByRole('dialog').getByRole('button', { name: secret.removeNow }).click();
    const expectNotLive = async () => {
      await expect(app.getByRole('status').filter({ hasText: frame.store.updatesOff.title })).toBeVisible();
      await expect(app.locator('[data-live]')).toHaveText(freshness.updatesOff);
      await expect(app.locator('[data-fresh]')).toHaveAttribute('data-fresh', 'before');
    };
    await expectNotLive();
    await expectAccessible(tab, 'updates off');
    await picture(tab, `updates-off-${language}`);
    // After a reload, the page still shows the problem and does not show that its data is live.
    await page.reload();
    await expectNotLive();
    await why.click();
    await expect(app.getByRole('heading', { level: 1, name: frame.connection })).toBeVisible();

    await developers.getByRole('button', { name: topics.subscribe }).click();
    await expect(app.locator('[data-live]')).toHaveText(freshness.live);
    await expect(why).toBeHidden();
    await developers.context().close();
    await page.context().close();
  });

for (const [language, words] of [
  ['ar', ar as typeof en],
  ['en', en],
] as const)
  test(`WHK-3: the store learns which changes arrive late because their topics are missing, and one press subscribes to all again: ${language}`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { missingTopics, state } = words.connection;
    const tab = await openTab(browser, stack, store, '/connection', language === 'ar' ? phone : desktop);
    const { app } = tab;
    await expect(app.getByText(state.none.title, { exact: true })).toBeVisible();
    const all = (await subscriptionOf(store))?.topics ?? [];
    const kept = all.filter((topic) => !topic.startsWith('product.'));
    const change = { operationId: randomUUID(), topics: kept };
    expect(await callAction(tab.store, 'changeSubscriptionAction', change)).toContain('"code":"succeeded"');

    await tab.open('/connection');
    const banner = app.locator('[data-missing-topics]');
    await expect(banner).toContainText(missingTopics.title);
    await expect(banner.getByRole('listitem')).toHaveCount(2);
    await expect(banner).toContainText('15');
    await expect(banner).toContainText('24');
    // The banner reports missing topics. While the banner is shown, the page must not show the text "everything is up
    // to date".
    await expect(app.getByText(state.none.title, { exact: true })).toHaveCount(0);
    await expectAccessible(tab, 'missing topics');
    await picture(tab, `missing-${language}`);

    // The request of a button does not reach the server. So nothing changes, the page shows an error, and the button
    // can be pressed again.
    await tab.page.route('**/connection', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await banner.getByRole('button', { name: missingTopics.turnOn }).click();
    await expect(banner.locator('[data-outcome]')).toBeVisible();
    expect((await subscriptionOf(store))?.topics.toSorted()).toEqual(kept.toSorted());
    await tab.page.unroute('**/connection');
    await banner.getByRole('button', { name: missingTopics.turnOn }).click();
    await expect(app.getByText(missingTopics.done, { exact: true })).toBeVisible();
    await expect(app.getByText(state.none.title, { exact: true })).toBeVisible();
    expect((await subscriptionOf(store))?.topics.toSorted()).toEqual(all.toSorted());
    await closeAfterAborts(tab.page);
  });
