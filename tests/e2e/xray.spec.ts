import pg from 'pg';
import { expect, type FrameLocator } from 'playwright/test';
import { xrayScreens } from '@/lib/xray/xray-screens';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { createSheet } from '@/tests/support/e2e/delivery-sheets';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openStore, phone, trueOrders } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import { callAction, sendQuote } from '@/tests/support/e2e/sent-quotes';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('xray', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

const opener = (app: FrameLocator, words: typeof en) =>
  app.getByRole('button', { name: words.frame.xray, exact: true });
const blocksOf = (app: FrameLocator) => app.getByRole('dialog').locator('[data-xray]');
const blockOf = (app: FrameLocator, name: string) => app.getByRole('dialog').locator(`[data-xray=${name}]`);

/**
 * Switches the X-ray on, on the screen for developers. The X-ray shows the query, action, endpoint and file of each part of a screen.
 */
async function switchOn({ app, open }: Tab, words: typeof en): Promise<void> {
  await open('/connection/developers');
  await app.getByRole('checkbox', { name: words.connection.developers.xray.switch }).check();
  await expect(opener(app, words)).toBeVisible();
}

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`when X-ray is switched on, a screen shows the requests and data behind it, until X-ray is switched off: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const words: typeof en = language === 'ar' ? ar : en;
    const tab = await openTab(browser, stack, store, '/orders', viewport);
    const { app, page } = tab;
    await expect(opener(app, words)).toHaveCount(0);
    await switchOn(tab, words);
    await takePicture(page, `xray-${language}-switch`, { fullPage: true });

    // The next screen must have the X-ray button too, and must show X-ray labels on its own parts, without a reload.
    await app.locator('a[href$="/orders"]:visible').first().click();
    await expect(app.getByRole('heading', { level: 1, name: words.orders.title })).toBeVisible();
    await opener(app, words).focus();
    await page.keyboard.press('Enter');
    const list = blockOf(app, 'ordersList');
    await expect(list).toContainText(words.xray.blocks.ordersList);
    await takePicture(page, `xray-${language}-closed`);
    await list.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(list).toContainText('components/orders/shared/orders-queries.ts');
    await expect(list.locator('[data-pattern="docs/patterns.md#fence"]')).toBeVisible();
    // The stack runs in a checkout, as `npm run demo` does.
    await expect(list.locator('a[href^="vscode://file/"][href$="/docs/patterns.md"]').first()).toBeVisible();
    await expect(list.locator('[data-endpoint=listOrders]')).toContainText('GET /orders');
    await expect(list.locator('[data-endpoint=listOrders]')).toContainText(words.xray.last.notStored);
    await expect(list.locator('[data-scope="orders:read"]')).toContainText(words.xray.scope.granted);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(tab, `x-ray, ${colorScheme}`);
      await takePicture(page, `xray-${language}-${colorScheme}`);
    }
    await page.keyboard.press('Escape');
    await expect(app.getByRole('dialog')).toBeHidden();
    await expect(opener(app, words)).toBeFocused();

    await tab.open('/connection/developers');
    await app.getByRole('checkbox', { name: words.connection.developers.xray.switch }).uncheck();
    await expect(opener(app, words)).toHaveCount(0);
    await tab.open('/orders');
    await expect(opener(app, words)).toHaveCount(0);
    await page.context().close();
  });

test('every screen has its X-ray blocks', async ({ browser }) => {
  const tab = await openTab(browser, stack, english, '/orders');
  const { app, store } = tab;
  await switchOn(tab, en);
  const [order] = await trueOrders(stack, english);
  const { products } = await stack.sandbox.control<{ products: { id: string }[] }>(
    'GET',
    `/dump?store_id=${english.storeId}`,
  );
  const runId = crypto.randomUUID();
  const started = await callAction(store, 'startBulkAction', {
    request: { kind: 'add_tags', input: { tags: ['x'] }, targets: [{ orderId: order?.id }] },
    operationId: runId,
  });
  expect(started).toContain('"code":"done"');
  const { quoteId } = await sendQuote(store);
  const sheetId = await createSheet(store, { orderIds: order ? [order.id] : [] });
  const ids = { orderId: order?.id, productId: products[0]?.id, quoteId, runId, sheetId };
  for (const screen of xrayScreens) {
    const path = screen.path.replace(/\[(\w+)\]/, (_, name: keyof typeof ids) => ids[name] ?? '');
    await tab.open(path);
    await opener(app, en).click();
    await expect(blocksOf(app).first()).toBeVisible();
    const names = await blocksOf(app).evaluateAll((blocks) =>
      blocks.map((block) => block.getAttribute('data-xray')),
    );
    expect(names, screen.path).toEqual(screen.blocks.map(({ name }) => name));
    await expect(app.getByRole('dialog')).toContainText(`[installId]${screen.path}/page.tsx`);
  }
  await tab.page.context().close();
});

test('an open X-ray panel updates live with the last request of a write', async ({ browser }) => {
  const tab = await openTab(browser, stack, english, '/orders');
  const { app, page, store } = tab;
  await switchOn(tab, en);
  const { quoteId } = await sendQuote(store, { name: 'Salma' });
  await tab.open('/orders/new');
  await opener(app, en).click();
  const block = blockOf(app, 'createOrder');
  await block.locator('summary').click();
  const endpoint = block.locator('[data-endpoint=createOrder]');
  await expect(endpoint).toContainText(en.xray.last.never);
  const operationId = crypto.randomUUID();
  const accepted = await callAction(store, 'acceptForCustomerAction', {
    quoteId,
    operationId,
    version: 1,
    agreedHow: 'x',
  });
  expect(accepted).toContain('"status":20');
  // The open page must show the platform's request id of the write, without a reload.
  const sql = await connect();
  await expect(endpoint).toContainText(/req_/);
  const { rows } = await sql.query<{ request_ids: string[]; idempotency_key: string }>(
    `SELECT request_ids, idempotency_key FROM operations WHERE install_id = $1 AND kind = 'create_order'`,
    [english.installId],
  );
  await sql.end();
  await expect(endpoint).toContainText(rows[0]?.request_ids.at(-1) ?? 'none');
  await expect(endpoint).toContainText(rows[0]?.idempotency_key ?? 'none');
  await expect(app.getByRole('dialog')).not.toContainText('Salma');
  await endpoint.scrollIntoViewIfNeeded();
  await takePicture(page, 'xray-en-last');
  await page.context().close();
});

test('a missing scope is shown on its X-ray block and inside the block', async ({ browser }) => {
  const tab = await openTab(browser, stack, arabic, '/orders', phone);
  const { app, page } = tab;
  await switchOn(tab, ar);
  await takeScopes({ stack, ...arabic }, ['clients:read']);
  const [order] = await trueOrders(stack, arabic);
  await tab.open(`/orders/${order?.id}`);
  await opener(app, ar).click();
  const block = blockOf(app, 'orderCustomer');
  await expect(block.locator('summary')).toContainText(ar.xray.scope.missing);
  await expect(blockOf(app, 'orderLines').locator('summary')).not.toContainText(ar.xray.scope.missing);
  await block.locator('summary').click();
  await expect(block.locator('[data-scope="clients:read"]')).toContainText(ar.xray.scope.missing);
  await expect(block.getByText(ar.xray.scope.effect)).toBeVisible();
  await expectAccessible(tab, 'missing scope');
  await takePicture(page, 'xray-ar-no-scope');
  await takeScopes({ stack, ...arabic }, []);
  await page.context().close();
});

async function connect(): Promise<pg.Client> {
  const sql = new pg.Client({ connectionString: stack.databaseUrl });
  await sql.connect();
  await sql.query('SET ROLE daftar_system');
  return sql;
}
