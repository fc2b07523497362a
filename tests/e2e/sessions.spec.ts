import { expect, request } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { installStore, signInOverHttp } from '@/tests/support/e2e/install-store';
import { appFrame, storeWith } from '@/tests/support/e2e/merchant';
import { desktop, newPage, phone } from '@/tests/support/e2e/open-store';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { addressOf, sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let storeId: string;
let installId: string;
let adminPage: string;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('sessions', fewPastOrders);
  storeId = (await storeWith(stack, 'SYP')).id;
  installId = await installStore(stack, storeId);
  adminPage = `${stack.sandbox.origin}/admin/stores/${storeId}/apps/${installId}`;
});

const ended = ar.problem.signed_out;

test('a tab whose session has ended says so, and one press leads back to the same page', async ({
  browser,
}) => {
  const page = await newPage(browser, 'ar', phone);
  const app = appFrame(page);
  await page.goto(`${adminPage}?returnTo=/i/${installId}/orders/new`);
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  // Waits until the product search has results, because then the form is interactive.
  const picker = app.getByRole('combobox', { name: ar.newOrder.picker.label });
  await picker.fill('قميص');
  await app.getByRole('listbox').getByRole('option').filter({ hasText: 'ل.س' }).first().click();
  const name = app.getByRole('textbox', { name: ar.newOrder.customer.name, exact: true });
  await name.fill('سلمى الخطيب');
  await expect(app.getByText(ended.title)).toBeHidden();

  await asSystem(
    stack,
    `UPDATE sessions SET used_at = used_at - interval '61 minutes' WHERE install_id = $1`,
    [installId],
  );
  // The session has ended, so the server must refuse the page's next read of data.
  await picker.fill('حقيبة');
  await expect(app.getByRole('alert').getByText(ended.title)).toBeVisible();
  await takePicture(page, 'session-ended-ar');
  await app.getByRole('button', { name: ended.action }).click();

  // After one press, the store admin has opened the app again with a new launch token. The user needs no sign-in window
  // and no further press.
  await page.waitForURL(/returnTo=/);
  await expect(name).toHaveValue('سلمى الخطيب');
  await expect(app.getByText(ended.title)).toBeHidden();
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  await page.context().close();
});

test('a merchant signs a person out: the other browser shows it within seconds and is served nothing more', async ({
  browser,
}) => {
  const mine = await newPage(browser, 'ar', phone);
  const theirs = await newPage(browser, 'ar', desktop);
  const [app, other] = [appFrame(mine), appFrame(theirs)];
  await theirs.goto(adminPage);
  await other.locator('[data-live=live]').waitFor({ state: 'attached' });
  // The sandbox's store admin always sends the same member of the store. The test needs two persons, so it changes the
  // person in the session of the other browser.
  await asSystem(
    stack,
    `UPDATE sessions SET actor_sub = 'staff_other', actor_name = 'ليلى' WHERE install_id = $1`,
    [installId],
  );
  await mine.goto(`${adminPage}?returnTo=/i/${installId}/settings`);
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  const people = ar.settings.people;
  await app
    .getByRole('button', { name: people.signOutOf.replace('{name}', 'ليلى') })
    .scrollIntoViewIfNeeded();
  await takePicture(mine, 'people-ar');
  await app.getByRole('button', { name: people.signOutOf.replace('{name}', 'ليلى') }).click();
  await app.getByRole('button', { name: people.confirm }).waitFor();
  await takePicture(mine, 'sign-out-asked-ar');
  await app.getByRole('button', { name: people.confirm }).click();
  await expect(app.getByText('ليلى', { exact: true })).toBeHidden();
  await expect(other.getByRole('alert').getByText(ended.title)).toBeVisible({ timeout: 5_000 });
  const refused = await other
    .locator('body')
    .evaluate(async (_, id) => (await fetch(`/api/i/${id}/orders`)).status, installId);
  expect(refused).toBe(401);
  await expect(app.getByText(ended.title)).toBeHidden();

  // Signing out ends only the session of this browser.
  await app.getByRole('button', { name: people.signOutHere }).click();
  await app.getByRole('button', { name: people.confirm }).click();
  await expect(app.getByRole('alert').getByText(ended.title)).toBeVisible();
  await Promise.all([mine.context().close(), theirs.context().close()]);
});

