import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { expect, request } from 'playwright/test';
import en from '@/messages/en.json' with { type: 'json' };
import { emptyDraft } from '@/lib/orders/new-order/new-order-draft';
import { emptyDrawer, storeClosedDay } from '@/tests/support/e2e/closed-days';
import { orderActions } from '@/tests/support/e2e/order-actions';
import { signInOverHttp } from '@/tests/support/e2e/install-store';
import { actionId, entryPoints } from '@/tests/support/reports/entry-points';
import { storeWith } from '@/tests/support/e2e/merchant';
import type { Stack } from '@/tests/support/stack/stack';
import { anyStore } from '@/tests/support/operations/any-store';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';

const sessionCookie = '__Host-daftar.session.';

type Tenant = {
  installId: string;
  storeId: string;
  cookie: string;
  orderId: string;
  productId: string;
  /** Id of the record of a closed store day. */
  recordId: string;
};
let stack: Stack;
/** `ours` is the tenant that sends the requests. `theirs` is the tenant whose data the requests try to reach. */
let ours: Tenant;
let theirs: Tenant;
/**
 * Ids of a bulk run and of a quote that exist in both stores. The carrier and the delivery sheet have the same id as
 * the quote. The client creates ids of these kinds, so two stores may have the same id.
 */
const runId = randomUUID();
const quoteId = randomUUID();

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('entry-points', fewPastOrders);
  const install = async (currency: string): Promise<Tenant> => {
    const browser = await request.newContext();
    const { id: storeId, name } = await storeWith(stack, currency);
    const installId = await signInOverHttp(browser, stack, storeId);
    const { cookies } = await browser.storageState();
    const session = cookies.find(({ name }) => name.startsWith(sessionCookie));
    await browser.dispose();
    const { orders, products } = await stack.sandbox.control<Record<'orders' | 'products', { id: string }[]>>(
      'GET',
      `/dump?store_id=${storeId}`,
    );
    // `install` is called for the tenant `ours` first and then for the tenant `theirs`. Each call overwrites
    // `theirThings`, so after both calls the list has the names and ids of `theirs`.
    theirThings = [name, ...[...orders.slice(1), ...products.slice(1)].map(({ id }) => id)];
    const cookie = `${session?.name}=${session?.value}`;
    const recordId = await storeClosedDay(stack, installId);
    const [orderId, productId] = [orders[0]?.id ?? '', products[0]?.id ?? ''];
    return { installId, storeId, cookie, orderId, productId, recordId };
  };
  ours = await install('USD');
  theirs = await install('SYP');
  for (const tenant of [ours, theirs]) {
    const headers = { origin: stack.appUrl, cookie: tenant.cookie };
    const started = await callAction('startBulkAction', [startCommand(tenant)], headers, tenant);
    expect(await started.text()).toContain('"code":"done"');
    const sent = await callAction('sendQuoteAction', [sendCommand(tenant)], headers, tenant);
    expect(await sent.text()).toContain('"code":"succeeded"');
    const carrier = await callAction('saveCarrierAction', [carrierCommand(tenant)], headers, tenant);
    expect(await carrier.text()).toContain('"code":"saved"');
    const sheet = await callAction('createSheetAction', [newSheetCommand(tenant)], headers, tenant);
    expect(await sheet.text()).toContain('"code":"created"');
  }
});

function fetchApp(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(stack.appUrl + path, { redirect: 'manual', ...init });
}

