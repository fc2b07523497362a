import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { webhookTopics } from 'commerce-platform-client/contract/webhooks';
import { stopNames } from '@/sandbox/tour/stops';
import { browserOptions } from '@/tests/support/e2e/browser';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';

/**
 * Takes a screenshot of every page of the sandbox, with sample data, for visual checks:
 *
 *     npx tsx --tsconfig tsconfig.node.json tests/support/screens/sandbox-pictures.ts FOLDER
 *
 * Each page is taken at 390 and at 1280 px in the light theme, and at 390 px in the dark theme. Prints which pages
 * scroll sideways, and exits with code 1 if any do.
 */
async function takePictures(folder: string): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  const app = await startApp();
  const sandbox = await startSandbox(app.url, { SANDBOX_ORDERS: '60' });
  const browser = await chromium.launch(browserOptions());
  try {
    const pages = await fillWorld(sandbox, app);
    let fits = true;
    for (const [width, colorScheme] of looks)
      for (const [name, address] of Object.entries(pages)) {
        const file = path.join(folder, `${name}-${width}${colorScheme === 'dark' ? '-dark' : ''}.png`);
        const overflow = await picture(browser, sandbox.origin + address, { width, colorScheme, file });
        if (overflow > 0) console.log(`${name} at ${width} px: ${overflow} px too wide`);
        fits &&= overflow <= 0;
      }
    return fits;
  } finally {
    await browser.close();
    await sandbox.stop();
    app.stop();
  }
}

const looks = [
  [390, 'light'],
  [1280, 'light'],
  [390, 'dark'],
] as const;

/** Maximum height of a screenshot in Chromium, in pixels. */
const tallestPx = 8000;

type Look = { width: number; colorScheme: 'light' | 'dark'; file: string };

/** Takes a screenshot. Returns by how many pixels the page is wider than the window. */
async function picture(browser: Browser, url: string, { width, colorScheme, file }: Look): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
  try {
    const page = await context.newPage();
    await page.goto(url);
    for (const details of await page.locator('details').all())
      if (!url.includes('/docs')) await details.evaluate((element) => element.setAttribute('open', ''));
    const { scrollWidth, scrollHeight } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      scrollHeight: document.documentElement.scrollHeight,
    }));
    const clip = { x: 0, y: 0, width, height: Math.min(scrollHeight, tallestPx) };
    await page.screenshot({ path: file, fullPage: true, clip });
    return scrollWidth - width;
  } finally {
    await context.close();
  }
}

/**
 * Starts a server in place of the app. The server has a page for the store admin's iframe, and a webhook endpoint that
 * fails while `failing` is true.
 */
