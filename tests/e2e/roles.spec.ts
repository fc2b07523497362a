import { randomUUID } from 'node:crypto';
import { expect, request } from 'playwright/test';
import { emptyDraft } from '@/lib/orders/new-order/new-order-draft';
import { refusalOf, type Right, type Role } from '@/lib/shared/roles/roles';
import { emptyDrawer } from '@/tests/support/e2e/closed-days';
import { orderActions } from '@/tests/support/e2e/order-actions';
import { signInOverHttp } from '@/tests/support/e2e/install-store';
import { storeWith } from '@/tests/support/e2e/merchant';
import { anyStore } from '@/tests/support/operations/any-store';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { actionId, entryPoints } from '@/tests/support/reports/entry-points';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let installId: string;
let cookie: string;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('roles', fewPastOrders);
  const browser = await request.newContext();
  installId = await signInOverHttp(browser, stack, (await storeWith(stack, 'SYP')).id);
  const { cookies } = await browser.storageState();
  const session = cookies.find(({ name }) => name.startsWith('__Host-daftar.session.'));
  cookie = `${session?.name}=${session?.value}`;
  await browser.dispose();
});

/**
 * An entry point of the app. `needs` lists the required rights, in the order in which the app checks them. The
 * remaining fields describe the request that the test sends and the expected status.
 */
type Entry = { needs: readonly Right[] } & (
  | { path: string; status?: number; post?: object }
  | { action: string; command: () => object }
);

const page = (path: string, right: Right, status = 200): Entry => ({
  needs: [right],
  path: `/i/ID${path}`,
  status,
});
const read = (path: string, right: Right = 'read', status = 200): Entry => ({
  needs: [right],
  path: `/api/i/ID${path}`,
  status,
});
const action = (name: string, needs: Right | readonly Right[], command: object = {}): [string, Entry] => [
  `action ${name}`,
  {
    needs: typeof needs === 'string' ? [needs] : needs,
    action: name,
    command: () => ({ installId, operationId: randomUUID(), ...command }),
  },
];

const quoteId = randomUUID();
const orderId = 'ord_of_nobody';
const order = {
  currency: 'SYP',
  items: [{ name: 'x', quantity: 1, unit_price_minor: 1 }],
  shipping: { amount_minor: 0, method: 'pickup' },
  customer: { name: 'x', phone: '+963944123456' },
  payment_method: 'cod',
};
const bulk = { request: { kind: 'add_tags', input: { tags: ['x'] }, targets: [{ orderId }] } };
const courier = {
  entries: [{ line: 1, number: '1', trackingNumber: 'T1' }],
  status: 'shipped',
  provider: null,
};
const quote = { quoteId, version: 1 };
const sheet = { text: 'x', columns: null, mark: null, carrierId: null, day: null };
const carrier = { name: 'x', phone: '', trackingUrl: '', feeMinor: 0, isArchived: false };

/**
 * Every entry point of an install, with the rights that it needs. The ids in the requests belong to no
 * record, so an allowed request changes nothing.
 */