function callAction(
  name: string,
  args: unknown[],
  headers: Record<string, string>,
  { installId } = theirs,
): Promise<Response> {
  return fetchApp(`/i/${installId}/orders/new`, {
    method: 'POST',
    headers: { 'next-action': actionId(name), 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body: JSON.stringify(args),
  });
}

const postJson = (path: string, body: unknown, headers: Record<string, string>) =>
  fetchApp(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

function orderFor(installId: string) {
  return {
    installId,
    operationId: randomUUID(),
    order: {
      currency: 'SYP',
      items: [{ name: 'x', quantity: 1, unit_price_minor: 1 }],
      shipping: { amount_minor: 0, method: 'pickup' },
      customer: { name: 'x', phone: '+963944123456' },
      payment_method: 'cod',
    },
  };
}

/**
 * Matches an amount in the currency of `theirs`, in JSON or escaped in HTML. The word SYP alone is not a sign of a
 * leak, because the app's own texts contain the name of this currency.
 */
const theirMoney = /currency\W{3,9}SYP/;
/**
 * Names and ids of the platform's records in the store of `theirs`. No request of this spec contains any of these names
 * and ids, so a response that contains one is a leak.
 */
let theirThings: string[];

function expectNothingOfTheirs(text: string): void {
  expect(text).not.toMatch(theirMoney);
  expect(theirThings.filter((thing) => text.includes(thing))).toEqual([]);
}

/**
 * Returns a test that posts searches. The app must refuse four kinds of searches: in the store of `theirs`, without a
 * session, from another origin, and with an invalid body.
 */
function refusesSearch(path: string, key = 'q') {
  return async () => {
    const search = async (
      { installId }: Tenant,
      headers: Record<string, string>,
      body: unknown = { [key]: 'x' },
    ) => (await postJson(`/api/i/${installId}${path}`, body, headers)).status;
    const own = { origin: stack.appUrl, cookie: ours.cookie };
    expect(await search(theirs, own)).toBe(404);
    expect(await search(ours, own)).toBe(200);
    expect(await search(ours, { origin: stack.appUrl })).toBe(401);
    expect(await search(ours, { cookie: ours.cookie })).toBe(403);
    expect(await search(ours, { ...own, origin: 'https://evil.example' })).toBe(403);
    expect(await search(ours, own, 'no object')).toBe(400);
    expect(await search(ours, own, { [key]: 'x'.repeat(201) })).toBe(400);
    expect(await search(ours, own, { q: 'x'.repeat(65 * 1024) })).toBe(413);
  };
}

/**
 * Returns a test that posts remittance sheets, which may be larger than other request bodies. The app must refuse four
 * kinds of sheets: for the store of `theirs`, without a session, from another origin, and with an invalid body.
 */
function refusesSheet(path: string, rest: object) {
  return async () => {
    const post = async ({ installId }: Tenant, headers: Record<string, string>, body: unknown) =>
      (await postJson(`/api/i/${installId}${path}`, body, headers)).status;
    const sheet = { text: 'x', columns: null, mark: null, carrierId: null, day: null, ...rest };
    const own = { origin: stack.appUrl, cookie: ours.cookie };
    expect(await post(theirs, own, sheet)).toBe(404);
    expect(await post(ours, own, sheet)).toBe(200);
    expect(await post(ours, own, { ...sheet, text: 'x,'.repeat(100_000) })).toBe(200);
    expect(await post(ours, { origin: stack.appUrl }, sheet)).toBe(401);
    expect(await post(ours, { cookie: ours.cookie }, sheet)).toBe(403);
    expect(await post(ours, { ...own, origin: 'https://evil.example' }, sheet)).toBe(403);
    expect(await post(ours, own, 'no object')).toBe(400);
    expect(await post(ours, own, { ...sheet, text: 'x'.repeat(800_001) })).toBe(400);
    expect(await post(ours, own, { ...sheet, text: 'x'.repeat(1_800_001) })).toBe(413);
  };
}

/**
 * Returns a test that posts the export of a person. The app must refuse three kinds of exports: from the store of
 * `theirs`, without a session, and from another origin. No customer of the sender's own store has the phone number of
 * the test. So an export that the app allows also gets 404.
 */
function refusesExport() {
  return async () => {
    const body = { phone: '+963999999999', format: 'json' };
    const post = async ({ installId }: Tenant, headers: Record<string, string>) =>
      (await postJson(`/api/i/${installId}/customers/export`, body, headers)).status;
    const own = { origin: stack.appUrl, cookie: ours.cookie };
    expect(await post(theirs, own)).toBe(404);
    expect(await post(ours, own)).toBe(404);
    expect(await post(ours, { origin: stack.appUrl })).toBe(401);
    expect(await post(ours, { ...own, origin: 'https://evil.example' })).toBe(403);
  };
}

/**
 * Returns a test that sends a GET for a page or an API read of the tenant `theirs`. With the session of
 * `ours` the response must be 404. Without a session it must be `signedOutStatus`.
 */
function refusesRead(path: () => string, signedOutStatus: number) {
  return async () => {
    const other = await fetchApp(path(), { headers: { cookie: ours.cookie } });
    expect(other.status).toBe(404);
    expectNothingOfTheirs(await other.text());
    const own = await fetchApp(
      path()
        .replaceAll(theirs.installId, ours.installId)
        .replaceAll(theirs.orderId, ours.orderId)
        .replaceAll(theirs.productId, ours.productId)
        .replaceAll(theirs.recordId, ours.recordId),
      {
        headers: { cookie: ours.cookie },
        signal: AbortSignal.timeout(10_000),
      },
    );
    // The same request with the ids of `ours` must succeed. If it failed with 404, the 404 for the ids of `theirs`
    // would not show that the app protects `theirs`. A redirect to a sign-in does not count as success.
    expect(own.status).toBe(200);
    await own.body?.cancel();
    const nobody = await fetchApp(path());
    expect(nobody.status).toBe(signedOutStatus);
  };
}

/**
 * Returns a test that sends a command for the install `theirs`. The app must refuse the command with the session of
 * `ours`, without a session, and from any origin except that of the app's own pages. The app must also refuse a
 * malformed command and one that is too large.
 */
function refusesCommand(name: string, command: () => object) {
  return async () => {
    const origin = stack.appUrl;
    const other = await callAction(name, [command()], { origin, cookie: ours.cookie });
    expect(await other.text()).toContain('"code":"not_found","status":404');
    const nobody = await callAction(name, [command()], { origin });
    expect(await nobody.text()).toContain('"code":"signed_out","status":401');
    const foreignHeaders: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: stack.sandbox.origin },
      { origin: `${origin}.evil.example` },
    ];
    for (const foreign of foreignHeaders) {
      const refused = await callAction(name, [command()], { cookie: theirs.cookie, ...foreign });
      expect(refused.status).toBe(403);
    }
    const bad = await callAction(name, [{ installId: { not: '' } }], { origin, cookie: theirs.cookie });
    expect(await bad.text()).toContain('"code":"invalid","status":400');
    const big = await callAction(name, ['x'.repeat(65 * 1024)], { origin, cookie: theirs.cookie });
    expect(big.status).toBe(413);
  };
}

function refusesOrderCommand(name: string, change: object) {
  const ids = () => ({
    installId: theirs.installId,
    orderId: theirs.orderId,
    operationId: randomUUID(),
  });
  return refusesCommand(name, () => ({ ...ids(), ...change }));
}

function bulkCommand({ installId, orderId } = theirs) {
  return { installId, request: { kind: 'add_tags', input: { tags: ['x'] }, targets: [{ orderId }] } };
}

const startCommand = (tenant: Tenant) => ({ ...bulkCommand(tenant), operationId: runId });

function quoteCommand({ installId } = theirs) {
  return { installId, quoteId, operationId: randomUUID(), version: 1 };
}

const carrierCommand = ({ installId }: Tenant) => ({
  installId,
  carrierId: quoteId,
  name: 'x',
  phone: '',
  trackingUrl: '',
  feeMinor: 0,
  isArchived: false,
});

const newSheetCommand = ({ installId, orderId }: Tenant) => ({
  installId,
  operationId: quoteId,
  carrierId: quoteId,
  day: inAWeek(),
  note: '',
  orderIds: [orderId],
  mayRepeat: true,
});

const sheetCommand = () => ({ installId: theirs.installId, sheetId: quoteId });

const earlierDataCommand = () => ({ installId: theirs.installId, quotes: [quoteId], views: [] });

const sendCommand = (tenant: Tenant) => ({
  ...orderFor(tenant.installId),
  quoteId,
  version: 0,
  validUntil: inAWeek(),
  order: { ...orderFor(tenant.installId).order, currency: tenant === ours ? 'USD' : 'SYP' },
});

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

function courierCommand() {
  const entries = [{ line: 1, number: '1', trackingNumber: 'T1' }];
  return { installId: theirs.installId, entries, status: 'shipped', provider: null };
}