test('S32: a request for the live stream does not extend the session, and a read does', async () => {
  const context = await request.newContext();
  await signInOverHttp(context, stack, storeId);
  const { cookies } = await context.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const send = async (path: string, headers: Record<string, string> = {}) => {
    const stream = new AbortController();
    const { status } = await fetch(`${stack.appUrl}/api/i/${installId}${path}`, {
      headers: { cookie, ...headers },
      signal: stream.signal,
    });
    stream.abort();
    return status;
  };
  const isExtended = async () => {
    const rows = await asSystem<{ extended: boolean }>(
      stack,
      `SELECT max(used_at) > now() - interval '29 minutes' AS extended FROM sessions WHERE install_id = $1`,
      [installId],
    );
    return rows[0]?.extended;
  };
  await asSystem(stack, `UPDATE sessions SET used_at = now() - interval '30 minutes' WHERE install_id = $1`, [
    installId,
  ]);
  expect(await send('/live', { accept: 'text/event-stream' })).toBe(200);
  expect(await isExtended()).toBe(false);
  expect(await send('/orders')).toBe(200);
  expect(await isExtended()).toBe(true);
  await context.dispose();
});

test('S33: a page of another site cannot sign a visitor in with its own launch token', async ({
  browser,
}) => {
  const page = await newPage(browser, 'ar', desktop);
  const admin = await page.context().request.get(adminPage);
  const launch = /src="([^"]*launch_token=[^"]*)"/.exec(await admin.text())?.[1]?.replaceAll('&amp;', '&');
  expect(launch).toContain('launch_token=');
  // A page on another site has a link with the launch token. The browser follows the link as a top-level navigation.
  await page.route('https://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${launch}">open</a>` }),
  );
  await page.goto('https://evil.example/');
  await page.getByRole('link').click();
  await page.waitForURL(/\/launch\/sign-in/);
  const cookies = await page.context().cookies(stack.appUrl);
  expect(cookies.filter(({ name }) => name.startsWith('__Host-daftar.session.'))).toEqual([]);
  await page.context().close();
});

test('S13: over the limit of its network, a sign-in page says to wait a minute, and a press starts the sign-in again', async ({
  browser,
}) => {
  const { busy } = ar.entry;
  const page = await newPage(browser, 'ar', phone);
  await page.route(
    '**/api/auth/signin/platform*',
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        contentType: 'application/json',
        body: '{}',
      }),
    { times: 1 },
  );
  // The test does not complete this sign-in. A new OAuth grant would end the sessions of the store.
  await page.route(`${stack.sandbox.origin}/**`, (route) => route.fulfill({ body: 'the platform' }));
  await page.goto(`${stack.appUrl}/install?store=${storeId}`);
  await expect(page.getByRole('heading', { name: busy.title })).toBeVisible();
  await expect(page.getByText(busy.body)).toBeVisible();
  await page.getByRole('button', { name: busy.action }).click();
  await page.waitForURL(`${stack.sandbox.origin}/**`);
  await page.context().close();
});

for (const what of ['uninstalled', 'disconnected'] as const)
  test(`an open order says at once that the app was ${what}, does not blame the platform, and requests nothing more`, async ({
    browser,
  }) => {
    const id = (await storeWith(stack, 'USD')).id;
    const store = { stack, storeId: id, installId: await installStore(stack, id) };
    const order = await sell(store, { quantities: [1] });
    const page = await newPage(browser, 'en-US', phone);
    const app = appFrame(page);
    await page.goto(addressOf(store, order.id));
    await app.locator('[data-live=live]').waitFor({ state: 'attached' });
    if (what === 'uninstalled') await stack.sandbox.control('DELETE', `/installs/${store.installId}`);
    else {
      // The platform refuses the tokens after the member who granted them has left the store. The worker detects the
      // refusal when it reads the changed order.
      await stack.sandbox.control('PATCH', `/installs/${store.installId}`, { member_active: false });
      await stack.sandbox.control('PATCH', `/orders/${order.id}`, { status: 'processing' });
    }
    // After an uninstall, the platform refuses the app's tokens at once, but the app detects the uninstall only a short
    // time later. So the page may first show one of two other messages: the user is signed out, or the store must be
    // connected again.
    const { signed_out, reconnect } = en.problem;
    const notice = app.getByRole('alert').filter({
      has: app
        .getByText(signed_out.title, { exact: true })
        .or(app.getByText(reconnect.title, { exact: true })),
    });
    await expect(notice.getByRole('button', { name: signed_out.action })).toBeVisible();
    await expect(app.getByText(en.order.stale.title)).toBeHidden();
    await takePicture(page, `access-ended-${what}`);
    // The live stream may end after the message appears. When the stream ends, the tab sends one last request to check
    // its access. The test waits until this request has ended.
    await page.waitForTimeout(5_000);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/i/')) requests.push(request.url());
    });
    // A tab without a live stream normally reads its data every 15 s. The access of this tab has ended, so the tab must
    // send no such request. The test waits longer than 15 s and expects no request.
    await page.waitForTimeout(17_000);
    expect(requests).toEqual([]);
    await page.context().close();
  });