const entries: Record<string, Entry> = {
  'page /i/[installId]': page('', 'read'),
  'page /i/[installId]/activity': page('/activity', 'read'),
  'page /i/[installId]/cash/sheet': page('/cash/sheet', 'post_cash'),
  'page /i/[installId]/cash/day': page('/cash/day', 'see_cash'),
  'page /i/[installId]/cash/day/[recordId]/print': page(`/cash/day/${quoteId}/print`, 'see_cash', 404),
  'page /i/[installId]/cash': page('/cash', 'see_cash'),
  'page /i/[installId]/connection': page('/connection', 'read'),
  'page /i/[installId]/connection/developers': page('/connection/developers', 'read'),
  'page /i/[installId]/deliveries': page('/deliveries', 'fulfil'),
  'page /i/[installId]/deliveries/[sheetId]': page(`/deliveries/${quoteId}`, 'fulfil', 404),
  'page /i/[installId]/deliveries/[sheetId]/print': page(
    `/deliveries/${quoteId}/print`,
    'see_personal_data',
    404,
  ),
  'page /i/[installId]/deliveries/new': page(`/deliveries/new?ids=${orderId}`, 'fulfil'),
  'page /i/[installId]/discounts': page('/discounts', 'read'),
  'page /i/[installId]/orders': page('/orders', 'read'),
  'page /i/[installId]/orders/[orderId]': page(`/orders/${orderId}`, 'read', 404),
  'page /i/[installId]/orders/[orderId]/print': page(`/orders/${orderId}/print`, 'see_personal_data', 404),
  'page /i/[installId]/orders/new': page('/orders/new', 'agree_prices'),
  'page /i/[installId]/orders/print': page(`/orders/print?ids=${orderId}`, 'see_personal_data'),
  'page /i/[installId]/products': page('/products', 'read'),
  'page /i/[installId]/products/[productId]': page('/products/prod_x', 'read', 404),
  'page /i/[installId]/quotes': page('/quotes', 'read'),
  'page /i/[installId]/quotes/[quoteId]': page(`/quotes/${quoteId}`, 'read', 404),
  'page /i/[installId]/quotes/[quoteId]/edit': page(`/quotes/${quoteId}/edit`, 'agree_prices', 404),
  'page /i/[installId]/quotes/[quoteId]/print': page(`/quotes/${quoteId}/print`, 'see_personal_data', 404),
  'page /i/[installId]/runs': page('/runs', 'read'),
  'page /i/[installId]/runs/[runId]': page(`/runs/${quoteId}`, 'read', 404),
  'page /i/[installId]/settings': page('/settings', 'read'),
  'page /i/[installId]/settings/import': page('/settings/import', 'change_settings'),

  'GET /api/i/[installId]/activity': read('/activity'),
  'GET /api/i/[installId]/activity/export': read('/activity/export', 'export'),
  'POST /api/i/[installId]/cash/sheet': { ...read('/cash/sheet', 'post_cash'), post: sheet } as Entry,
  'POST /api/i/[installId]/cash/sheet/post': {
    ...read('/cash/sheet/post', 'post_cash'),
    post: { ...sheet, postingId: quoteId, seen: '0'.repeat(64), accepted: [] },
  } as Entry,
  'GET /api/i/[installId]/cash': read('/cash', 'see_cash'),
  'GET /api/i/[installId]/cash/day': read('/cash/day', 'see_cash'),
  'GET /api/i/[installId]/cash/orders': read('/cash/orders', 'see_cash'),
  'GET /api/i/[installId]/cash/postings': read('/cash/postings', 'see_cash'),
  'POST /api/i/[installId]/cash/orders': {
    ...read('/cash/orders', 'see_cash'),
    post: { q: 'x' },
  } as Entry,
  'GET /api/i/[installId]/catalogue': read('/catalogue?q=a'),
  'POST /api/i/[installId]/customers': {
    ...read('/customers', 'see_personal_data'),
    post: { phone: '0944123456' },
  } as Entry,
  'POST /api/i/[installId]/customers/export': {
    ...read('/customers/export', 'export', 404),
    post: { phone: '0944123456', format: 'csv' },
  } as Entry,
  'GET /api/i/[installId]/discounts': read('/discounts'),
  'GET /api/i/[installId]/earlier-data': read('/earlier-data', 'change_settings'),
  'GET /api/i/[installId]/home': read('/home'),
  'GET /api/i/[installId]/home/charts': read('/home/charts'),
  'GET /api/i/[installId]/live': read('/live'),
  'GET /api/i/[installId]/orders': read('/orders'),
  'GET /api/i/[installId]/orders/[orderId]': read(`/orders/${orderId}`, 'read', 404),
  'GET /api/i/[installId]/orders/[orderId]/cash': read(`/orders/${orderId}/cash`, 'see_cash'),
  'POST /api/i/[installId]/orders': { ...read('/orders'), post: { q: 'x' } } as Entry,
  'POST /api/i/[installId]/orders/found': { ...read('/orders/found'), post: { q: 'x' } } as Entry,
  'POST /api/i/[installId]/orders/export': { ...read('/orders/export', 'export'), post: { q: 'x' } } as Entry,
  'GET /api/i/[installId]/orders/work': read('/orders/work'),
  'GET /api/i/[installId]/orders/export': read('/orders/export', 'export'),
  'GET /api/i/[installId]/products': read('/products'),
  'GET /api/i/[installId]/products/[productId]': read('/products/prod_x', 'read', 404),
  'GET /api/i/[installId]/products/locations': read('/products/locations'),
  'GET /api/i/[installId]/products/movements': read('/products/movements?variant=var_x'),
  'GET /api/i/[installId]/quotes': read('/quotes'),
  'POST /api/i/[installId]/quotes': { ...read('/quotes'), post: { q: 'x' } } as Entry,
  'GET /api/i/[installId]/quotes/[quoteId]': read(`/quotes/${quoteId}`, 'read', 404),
  'GET /api/i/[installId]/quotes/funnel': read('/quotes/funnel'),
  'GET /api/i/[installId]/quotes/rates': read('/quotes/rates', 'change_settings'),
  'GET /api/i/[installId]/quotes/renewal': read('/quotes/renewal', 'agree_prices'),
  'GET /api/i/[installId]/role': read('/role'),
  'GET /api/i/[installId]/runs': read('/runs'),
  'GET /api/i/[installId]/runs/[runId]': read(`/runs/${quoteId}`, 'read', 404),
  'GET /api/i/[installId]/runs/[runId]/items': read(`/runs/${quoteId}/items`),
  'GET /api/i/[installId]/store': read('/store'),
  'GET /api/i/[installId]/subscription': read('/subscription'),
  'GET /api/i/[installId]/subscription/test-events/[eventId]': read('/subscription/test-events/evt_x'),
  'GET /api/i/[installId]/sync': read('/sync'),
  'GET /api/i/[installId]/views': read('/views'),
  'GET /api/i/[installId]/xray': read('/xray?path=/orders', 'read', 200),

  ...Object.fromEntries([
    action('createOrderAction', 'agree_prices', { order }),
    action('deletePersonAction', ['change_settings', 'see_personal_data'], { phone: '0944123456' }),
    action('matchMessageAction', 'agree_prices', { text: 'x' }),
    ...Object.entries(orderActions).map(([name, { needs, input }]) =>
      action(name, needs, { orderId, ...input }),
    ),
    action('createOrderLinkAction', 'edit_orders', { orderId, linkId: quoteId, replaces: false }),
    action('withdrawOrderLinkAction', 'edit_orders', { orderId, linkId: quoteId }),
    action('preflightBulkAction', 'tag_orders', bulk),
    action('startBulkAction', 'tag_orders', bulk),
    action('changeBulkRunAction', 'read', { runId: quoteId, change: 'cancel', retries: 0 }),
    action('matchCourierSheetAction', 'fulfil', courier),
    action('startCourierRunAction', 'fulfil', { ...courier, replaceLines: [] }),
    action('moveStockAction', 'edit_stock', {
      movement: { variant_id: 'x', location_id: 'x', delta: 1, reason: 'correction' },
    }),
    action('matchStockSheetAction', 'edit_stock', { entries: [{ line: 1, code: 'x', delta: 1 }] }),
    action('sendQuoteAction', 'agree_prices', { quoteId, version: 0, order, validUntil: '2999-01-01' }),
    action('saveDraftAction', 'agree_prices', { quoteId, revision: 0, draft: emptyDraft(anyStore) }),
    action('deleteDraftAction', 'agree_prices', quote),
    action('withdrawQuoteAction', 'agree_prices', quote),
    action('withdrawLinkAction', 'agree_prices', quote),
    action('reopenDigitsAction', 'agree_prices', quote),
    action('acceptForCustomerAction', 'agree_prices', { ...quote, agreedHow: 'x' }),
    action('retryQuoteAction', 'agree_prices', { ...quote, skipStock: false }),
    action('duplicateQuoteAction', 'agree_prices', { quoteId, newQuoteId: randomUUID() }),
    action('findOpenQuotesAction', 'agree_prices', { phone: '+963944123456', except: null }),
    action('setRateAction', 'change_settings', {
      one: 'XAA',
      other: 'XBB',
      rate: { scaled: 1, scale: 0 },
      stepMinor: 1,
      limitPermille: null,
      seenAt: null,
    }),
    action('renewQuotesAction', 'agree_prices', { quotes: [{ quoteId, version: 1, totalMinor: 1 }] }),
    action('saveSettingsAction', 'change_settings', { settings: { quoteDataDays: 90 } }),
    action('chooseScreenAction', 'read', { choice: { language: 'en' } }),
    action('signOutAction', 'change_settings', { target: { of: 'person', sub: 'staff_nobody' } }),
    action('setRoleAction', 'change_roles', {
      change: { of: 'person', sub: 'staff_nobody', role: 'viewer' },
    }),
    action('startRepairAction', 'change_settings'),
    action('changeSubscriptionAction', 'change_settings', { topics: ['order.created'] }),
    action('deleteSubscriptionAction', 'disconnect'),
    action('sendTestEventAction', 'change_settings', { event: { topic: 'order.created' } }),
    action('importEarlierDataAction', ['change_settings', 'agree_prices'], { quotes: [quoteId], views: [] }),
    action('ignoreEarlierDataAction', ['change_settings', 'agree_prices'], { quotes: [quoteId], views: [] }),
    action('saveViewAction', 'save_views', {
      viewId: randomUUID(),
      name: 'x',
      filters: 'tag=x',
      columns: null,
      isShared: true,
    }),
    action('changeViewAction', 'save_views', { viewId: randomUUID(), name: 'x' }),
    action('deleteViewAction', 'save_views', { viewId: randomUUID() }),
    action('postCashAction', 'post_cash', {
      note: '',
      lines: [{ orderId, kind: 'remitted', amountMinor: 1, currency: 'SYP' }],
    }),
    action('createSheetAction', ['fulfil', 'see_personal_data'], {
      carrierId: randomUUID(),
      day: '2026-01-01',
      note: '',
      orderIds: [orderId],
    }),
    action('createSheetLinkAction', ['fulfil', 'see_personal_data'], { sheetId: quoteId }),
    action('withdrawSheetLinkAction', ['fulfil', 'see_personal_data'], { sheetId: quoteId }),
    action('shipSheetAction', ['fulfil', 'see_personal_data'], { sheetId: quoteId }),
    action('confirmSheetAction', ['fulfil', 'see_personal_data'], { sheetId: quoteId, stops: [] }),
    action('closeDayAction', 'post_cash', {
      day: '2000-01-01',
      replaces: null,
      drawers: [emptyDrawer],
    }),
    action('undoPostingAction', 'post_cash', { postingId: randomUUID() }),
    action('assignCarrierAction', 'post_cash', { orderId, carrierId: randomUUID() }),
    action('assignCarriersAction', 'post_cash', { orderIds: [orderId], carrierId: randomUUID() }),
    action('unassignCarriersAction', 'post_cash', { orderIds: [orderId], carrierId: randomUUID() }),
    action('saveCarrierAction', 'post_cash', { ...carrier, carrierId: randomUUID() }),
    action('resolveReviewAction', 'edit_orders', { reviewId: randomUUID(), happened: true }),
  ]),
};