const tried: Record<string, () => Promise<void>> = {
  'page /i/[installId]': refusesRead(() => `/i/${theirs.installId}`, 307),
  'page /i/[installId]/connection': refusesRead(() => `/i/${theirs.installId}/connection`, 307),
  'GET /api/i/[installId]/home': refusesRead(() => `/api/i/${theirs.installId}/home`, 401),
  'GET /api/i/[installId]/home/charts': refusesRead(() => `/api/i/${theirs.installId}/home/charts`, 401),
  'page /i/[installId]/orders': refusesRead(() => `/i/${theirs.installId}/orders`, 307),
  'page /i/[installId]/orders/[orderId]': refusesRead(
    () => `/i/${theirs.installId}/orders/${theirs.orderId}`,
    307,
  ),
  'page /i/[installId]/orders/new': refusesRead(() => `/i/${theirs.installId}/orders/new`, 307),
  'page /i/[installId]/orders/[orderId]/print': refusesRead(
    () => `/i/${theirs.installId}/orders/${theirs.orderId}/print?kind=invoice`,
    307,
  ),
  'page /i/[installId]/orders/print': refusesRead(
    () => `/i/${theirs.installId}/orders/print?ids=${theirs.orderId}`,
    307,
  ),
  'page /i/[installId]/quotes': refusesRead(() => `/i/${theirs.installId}/quotes`, 307),
  'page /i/[installId]/quotes/[quoteId]': refusesRead(() => `/i/${theirs.installId}/quotes/${quoteId}`, 307),
  'page /i/[installId]/quotes/[quoteId]/edit': refusesRead(
    () => `/i/${theirs.installId}/quotes/${quoteId}/edit`,
    307,
  ),
  'page /i/[installId]/quotes/[quoteId]/print': refusesRead(
    () => `/i/${theirs.installId}/quotes/${quoteId}/print`,
    307,
  ),
  'GET /api/i/[installId]/quotes': refusesRead(() => `/api/i/${theirs.installId}/quotes`, 401),
  'POST /api/i/[installId]/quotes': refusesSearch('/quotes'),
  'POST /api/i/[installId]/cash/orders': refusesSearch('/cash/orders'),
  'POST /api/i/[installId]/cash/sheet': refusesSheet('/cash/sheet', {}),
  'POST /api/i/[installId]/cash/sheet/post': refusesSheet('/cash/sheet/post', {
    postingId: randomUUID(),
    seen: '0'.repeat(64),
    accepted: [],
  }),
  'POST /api/i/[installId]/orders': refusesSearch('/orders'),
  'POST /api/i/[installId]/orders/export': refusesSearch('/orders/export'),
  'POST /api/i/[installId]/orders/found': refusesSearch('/orders/found'),
  'POST /api/i/[installId]/customers': refusesSearch('/customers', 'phone'),
  'POST /api/i/[installId]/customers/export': refusesExport(),
  'GET /api/i/[installId]/quotes/[quoteId]': refusesRead(
    () => `/api/i/${theirs.installId}/quotes/${quoteId}`,
    401,
  ),
  'GET /api/i/[installId]/quotes/funnel': refusesRead(() => `/api/i/${theirs.installId}/quotes/funnel`, 401),
  'GET /api/i/[installId]/quotes/rates': refusesRead(() => `/api/i/${theirs.installId}/quotes/rates`, 401),
  'GET /api/i/[installId]/quotes/renewal': refusesRead(
    () => `/api/i/${theirs.installId}/quotes/renewal`,
    401,
  ),
  'page /i/[installId]/activity': refusesRead(() => `/i/${theirs.installId}/activity`, 307),
  'GET /api/i/[installId]/activity': refusesRead(() => `/api/i/${theirs.installId}/activity`, 401),
  'GET /api/i/[installId]/activity/export': refusesRead(
    () => `/api/i/${theirs.installId}/activity/export`,
    401,
  ),
  'HEAD /api/i/[installId]/activity/export': async () =>
    expect((await fetchApp(`/api/i/${ours.installId}/activity/export`, { method: 'HEAD' })).status).toBe(405),
  'action resolveReviewAction': refusesCommand('resolveReviewAction', () => ({
    installId: theirs.installId,
    operationId: randomUUID(),
    reviewId: randomUUID(),
    happened: true,
  })),
  'page /i/[installId]/settings': refusesRead(() => `/i/${theirs.installId}/settings`, 307),
  'page /i/[installId]/cash/sheet': refusesRead(() => `/i/${theirs.installId}/cash/sheet`, 307),
  'page /i/[installId]/settings/import': refusesRead(() => `/i/${theirs.installId}/settings/import`, 307),
  'GET /api/i/[installId]/xray': refusesRead(() => `/api/i/${theirs.installId}/xray?path=/orders/new`, 401),
  'GET /api/i/[installId]/earlier-data': refusesRead(() => `/api/i/${theirs.installId}/earlier-data`, 401),
  'page /i/[installId]/runs': refusesRead(() => `/i/${theirs.installId}/runs`, 307),
  'page /i/[installId]/runs/[runId]': refusesRead(() => `/i/${theirs.installId}/runs/${runId}`, 307),
  'GET /api/i/[installId]/role': refusesRead(() => `/api/i/${theirs.installId}/role`, 401),
  'GET /api/i/[installId]/runs': refusesRead(() => `/api/i/${theirs.installId}/runs`, 401),
  'GET /api/i/[installId]/runs/[runId]': refusesRead(() => `/api/i/${theirs.installId}/runs/${runId}`, 401),
  'GET /api/i/[installId]/runs/[runId]/items': refusesRead(
    () => `/api/i/${theirs.installId}/runs/${runId}/items`,
    401,
  ),
  'GET /api/i/[installId]/views': refusesRead(() => `/api/i/${theirs.installId}/views`, 401),
  'GET /api/i/[installId]/orders/export': refusesRead(() => `/api/i/${theirs.installId}/orders/export`, 401),
  'HEAD /api/i/[installId]/orders/export': async () =>
    expect((await fetchApp(`/api/i/${ours.installId}/orders/export`, { method: 'HEAD' })).status).toBe(405),
  'GET /api/i/[installId]/orders': refusesRead(() => `/api/i/${theirs.installId}/orders`, 401),
  'GET /api/i/[installId]/orders/work': refusesRead(() => `/api/i/${theirs.installId}/orders/work`, 401),
  'GET /api/i/[installId]/orders/[orderId]': refusesRead(
    () => `/api/i/${theirs.installId}/orders/${theirs.orderId}`,
    401,
  ),
  'page /i/[installId]/products': refusesRead(() => `/i/${theirs.installId}/products`, 307),
  'page /i/[installId]/products/[productId]': refusesRead(
    () => `/i/${theirs.installId}/products/${theirs.productId}`,
    307,
  ),
  'GET /api/i/[installId]/products': refusesRead(() => `/api/i/${theirs.installId}/products`, 401),
  'GET /api/i/[installId]/products/[productId]': refusesRead(
    () => `/api/i/${theirs.installId}/products/${theirs.productId}`,
    401,
  ),
  'GET /api/i/[installId]/products/movements': refusesRead(
    () => `/api/i/${theirs.installId}/products/movements?variant=x`,
    401,
  ),
  'action moveStockAction': refusesCommand('moveStockAction', () => ({
    installId: theirs.installId,
    operationId: randomUUID(),
    movement: { variant_id: 'x', location_id: 'x', delta: 1, reason: 'correction' },
  })),
  'action matchStockSheetAction': refusesCommand('matchStockSheetAction', () => ({
    installId: theirs.installId,
    entries: [{ line: 1, code: 'x', delta: 1 }],
  })),
  'GET /api/i/[installId]/products/locations': refusesRead(
    () => `/api/i/${theirs.installId}/products/locations`,
    401,
  ),
  'GET /api/i/[installId]/catalogue': refusesRead(() => `/api/i/${theirs.installId}/catalogue?q=a`, 401),
  'GET /api/i/[installId]/store': refusesRead(() => `/api/i/${theirs.installId}/store`, 401),
  'GET /api/i/[installId]/sync': refusesRead(() => `/api/i/${theirs.installId}/sync`, 401),
  'page /i/[installId]/connection/developers': refusesRead(
    () => `/i/${theirs.installId}/connection/developers`,
    307,
  ),
  'GET /api/i/[installId]/subscription': refusesRead(() => `/api/i/${theirs.installId}/subscription`, 401),
  'GET /api/i/[installId]/subscription/test-events/[eventId]': refusesRead(
    () => `/api/i/${theirs.installId}/subscription/test-events/evt_x`,
    401,
  ),
  'page /i/[installId]/discounts': refusesRead(() => `/i/${theirs.installId}/discounts`, 307),
  'GET /api/i/[installId]/discounts': refusesRead(() => `/api/i/${theirs.installId}/discounts`, 401),
  'GET /api/i/[installId]/live': refusesRead(() => `/api/i/${theirs.installId}/live`, 401),

  'HEAD /api/i/[installId]/live': async () =>
    expect((await fetchApp(`/api/i/${ours.installId}/live`, { method: 'HEAD' })).status).toBe(405),

  'action createOrderAction': refusesCommand('createOrderAction', () => orderFor(theirs.installId)),
  'action deletePersonAction': refusesCommand('deletePersonAction', () => ({
    installId: theirs.installId,
    phone: '+963944123456',
  })),
  'action matchMessageAction': refusesCommand('matchMessageAction', () => ({
    installId: theirs.installId,
    text: 'x',
  })),
  ...Object.fromEntries(
    Object.entries(orderActions).map(([name, { input }]) => [
      `action ${name}`,
      refusesOrderCommand(name, input),
    ]),
  ),
  'action createOrderLinkAction': refusesCommand('createOrderLinkAction', () => ({
    installId: theirs.installId,
    orderId: theirs.orderId,
    linkId: randomUUID(),
    replaces: false,
  })),
  'action withdrawOrderLinkAction': refusesCommand('withdrawOrderLinkAction', () => ({
    installId: theirs.installId,
    orderId: theirs.orderId,
    linkId: randomUUID(),
  })),

  'action preflightBulkAction': refusesCommand('preflightBulkAction', () => bulkCommand()),
  'action startBulkAction': refusesCommand('startBulkAction', () => ({
    ...bulkCommand(),
    operationId: randomUUID(),
  })),
  'action changeBulkRunAction': refusesCommand('changeBulkRunAction', () => ({
    installId: theirs.installId,
    runId: randomUUID(),
    change: 'cancel',
    retries: 0,
  })),
  'action matchCourierSheetAction': refusesCommand('matchCourierSheetAction', () => courierCommand()),
  'action startCourierRunAction': refusesCommand('startCourierRunAction', () => ({
    ...courierCommand(),
    replaceLines: [],
    operationId: randomUUID(),
  })),
  'action sendQuoteAction': refusesCommand('sendQuoteAction', () => sendCommand(theirs)),
  'action saveDraftAction': refusesCommand('saveDraftAction', () => ({
    installId: theirs.installId,
    quoteId,
    revision: 0,
    draft: emptyDraft(anyStore),
  })),
  'action deleteDraftAction': refusesCommand('deleteDraftAction', () => quoteCommand()),
  'action withdrawQuoteAction': refusesCommand('withdrawQuoteAction', () => quoteCommand()),
  'action withdrawLinkAction': refusesCommand('withdrawLinkAction', () => quoteCommand()),
  'action reopenDigitsAction': refusesCommand('reopenDigitsAction', () => quoteCommand()),
  'action acceptForCustomerAction': refusesCommand('acceptForCustomerAction', () => ({
    ...quoteCommand(),
    agreedHow: 'x',
  })),
  'action retryQuoteAction': refusesCommand('retryQuoteAction', () => ({
    ...quoteCommand(),
    skipStock: false,
  })),
  'action duplicateQuoteAction': refusesCommand('duplicateQuoteAction', () => ({
    ...quoteCommand(),
    newQuoteId: randomUUID(),
  })),
  'action findOpenQuotesAction': refusesCommand('findOpenQuotesAction', () => ({
    installId: theirs.installId,
    phone: '+963944123456',
    except: null,
  })),
  'action setRateAction': refusesCommand('setRateAction', () => ({
    installId: theirs.installId,
    one: 'USD',
    other: 'SYP',
    rate: { scaled: 15_000, scale: 0 },
    stepMinor: 1,
    limitPermille: null,
    seenAt: null,
  })),
  'action renewQuotesAction': refusesCommand('renewQuotesAction', () => ({
    installId: theirs.installId,
    quotes: [{ quoteId, version: 1, totalMinor: 1 }],
  })),
  'action saveSettingsAction': refusesCommand('saveSettingsAction', () => ({
    installId: theirs.installId,
    settings: { quoteDataDays: 1 },
  })),
  'action chooseScreenAction': refusesCommand('chooseScreenAction', () => ({
    installId: theirs.installId,
    choice: { language: 'en' },
  })),
  'action signOutAction': refusesCommand('signOutAction', () => ({
    installId: theirs.installId,
    target: { of: 'everyone' },
  })),
  'action setRoleAction': refusesCommand('setRoleAction', () => ({
    installId: theirs.installId,
    change: { of: 'default', role: 'owner' },
  })),
  'action startRepairAction': refusesCommand('startRepairAction', () => ({ installId: theirs.installId })),
  'action changeSubscriptionAction': refusesCommand('changeSubscriptionAction', () => ({
    installId: theirs.installId,
    operationId: randomUUID(),
    topics: ['order.created'],
  })),
  'action deleteSubscriptionAction': refusesCommand('deleteSubscriptionAction', () => ({
    installId: theirs.installId,
    operationId: randomUUID(),
  })),
  'action sendTestEventAction': refusesCommand('sendTestEventAction', () => ({
    installId: theirs.installId,
    operationId: randomUUID(),
    event: { topic: 'order.created' },
  })),
  'action importEarlierDataAction': refusesCommand('importEarlierDataAction', () => earlierDataCommand()),
  'action ignoreEarlierDataAction': refusesCommand('ignoreEarlierDataAction', () => earlierDataCommand()),
  'page /i/[installId]/deliveries': refusesRead(() => `/i/${theirs.installId}/deliveries`, 307),
  'page /i/[installId]/deliveries/new': refusesRead(
    () => `/i/${theirs.installId}/deliveries/new?ids=${theirs.orderId}`,
    307,
  ),
  'page /i/[installId]/deliveries/[sheetId]': refusesRead(
    () => `/i/${theirs.installId}/deliveries/${quoteId}`,
    307,
  ),
  'page /i/[installId]/deliveries/[sheetId]/print': refusesRead(
    () => `/i/${theirs.installId}/deliveries/${quoteId}/print`,
    307,
  ),
  'action createSheetAction': refusesCommand('createSheetAction', () => ({
    installId: theirs.installId,
    operationId: randomUUID(),
    carrierId: randomUUID(),
    day: '2026-01-01',
    note: '',
    orderIds: [theirs.orderId],
  })),
  'action createSheetLinkAction': refusesCommand('createSheetLinkAction', () => sheetCommand()),
  'action withdrawSheetLinkAction': refusesCommand('withdrawSheetLinkAction', () => sheetCommand()),
  'action shipSheetAction': refusesCommand('shipSheetAction', () => ({
    ...sheetCommand(),
    operationId: randomUUID(),
  })),
  'action confirmSheetAction': refusesCommand('confirmSheetAction', () => ({
    ...sheetCommand(),
    operationId: randomUUID(),
    stops: [],
  })),
  'page /i/[installId]/cash/day': refusesRead(() => `/i/${theirs.installId}/cash/day`, 307),
  'page /i/[installId]/cash/day/[recordId]/print': refusesRead(
    () => `/i/${theirs.installId}/cash/day/${theirs.recordId}/print`,
    307,
  ),
  'GET /api/i/[installId]/cash/day': refusesRead(() => `/api/i/${theirs.installId}/cash/day`, 401),
  'page /i/[installId]/cash': refusesRead(() => `/i/${theirs.installId}/cash`, 307),
  'GET /api/i/[installId]/cash': refusesRead(() => `/api/i/${theirs.installId}/cash`, 401),
  'GET /api/i/[installId]/cash/orders': refusesRead(() => `/api/i/${theirs.installId}/cash/orders`, 401),
  'GET /api/i/[installId]/cash/postings': refusesRead(() => `/api/i/${theirs.installId}/cash/postings`, 401),
  'GET /api/i/[installId]/orders/[orderId]/cash': refusesRead(
    () => `/api/i/${theirs.installId}/orders/${theirs.orderId}/cash`,
    401,
  ),
  'action postCashAction': refusesCommand('postCashAction', () => ({
    installId: theirs.installId,
    operationId: randomUUID(),
    note: '',
    lines: [{ orderId: theirs.orderId, kind: 'remitted', amountMinor: 1, currency: 'SYP' }],
  })),
  'action closeDayAction': refusesCommand('closeDayAction', () => ({
    installId: theirs.installId,
    operationId: randomUUID(),
    day: new Date().toISOString().slice(0, 10),
    replaces: null,
    drawers: [emptyDrawer],
  })),
  'action undoPostingAction': refusesCommand('undoPostingAction', () => ({
    installId: theirs.installId,
    postingId: randomUUID(),
  })),
  'action assignCarrierAction': refusesCommand('assignCarrierAction', () => ({
    installId: theirs.installId,
    orderId: theirs.orderId,
    carrierId: randomUUID(),
  })),
  'action assignCarriersAction': refusesCommand('assignCarriersAction', () => ({
    installId: theirs.installId,
    orderIds: [theirs.orderId],
    carrierId: randomUUID(),
  })),
  'action unassignCarriersAction': refusesCommand('unassignCarriersAction', () => ({
    installId: theirs.installId,
    orderIds: [theirs.orderId],
    carrierId: randomUUID(),
  })),
  'action saveCarrierAction': refusesCommand('saveCarrierAction', () => ({
    installId: theirs.installId,
    carrierId: randomUUID(),
    name: 'x',
    phone: '',
    trackingUrl: '',
    feeMinor: 0,
    isArchived: false,
  })),
  'action saveViewAction': refusesCommand('saveViewAction', () => ({
    installId: theirs.installId,
    viewId: randomUUID(),
    name: 'x',
    filters: 'tag=x',
    columns: null,
    isShared: true,
  })),
  'action changeViewAction': refusesCommand('changeViewAction', () => ({
    installId: theirs.installId,
    viewId: randomUUID(),
    name: 'x',
  })),
  'action deleteViewAction': refusesCommand('deleteViewAction', () => ({
    installId: theirs.installId,
    viewId: randomUUID(),
  })),

  'GET /launch': async () => {
    // An install id is not enough to sign in. With a session of `ours`, a launch of the install `theirs` leads to the
    // sign-in. The same happens for an unknown install and for a launch without an install (S5).
    const bare = await fetchApp(`/launch?install_id=${theirs.installId}`);
    expect([bare.status, bare.headers.get('location')?.split('?')[0]]).toEqual([303, '/launch/sign-in']);
    expect(bare.headers.get('set-cookie')).toBeNull();
    const foreign = await fetchApp(`/launch?install_id=${theirs.installId}`, {
      headers: { cookie: ours.cookie },
    });
    const signInOf = (id: string) => [303, `/launch/sign-in?install_id=${id}`];
    expect([foreign.status, foreign.headers.get('location')]).toEqual(signInOf(theirs.installId));
    const unknown = await fetchApp('/launch?install_id=inst_unknown', { headers: { cookie: ours.cookie } });
    expect([unknown.status, unknown.headers.get('location')]).toEqual(signInOf('inst_unknown'));
    const nameless = await fetchApp('/launch', { headers: { cookie: ours.cookie } });
    expect([nameless.status, nameless.headers.get('location')]).toEqual([303, '/launch/sign-in?']);
    // A launch token of the install `ours` must not open the install `theirs`.
    const token = await launchToken({ install_id: ours.installId, store_id: ours.storeId });
    const swapped = await fetchApp(`/launch?install_id=${theirs.installId}&launch_token=${token}`);
    expect(swapped.headers.get('set-cookie')).toBeNull();
    // A prefetch or a HEAD request must not use up the one-time launch token. After such requests the token must still
    // work once.
    const path = `/launch?install_id=${ours.installId}&launch_token=${token}&returnTo=//evil.example`;
    // A top-level navigation with a launch token does not sign the user in, and does not use up the token.
    const lured = await fetchApp(path, { headers: { 'sec-fetch-dest': 'document' } });
    expect(lured.headers.get('location')?.split('?')[0]).toBe('/launch/sign-in');
    expect(lured.headers.get('set-cookie')).toBeNull();
    expect(
      (await fetchApp(path, { headers: { 'sec-purpose': 'prefetch' } })).headers.get('set-cookie'),
    ).toBeNull();
    expect((await fetchApp(path, { method: 'HEAD' })).status).toBe(405);
    const first = await fetchApp(path);
    expect([first.status, first.headers.get('location')]).toEqual([303, `/i/${ours.installId}/orders`]);
    expect(first.headers.get('set-cookie')).toMatch(
      /^__Host-daftar\.session\.[0-9a-f]{16}=.*Path=\/;.*Secure;.*HttpOnly;.*SameSite=none.*Partitioned/i,
    );
    expect((await fetchApp(path)).headers.get('set-cookie')).toBeNull();
  },
  'HEAD /launch': async () => expect((await fetchApp('/launch', { method: 'HEAD' })).status).toBe(405),

  'POST /launch/allow': async () => {
    const body = { installId: theirs.installId, codeHash: 'a'.repeat(64) };
    const origin = stack.appUrl;
    const opened = `__Host-daftar.window=${body.codeHash}`;
    const allow = async (headers: Record<string, string>) =>
      (await postJson('/launch/allow', body, headers)).status;
    expect(await allow({ origin, cookie: `${ours.cookie}; ${opened}` })).toBe(404);
    expect(await allow({ origin, cookie: opened })).toBe(401);
    // A window may sign in an iframe only if the app's own iframe opened this window. The cookie `opened` shows who
    // opened the window. A session of the window without this cookie is not enough.
    expect(await allow({ origin, cookie: theirs.cookie })).toBe(403);
    expect(await allow({ cookie: `${theirs.cookie}; ${opened}` })).toBe(403);
  },
  'POST /launch/claim': async () => {
    const body = { installId: theirs.installId, code: 'guessed-guessed-guessed' };
    const guessed = await postJson('/launch/claim', body, { origin: stack.appUrl, cookie: ours.cookie });
    expect(guessed.status).toBe(401);
    expect(guessed.headers.get('set-cookie')).toBeNull();
    expect((await postJson('/launch/claim', body, { origin: stack.sandbox.origin })).status).toBe(403);
  },
  // On the acceptance page, a session gives no access to a quote. Only the quote's link gives access, whichever user is
  // signed in.
  'GET /q/[token]': async () => {
    const guessed = await fetchApp(`/q/${'A'.repeat(43)}`, { headers: { cookie: theirs.cookie } });
    expect([guessed.status, guessed.headers.get('set-cookie')]).toEqual([404, null]);
    expect(await guessed.text()).not.toMatch(/inst_|SYP/);
  },
  'POST /q/[token]': async () => {
    const body = new URLSearchParams({ intent: 'accept', version: '1', digits: '3456', name: 'x' });
    const answer = (headers: Record<string, string>) =>
      fetchApp(`/q/${'A'.repeat(43)}`, {
        method: 'POST',
        body,
        headers: { cookie: theirs.cookie, ...headers },
      });
    expect((await answer({ origin: stack.appUrl })).status).toBe(404);
    expect((await answer({ origin: 'https://evil.example' })).status).toBe(404);
  },
  // A session gives no access to the confirm page of an order. Only the secret token in the order's link gives access.
  'GET /o/[token]': async () => {
    const guessed = await fetchApp(`/o/${'A'.repeat(43)}`, { headers: { cookie: theirs.cookie } });
    expect([guessed.status, guessed.headers.get('set-cookie')]).toEqual([404, null]);
    expect(await guessed.text()).not.toMatch(/inst_|SYP/);
  },
  'POST /o/[token]': async () => {
    const body = new URLSearchParams({ answer: 'confirmed', message: '' });
    const answer = (headers: Record<string, string>) =>
      fetchApp(`/o/${'A'.repeat(43)}`, {
        method: 'POST',
        body,
        headers: { cookie: theirs.cookie, ...headers },
      });
    expect((await answer({ origin: stack.appUrl })).status).toBe(404);
    expect((await answer({ origin: 'https://evil.example' })).status).toBe(404);
  },
  // A session gives no access to the driver's page. Only the secret token in the driver's link gives access.
  'GET /d/[token]': async () => {
    const guessed = await fetchApp(`/d/${'A'.repeat(43)}`, { headers: { cookie: theirs.cookie } });
    expect([guessed.status, guessed.headers.get('set-cookie')]).toEqual([404, null]);
    expect(await guessed.text()).not.toMatch(/inst_|SYP/);
  },
  'POST /d/[token]': async () => {
    const answer = (headers: Record<string, string>) =>
      fetchApp(`/d/${'A'.repeat(43)}`, {
        method: 'POST',
        body: new URLSearchParams({ digits: '3456' }),
        headers: { cookie: theirs.cookie, ...headers },
      });
    expect((await answer({ origin: stack.appUrl })).status).toBe(404);
    expect((await answer({ origin: 'https://evil.example' })).status).toBe(404);
  },
  'page /launch/window': async () => {
    // With the session of another tenant, the hand-over window starts a sign-in and returns no hand-over code.
    const page = await fetchApp(`/launch/window?install_id=${theirs.installId}`, {
      headers: { cookie: ours.cookie },
    });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toMatch(/"code":"[\w-]{43}"/);
    const own = await fetchApp(`/launch/window?install_id=${ours.installId}`, {
      headers: { cookie: ours.cookie },
    });
    expect((await own.text()).replaceAll('\\"', '"')).toMatch(/"code":"[\w-]{43}"/);
  },
  'page /launch/sign-in': async () => {
    const page = await fetchApp(
      `/launch/sign-in?install_id=${theirs.installId}&returnTo=https://evil.example`,
    );
    expect(page.status).toBe(200);
    expect(await page.text()).not.toMatch(/evil\.example"?[,}]/);
    // A sign-in page needs no install id, and the store admin may show it in an iframe.
    const nameless = await fetchApp('/launch/sign-in');
    expect([nameless.status, nameless.headers.get('x-frame-options')]).toEqual([200, null]);
  },
  'page /stopped': async () => {
    const page = await fetchApp('/stopped?why=%3Cscript%3Ealert(1)%3C/script%3E', {
      headers: { 'accept-language': 'en' },
    });
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain(en.entry.stopped.closed.title);
    expect(text).not.toContain('<script>alert');
  },
  'page /reconnect': async () => {
    const page = await fetchApp(`/reconnect?install_id=${theirs.installId}`, {
      headers: { cookie: ours.cookie },
    });
    expect(await page.text()).not.toContain(theirs.cookie.slice(0, 60));
    expect((await fetchApp('/reconnect')).headers.get('location')).toBe('/');
  },
  'page /install': async () => {
    const page = await fetchApp('/install?store=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('<script>alert(1)');
  },
  'page /': async () => expect((await fetchApp('/')).status).toBe(200),
  // The component gallery at /ui contains only samples, so anyone may open it. In production it does not exist.
  'page /ui': async () => {
    const page = await fetchApp('/ui', { headers: { cookie: theirs.cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toMatch(/inst_|store_/);
  },

  'GET /api/auth/[...nextauth]': async () => {
    for (const path of ['session', 'providers', 'signout', 'signin', 'callback/other'])
      expect((await fetchApp(`/api/auth/${path}`)).status).toBe(404);
    const markup = '%3Cscript%3Ealert(1)%3C/script%3E';
    for (const query of [
      'code=a',
      'state=0123456789abcdef0123456789abcdef',
      'code=a&state=0123456789abcdef0123456789abcdef',
      'code=a&state=0123456789abcdef0123456789abcdef&iss=https%3A%2F%2Fevil.example',
      'code=a&code=b&state=0123456789abcdef0123456789abcdef',
      `code=${'x'.repeat(10_000)}&state=0123456789abcdef0123456789abcdef`,
      `error=access_denied${markup}&state=0123456789abcdef0123456789abcdef`,
    ]) {
      const refused = await fetchApp(`/api/auth/callback/platform?${query}`);
      const [page, why] = refused.headers.get('location')?.split('?') ?? [];
      expect([refused.status, page]).toEqual([303, '/stopped']);
      expect(why).toMatch(/^why=(callback|state|denied)$/);
      expect(refused.headers.get('set-cookie')).toBeNull();
    }
  },
  'HEAD /api/auth/[...nextauth]': async () =>
    expect((await fetchApp('/api/auth/callback/platform', { method: 'HEAD' })).status).toBe(405),
  'POST /api/auth/[...nextauth]': async () => {
    const start = (headers: Record<string, string>) =>
      fetchApp('/api/auth/signin/platform', {
        method: 'POST',
        body: new URLSearchParams({ json: 'true' }),
        headers,
      });
    expect((await start({})).status).toBe(403);
    expect((await start({ origin: 'https://evil.example' })).status).toBe(403);
    // Without the CSRF cookie the app does not start an OAuth sign-in.
    expect((await start({ origin: stack.appUrl })).status).toBe(400);
    // Neither the query nor the form of a request can change the parameters that the app sends to the platform's OAuth
    // page.
    const csrf = await fetchApp('/api/auth/csrf');
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookie = csrf.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    const foreign = { redirect_uri: 'https://evil.example', client_id: 'evil', scope: 'evil' };
    const begun = await fetchApp(
      `/api/auth/signin/platform?${new URLSearchParams({ store: ours.storeId, ...foreign })}`,
      {
        method: 'POST',
        body: new URLSearchParams({ csrfToken, callbackUrl: '/', json: 'true', ...foreign }),
        headers: { origin: stack.appUrl, cookie },
      },
    );
    const { url } = (await begun.json()) as { url: string };
    const asked = new URL(url).searchParams;
    expect(asked.get('redirect_uri')).toBe(`${stack.appUrl}/api/auth/callback/platform`);
    expect(asked.get('store')).toBe(ours.storeId);
    expect(asked.get('client_id')).not.toBe('evil');
    expect(asked.get('scope')).toContain('orders:read');
    const other = await fetchApp('/api/auth/signout', { method: 'POST', headers: { origin: stack.appUrl } });
    expect(other.status).toBe(404);
  },

  'GET /api/health/live': async () =>
    expect(await (await fetchApp('/api/health/live')).json()).toEqual({ status: 'live' }),
  'GET /api/health/ready': async () => {
    const ready = await fetchApp('/api/health/ready');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  },
  ...Object.fromEntries(
    ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT'].map((method) => [
      `${method} /api/webhooks`,
      async () => expect((await fetchApp('/api/webhooks', { method })).status).toBe(405),
    ]),
  ),
  'POST /api/webhooks': async () => {
    // Only the signature determines to which install a webhook delivery belongs. A cookie has no effect. The
    // other webhook checks (S10) are in tests/integration/app/webhooks.
    const headers = {
      'content-type': 'application/json',
      cookie: theirs.cookie,
      'x-platform-install-id': theirs.installId,
      'x-platform-timestamp': String(Math.floor(Date.now() / 1000)),
      'x-platform-hmac-sha256': '0'.repeat(64),
    };
    expect((await fetchApp('/api/webhooks', { method: 'POST', body: '{}', headers })).status).toBe(401);
  },
};

function launchToken(claims: { install_id: string; store_id: string }): Promise<string> {
  return new SignJWT({ ...claims, name: 'Rima', locale: 'en' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(stack.sandbox.origin)
    .setAudience(stack.sandbox.clientId)
    .setSubject('staff_test')
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(new TextEncoder().encode(stack.sandbox.clientSecret));
}

test('D1: the list of entry points that are tried across tenants contains every page, handler and action of the app', () => {
  expect(entryPoints()).toEqual(Object.keys(tried).sort());
});

for (const [entry, attempt] of Object.entries(tried)) test(`D1 GEN-1: ${entry} keeps tenants apart`, attempt);

test('a forged X-Forwarded-Host changes nothing, and internal headers give no access', async () => {
  const path = `/i/${theirs.installId}/orders`;
  const forged: Record<string, string>[] = [
    { 'x-forwarded-host': 'evil.example' },
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
  ];
  for (const headers of forged) {
    const response = await fetchApp(path, { headers: { cookie: ours.cookie, ...headers } });
    expect(response.status).toBe(404);
    expectNothingOfTheirs(await response.text());
    expect(response.headers.get('location') ?? '').not.toContain('evil.example');
  }
});

/**
 * Requests the RSC payload of a page in the same way as Next's router. Next redirects the request to the same address
 * with the right `_rsc` parameter, and this function follows that redirect.
 */
async function fetchPayload(path: string, headers: Record<string, string>): Promise<string> {
  let response = await fetchApp(path, { headers });
  if (response.status === 307) {
    const location = response.headers.get('location') ?? '';
    // Checks that the redirect leads to the RSC payload of the page. A redirect to a sign-in would mean that the
    // request was refused.
    expect(location).toMatch(/[?&]_rsc\b/);
    const { pathname, search } = new URL(location, stack.appUrl);
    response = await fetchApp(pathname + search, { headers });
  }
  expect(response.headers.get('content-type')).toBe('text/x-component');
  return response.text();
}

test('the RSC payload of a page contains nothing of another tenant; the same request returns our own page', async () => {
  const forms: Record<string, string>[] = [{ rsc: '1' }, { rsc: '1', 'next-router-prefetch': '1' }];
  for (const headers of forms) {
    const own = { cookie: ours.cookie, ...headers };
    for (const page of [
      '',
      '/orders',
      `/orders/${theirs.orderId}`,
      `/products/${theirs.productId}`,
      '/quotes',
      '/cash',
    ])
      expectNothingOfTheirs(await fetchPayload(`/i/${theirs.installId}${page}`, own));
    // Checks that the test can detect a leak: with the session of `theirs`, the response contains names or ids of
    // `theirs`.
    const seen = await fetchPayload(`/i/${theirs.installId}/orders`, { ...own, cookie: theirs.cookie });
    if (!('next-router-prefetch' in headers))
      expect(theirThings.filter((thing) => seen.includes(thing))).not.toEqual([]);
  }
});

test('S18: in a browser the admin shows the app in an iframe, and a foreign page does not', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const paths = [
    `/i/${ours.installId}/orders`,
    '/reconnect',
    '/stopped',
    '/install',
    '/',
    `/q/${'A'.repeat(43)}`,
  ];
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/frame-ancestors|X-Frame-Options/i.test(message.text())) refusals.push(message.text());
  });
  const foreign = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(paths.map((path) => `<iframe src="${stack.appUrl}${path}"></iframe>`).join(''));
  }).listen(0, '127.0.0.1');
  try {
    await once(foreign, 'listening');
    const { port } = foreign.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect.poll(() => refusals.length).toBeGreaterThanOrEqual(paths.length);
    const shown = page
      .frames()
      .slice(1)
      .map((frame) => frame.url());
    expect(shown.filter((url) => url.startsWith(stack.appUrl))).toEqual([]);
  } finally {
    foreign.close();
    foreign.closeAllConnections();
  }
  refusals.length = 0;
  await page.goto(`${stack.sandbox.origin}/admin/stores/${ours.storeId}/apps/${ours.installId}`);
  await expect(page.frameLocator('iframe').locator('h1').first()).toBeVisible();
  expect(page.frames()[1]?.url()).toContain(stack.appUrl);
  expect(refusals).toEqual([]);
  await context.close();
});