async function startApp() {
  const state = { failing: false };
  const server = createServer((request, response) => {
    if (request.method === 'GET')
      return response.setHeader('content-type', 'text/html').end('<h1>The app</h1>');
    request.resume();
    if (!state.failing) return response.end('{"received":true}');
    response.statusCode = 500;
    return response.end('{"error":"the database is away","at":"receive-webhook"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, state, stop: () => server.close() };
}

type Described = { stores: { id: string; currency: string }[]; app: { redirect_uris: string[] } };
type Installed = { install_id: string; access_token: string };
type Product = { status: string; variants: { id: string; status: string; available_quantity: number }[] };

/** Fills the sandbox with sample data. Returns the path of each page by the name of its screenshot. */
async function fillWorld(
  sandbox: SandboxProcess,
  app: { url: string; state: { failing: boolean } },
): Promise<Record<string, string>> {
  const described = await sandbox.control<Described>('GET', '');
  const storeIn = (currency: string) =>
    described.stores.find((store) => store.currency === currency)?.id ?? '';
  const consent = (storeId: string, scope: string) =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: sandbox.clientId,
      redirect_uri: described.app.redirect_uris[0] ?? '',
      scope,
      state: 's',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      ...(storeId && { store: storeId }),
    })}`;
  const pages: Record<string, string> = {
    stores: '/',
    'not-found': '/nowhere',
    'consent-refused': '/oauth/authorize?client_id=nobody',
    'consent-choose-store': consent('', 'orders:read'),
  };
  for (const [language, currency] of Object.entries({ ar: 'SYP', en: 'USD' })) {
    const storeId = storeIn(currency);
    const query = language === 'ar' ? '?lang=ar' : '';
    pages[`${language}-apps-none`] = `/admin/stores/${storeIn(currency === 'SYP' ? 'KWD' : 'AED')}/apps`;
    pages[`${language}-consent`] = consent(storeIn(currency === 'SYP' ? 'KWD' : 'AED'), everyScope);
    const { orderId, installId } = await liveThrough(sandbox, app, storeId);
    const admin = `/admin/stores/${storeId}`;
    Object.assign(pages, {
      [`${language}-orders`]: `${admin}/orders?done=bought`,
      [`${language}-order`]: `${admin}/orders/${orderId}`,
      [`${language}-products`]: `${admin}/products`,
      [`${language}-apps`]: `${admin}/apps`,
      [`${language}-embedded`]: `${admin}/apps/${installId}`,
      [`${language}-requests`]: `/portal/requests?install=${installId}&${query.slice(1)}`,
      [`${language}-consent-again`]: consent(storeId, everyScope),
      [`${language}-docs`]: `/docs${query}`,
    });
  }
  const { data: deliveries } = await sandbox.control<{ data: { id: string; status: string }[] }>(
    'GET',
    '/deliveries',
  );
  const replayed = deliveries.find(({ status }) => status === 'dead')?.id ?? '';
  await sandbox.control('POST', `/deliveries/${replayed}/replay`);
  await sandbox.control('POST', '/clock', { advance_s: 1 });
  await sandbox.control('POST', '/faults', {
    on: 'delivery',
    match: 'order.paid',
    effect: 'delay',
    delay_ms: 2000,
  });
  await sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'GET /v1/never',
    effect: 'status',
    status: 429,
    count: 3,
    probability: 0.5,
  });
  for (const [language, query] of Object.entries({ ar: '?lang=ar', en: '' }))
    Object.assign(pages, {
      ...Object.fromEntries(stopNames.map((stop) => [`${language}-tour-${stop}`, `/tour/${stop}${query}`])),
      [`${language}-portal`]: `/portal${query}`,
      [`${language}-request`]: `/portal/requests/3${query}`,
      [`${language}-request-dropped`]: `/portal/requests/2${query}`,
      [`${language}-deliveries`]: `/portal/deliveries${query}`,
      [`${language}-delivery`]: `/portal/deliveries/${replayed}${query}`,
      [`${language}-faults`]: `/portal/faults${query}${query ? '&' : '?'}done=fault_added`,
    });
  return pages;
}

const everyScope =
  'orders:read orders:create orders:write fulfillments:write refunds:write inventory:read inventory:write products:read discounts:read clients:read clients:write';

/**
 * Creates an install that subscribes to webhooks. Then creates an order with a reference chip (a link to the
 * app) and refunds it. Meanwhile some requests and webhook deliveries fail.
 */
async function liveThrough(
  sandbox: SandboxProcess,
  app: { url: string; state: { failing: boolean } },
  storeId: string,
): Promise<{ orderId: string; installId: string }> {
  const { install_id: installId, access_token: token } = await sandbox.control<Installed>(
    'POST',
    '/installs',
    {
      store_id: storeId,
      // The install gets all scopes except the last two. A later screenshot shows the consent page, which requests
      // these two.
      scopes: everyScope.split(' ').slice(0, -2),
    },
  );
  const call = async (method: string, at: string, body?: unknown) => {
    const response = await fetch(`${sandbox.origin}/v1${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { data: { id: string } };
  };
  await call('PUT', '/webhooks', { endpoint_url: `${app.url}/api/webhooks`, topics: webhookTopics });
  await sandbox.control('POST', '/faults', { on: 'api', effect: 'drop_request', count: 1 });
  await call('GET', '/store').catch(() => undefined);
  const { products } = await sandbox.control<{ products: Product[] }>('GET', `/dump?store_id=${storeId}`);
  const variant = products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants)
    .find(({ status, available_quantity }) => status === 'active' && available_quantity > 3);
  const store = await call('GET', '/store');
  const { pricing_currency: currency } = store.data as unknown as { pricing_currency: { code: string } };
  const made = await call('POST', '/orders', {
    currency: currency.code,
    status: 'approved',
    items: [
      { variant_id: variant?.id, name: 'صابون غار حلبي - 200 غ', quantity: 2, unit_price_minor: 45_000 },
      {
        name: 'A custom line with a long name that has to wrap somewhere',
        quantity: 1,
        unit_price_minor: 900,
      },
    ],
    discount: { amount_minor: 5000, title: 'WhatsApp' },
    shipping: { amount_minor: 0, method: 'pickup' },
    customer: { name: 'رنا الحلبي', phone: '+963 944 555 666', email: 'rana@example.com' },
    payment_method: 'cod',
    note: 'التسليم بعد الخامسة مساءً\nRing twice',
    tags: ['WhatsApp', 'هدية', 'عاجل'],
    attributes: { reference: { kind: 'quote', number: 'Q-2026-0042', url: `${app.url}/i/x/quotes/42` } },
  });
  const orderId = made.data.id;
  app.state.failing = true;
  await sandbox.control('POST', `/orders/${orderId}/payments`, { amount_minor: 60_000 });
  await sandbox.control('POST', '/faults', { on: 'api', match: 'POST /v1/*', effect: 'duplicate', count: 1 });
  await call('POST', `/orders/${orderId}/refunds`, { amount_minor: 12_500, reason: 'One was broken' });
  await sandbox.control('POST', '/faults', { on: 'delivery', effect: 'drop_response', count: 1 });
  await sandbox.control('POST', '/clock', { advance_s: 3 * 3600 });
  app.state.failing = false;
  await sandbox.control('POST', `/orders`, {
    store_id: storeId,
    source: 'pos',
    items: [{ variant_id: variant?.id, quantity: 1 }],
  });
  await sandbox.control('POST', '/clock', { advance_s: 5 });
  return { orderId, installId };
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder for the pictures');
process.exitCode = (await takePictures(folder)) ? 0 : 1;