/**
 * Returns true if the entry point belongs to an install. HEAD handlers are left out, because they always respond with
 * 405 and read no data.
 */
const ofInstall = (entry: string) =>
  /^(?:page|GET|POST|PUT|PATCH|DELETE) (?:\/api)?\/i\/|^action /.test(entry);

test('S35: every page, handler and action of an install is in the list of entry points with their rights', () => {
  expect(entryPoints().filter(ofInstall)).toEqual(Object.keys(entries).sort());
});

function fetchApp(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(stack.appUrl + path, {
    redirect: 'manual',
    ...init,
    headers: { cookie, origin: stack.appUrl, ...(init.headers as Record<string, string>) },
  });
}

function callAction(name: string, command: object): Promise<Response> {
  return fetchApp(`/i/${installId}/orders`, {
    method: 'POST',
    headers: { 'next-action': actionId(name), 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify([command]),
  });
}

const asJson = { 'content-type': 'application/json' };

/**
 * Sends the request of an entry. Expects the response that follows from the given role and from the rights that the
 * entry needs.
 */
async function expectAnswer(entry: Entry, role: Role): Promise<void> {
  const refusal = refusalOf(role, entry.needs);
  if ('action' in entry) {
    const text = await (await callAction(entry.action, entry.command())).text();
    if (refusal) return expect(text).toContain(JSON.stringify(refusal).slice(1, -1));
    // The ids belong to no record, so the outcome of the use case does not matter. Any code other than the three
    // refusal codes shows that the access check allowed the command.
    expect(text).toMatch(/"code":"/);
    return expect(text).not.toMatch(/"code":"(?:no_right|signed_out|reconnect)"/);
  }
  const controller = new AbortController();
  const response = await fetchApp(entry.path.replace('ID', installId), {
    signal: controller.signal,
    ...(entry.post && { method: 'POST', body: JSON.stringify(entry.post), headers: asJson }),
  });
  if (entry.path.startsWith('/api')) {
    if (refusal) expect([response.status, await response.json()]).toEqual([403, refusal]);
    else expect(response.status).toBe(entry.status);
  } else {
    // For a refused page, the app sends a normal page that explains the refusal. So the test compares the status only
    // if the page is allowed.
    if (!refusal) expect(response.status).toBe(entry.status);
    expect((await response.text()).includes('data-no-right')).toBe(refusal !== null);
  }
  controller.abort();
}

for (const role of ['viewer', 'packer', 'manager'] as const)
  test(`S35: each entry point responds to the role ${role} according to its rights`, async () => {
    await asSystem(stack, 'UPDATE installs SET default_role = $2 WHERE install_id = $1', [installId, role]);
    for (const [name, entry] of Object.entries(entries))
      await test.step(name, () => expectAnswer(entry, role));
  });