test('S18: each page states who may frame it, and every path that is a page has the security headers', async () => {
  const framed = await fetchApp(`/i/${ours.installId}/orders`, { headers: { cookie: ours.cookie } });
  expect(framed.headers.get('content-security-policy')).toContain(`frame-ancestors ${stack.sandbox.origin}`);
  expect(framed.headers.get('x-frame-options')).toBeNull();
  expect(framed.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  // Next responds to each path below with a page, so each response must have the security headers of a page. Some of
  // the paths differ by one character from a path without these headers: /api/webhooksx differs from /api/webhooks.
  const topPaths = [
    '/install',
    '/',
    '/ui',
    '/unknown',
    '/favicon.icox',
    '/_next/imagex',
    '/_next/image?url=%2F&w=64&q=75',
  ];
  topPaths.push('/api/webhooksx', '/_next/staticx', '/launch/window?install_id=x', `/q/${'A'.repeat(43)}`);
  const tops = await Promise.all(topPaths.map((path) => fetchApp(path)));
  for (const [index, { headers }] of tops.entries()) {
    const path = topPaths[index];
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options'), path).toBe('DENY');
    // The sign-in window must keep its connection to the iframe that opened it. So its page has no
    // cross-origin-opener-policy header.
    const opener = path?.startsWith('/launch/window') ? null : 'same-origin-allow-popups';
    expect(headers.get('cross-origin-opener-policy'), path).toBe(opener);
  }
  for (const { headers } of [framed, ...tops]) {
    const policy = headers.get('content-security-policy') ?? '';
    if (policy.includes('script-src')) expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}'/);
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('strict-transport-security')).toBeTruthy();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('a path that begins like an exempt path but differs from it still gets the Origin check and the size limit', async () => {
  for (const path of ['/favicon.icox', '/_next/imagex', '/_next/image', '/favicon.ico']) {
    const post = (headers: Record<string, string>) => fetchApp(path, { method: 'POST', body: '[]', headers });
    const action = { 'next-action': actionId('startBulkAction') };
    expect((await post({ ...action, origin: 'https://evil.example' })).status, path).toBe(403);
    expect((await post({ ...action, origin: 'null' })).status, path).toBe(403);
    const large = await fetchApp(path, {
      method: 'POST',
      body: 'x'.repeat(64 * 1024 + 1),
      headers: { origin: stack.appUrl },
    });
    expect(large.status, path).toBe(413);
  }
});

test("S13: of the cookies of a request at most 64 are used, the app's own cookies first", async () => {
  const read = async (cookies: string[]) =>
    (await fetchApp(`/api/i/${ours.installId}/orders`, { headers: { cookie: cookies.join('; ') } })).status;
  const others = (count: number) => Array.from({ length: count }, (_, index) => `c${index}=x`);
  expect(await read([...others(400), ours.cookie])).toBe(200);
  expect(await read([ours.cookie, ...others(63)])).toBe(200);
  expect(await read([ours.cookie, ...others(64)])).toBe(200);
  expect(await read([...others(200), ours.cookie, ...others(200)])).toBe(200);
});

test('/_next/image requests nothing and answers 404', async () => {
  for (const url of ['/', '/icon.svg', `/q/${'A'.repeat(43)}`, 'https://evil.example/x.png'])
    for (const width of [64, 640])
      expect((await fetchApp(`/_next/image?url=${encodeURIComponent(url)}&w=${width}&q=75`)).status).toBe(
        404,
      );
});

test('a built file and a missing file have the header nosniff, and a missing file is answered without HTML', async () => {
  const page = await (await fetchApp('/install')).text();
  const [script] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? [];
  const built = await fetchApp(script ?? 'no script found');
  expect([built.status, built.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  const missing = await fetchApp('/_next/static/missing.js');
  expect([missing.status, missing.headers.get('x-content-type-options')]).toEqual([404, 'nosniff']);
  expect(missing.headers.get('content-type')).not.toContain('text/html');
});

test('a page may use no feature of the browser but the clipboard', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // The script of the /install page starts a sign-in. The test aborts the sign-in request, so that the browser stays on
  // the page.
  await page.route('**/api/auth/**', (route) => route.abort());
  await page.goto(`${stack.appUrl}/install`);
  const [known, allowed] = await page.evaluate(() => {
    // TypeScript has no type for `document.featurePolicy`, because only Chromium has it.
    const { featurePolicy } = document as unknown as {
      featurePolicy: { features(): string[]; allowedFeatures(): string[] };
    };
    return [featurePolicy.features(), featurePolicy.allowedFeatures()];
  });
  expect(known).toContain('camera');
  expect(allowed.filter((name) => !name.startsWith('ch-'))).toEqual(['clipboard-write']);
  await context.close();
});
