import { jwtVerify } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { LaunchClaims } from 'commerce-platform-client/assumptions';
import { write } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  app,
  createOrder,
  orderBody,
  origin,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

async function page(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await world.raw('GET', path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const post = (
  path: string,
  headers: Record<string, string> = { origin },
  fields: Record<string, string> = {},
) => world.raw('POST', path, { headers, redirect: 'manual', body: new URLSearchParams(fields).toString() });

/**
 * Presses a button of the store admin as the owner of the store, by submitting its form. Returns the address of the
 * redirect.
 */
const press = async (path: string, fields: Record<string, string> = {}) =>
  (await post(`/admin/stores/${world.syp}${path}`, { origin }, fields)).headers.get('location') ?? '';

type Order = { id: string; source: string; status: string; payment_status: string; line_pricing: string };
type Variant = { id: string; price: { amount_minor: number }; available_quantity: number };
type Dump = { orders: Order[]; products: { id: string; name: string; variants: Variant[] }[] };
const dump = async () => (await world.control<Dump>('GET', `/dump?store_id=${world.syp}`)).body;

test('no page can be framed, run a script or load from another origin, whatever its status', async () => {
  for (const path of [
    '/',
    `/admin/stores/${world.syp}/orders`,
    `/admin/stores/${world.syp}/apps/${api.id}`,
    '/nowhere',
  ]) {
    const { headers } = await page(path);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  }
});

test('each page has the language and direction of its store', async () => {
  expect((await page(`/admin/stores/${world.syp}/orders`)).text).toContain('<html lang="ar" dir="rtl">');
  expect((await page(`/admin/stores/${world.usd}/orders`)).text).toContain('<html lang="en" dir="ltr">');
});

test('A2: the embedded page opens the app with a launch token of 60 s for the signed-in member', async () => {
  const { text } = await page(`/admin/stores/${world.syp}/apps/${api.id}?returnTo=/i/x/orders/1`);
  const src = new URL(/<iframe src="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '');
  expect(src.origin + src.pathname).toBe('http://localhost:3000/launch');
  expect(src.searchParams.get('install_id')).toBe(api.id);
  expect(src.searchParams.get('returnTo')).toBe('/i/x/orders/1');
  const { payload } = await jwtVerify(
    src.searchParams.get('launch_token') ?? '',
    new TextEncoder().encode(app.clientSecret),
    {
      issuer: origin,
      audience: app.clientId,
      currentDate: new Date(world.clock.now()),
    },
  );
  const claims = LaunchClaims.parse(payload);
  expect(claims).toMatchObject({ install_id: api.id, store_id: world.syp, name: 'رنا الحلبي', locale: 'ar' });
  expect(claims.exp - claims.iat).toBe(60);
  const bare = (await page(`/admin/stores/${world.syp}/apps/${api.id}?launch=none`)).text;
  expect(bare).not.toContain('launch_token');
});

test('the apps page starts an install at the app, opens an installed app, and uninstalls it', async () => {
  expect((await page(`/admin/stores/${world.usd}/apps`)).text).toContain(
    `href="http://localhost:3000/install?store=${world.usd}"`,
  );
  const path = `/admin/stores/${world.syp}/apps/${api.id}`;
  expect((await page(`/admin/stores/${world.syp}/apps`)).text).toContain(`href="${path}"`);
  expect((await post(`${path}/uninstall`, { origin: 'https://evil.test' })).status).toBe(403);
  expect((await post(`${path}/uninstall`)).status).toBe(303);
  expect((await api.call('GET', '/store')).status).toBe(401);
  expect((await page(path)).status).toBe(404);
});

test('ORD-15: the order page shows the reference as a reference chip and escapes all text', async () => {
  const url = 'http://localhost:3000/launch?install_id=1&returnTo=/q';
  const { data } = (
    await createOrder(
      api,
      orderBody({
        note: '<script>alert(1)</script>',
        tags: ['"><img src=x>'],
        items: [{ name: '<b>bold</b>', quantity: 1, unit_price_minor: 1 }],
        attributes: { reference: { kind: 'Quote', number: 'Q-7', url } },
      }),
    )
  ).body;
  const { text } = await page(`/admin/stores/${world.syp}/orders/${data.id}`);
  expect(text).toContain(`<a class="chip" href="${url.replace('&', '&amp;')}"`);
  const chip = /<a class="chip"[^]*?<\/a>/.exec(text)?.[0].replace(/<[^>]+>/g, '');
  expect(chip).toBe('Quote Q-7');
  expect(text).not.toMatch(/<script|<img src=x|<b>bold/);
  expect(text).toContain('&lt;script&gt;');
  expect((await page(`/admin/stores/${world.usd}/orders/${data.id}`)).status).toBe(404);
});

test('ORD-15: references of every app are shown, without a link if there is no url', async () => {
  const second = await world.control<{ id: string }>('POST', '/apps', {
    name: 'Other',
    origin: 'https://other.example.com',
    redirect_uris: ['https://other.example.com/callback'],
  });
  const other = await world.install(world.syp, { app_id: second.body.id });
  const reference = (number: string) => ({ attributes: { reference: { kind: 'Quote', number } } });
  const { id } = (await createOrder(api, orderBody(reference('Q-1')))).body.data;
  expect((await write(other, 'PATCH', `/orders/${id}`, reference('Q-2'))).status).toBe(200);
  const { text } = await page(`/admin/stores/${world.syp}/orders/${id}`);
  const chips = text.match(/<span class="chip">[^]*?<\/span>/g) ?? [];
  expect(chips.map((chip) => chip.replace(/<[^>]+>/g, ''))).toEqual(['Quote Q-1', 'Quote Q-2']);
});

test('a button makes a customer buy on the storefront', async () => {
  await api.call('PUT', '/webhooks', { endpoint_url: 'http://localhost:3000/x', topics: ['order.created'] });
  expect((await post(`/admin/stores/${world.syp}/orders/buy`)).status).toBe(303);
  await world.sandbox.tick();
  expect(world.received.map((delivery) => JSON.parse(delivery.body).data.source)).toEqual(['storefront']);
});

test('a sale at the till is paid immediately and has net prices; the page shows the result', async () => {
  const before = (await dump()).orders.length;
  const leadsTo = await press('/orders/sell');
  expect(leadsTo).toContain('done=sold');
  expect((await page(leadsTo)).text).toContain('سُجّل بيع في المحل');
  const { orders } = await dump();
  expect(orders).toHaveLength(before + 1);
  expect(orders.at(-1)).toMatchObject({ source: 'pos', payment_status: 'paid', line_pricing: 'net' });
});

test('EVT-13: remitted cash captures the unpaid amount once, and the apps are notified', async () => {
  await api.call('PUT', '/webhooks', { endpoint_url: 'http://localhost:3000/x', topics: ['order.paid'] });
  const { id } = (await createOrder(api, orderBody())).body.data;
  expect((await page(`/admin/stores/${world.syp}/orders/${id}`)).text).toContain(`orders/${id}/remit`);
  expect(await press(`/orders/${id}/remit`)).toContain('done=remitted');
  expect(await press(`/orders/${id}/remit`)).toContain('done=nothing_unpaid');
  await world.sandbox.tick();
  expect(world.received).toHaveLength(1);
  expect((await dump()).orders.find((order) => order.id === id)?.payment_status).toBe('paid');
  expect((await page(`/admin/stores/${world.syp}/orders/${id}`)).text).not.toContain(`orders/${id}/remit`);
});

test('A3: the owner can change the status of an order only by the transitions of the status matrix', async () => {
  const { id } = (await createOrder(api, orderBody())).body.data;
  const { text } = await page(`/admin/stores/${world.syp}/orders/${id}`);
  expect([...text.matchAll(/name="status" value="(\w+)"/g)].map(([, status]) => status)).toEqual([
    'approved',
    'cancelled',
  ]);
  expect(await press(`/orders/${id}/status`, { status: 'delivered' })).toContain('done=status_refused');
  expect(await press(`/orders/${id}/status`, { status: 'approved' })).toContain('done=status_set');
  expect((await dump()).orders.find((order) => order.id === id)?.status).toBe('approved');
});

test('AUT-11: the owner switches scopes off and on again', async () => {
  const path = `/apps/${api.id}/scopes`;
  expect(await press(path, { scope: 'orders:read', dpa: 'accepted' })).toContain('done=scopes_set');
  expect((await api.call('GET', '/orders')).status).toBe(200);
  expect((await api.call('GET', '/products')).status).toBe(403);
  await press(path, { scope: 'products:read' });
  expect((await api.call('GET', '/products')).status).toBe(200);
});

test('price and stock of a variant change by one step, and stock stops at zero', async () => {
  const product = (
    await world.control<{ data: { id: string; variants: Variant[] } }>('POST', '/products', {
      store_id: world.syp,
      name: '<script>alert(1)</script>',
      variants: [{ name: '"><img src=x>', price_minor: 45_000, quantity: 1 }],
    })
  ).body.data;
  const variant = product.variants[0];
  const path = `/products/${product.id}/${variant?.id}`;
  const now = async () => (await dump()).products.find((row) => row.id === product.id)?.variants[0];
  await press(path, { step: 'price-up' });
  await press(path, { step: 'stock-up' });
  expect(await now()).toMatchObject({ price: { amount_minor: 46_000 }, available_quantity: 2 });
  for (let count = 0; count < 4; count++) await press(path, { step: 'stock-down' });
  expect((await now())?.available_quantity).toBe(0);
  expect((await post(`/admin/stores/${world.syp}${path}`)).status).toBe(400);
  expect((await post(`/admin/stores/${world.usd}${path}`, { origin }, { step: 'price-up' })).status).toBe(
    404,
  );

  const { text, headers } = await page(`/admin/stores/${world.syp}/products`);
  const picture = /<img src="(\/images\/[^"]+)"/.exec(text)?.[1] ?? '';
  expect((await world.raw('GET', picture)).headers.get('content-type')).toMatch(/^image\/svg/);
  expect(headers.get('content-security-policy')).toContain("img-src 'self'");
  expect(text).toContain('&lt;script&gt;alert(1)');
  expect(text).not.toMatch(/<script|<img src=x/);
});

test('no button works from another site or for an order of another store', async () => {
  const { id } = (await createOrder(api, orderBody())).body.data;
  for (const path of ['orders/buy', 'orders/sell', `orders/${id}/remit`, `orders/${id}/status`])
    expect((await post(`/admin/stores/${world.syp}/${path}`, { origin: 'https://evil.test' })).status).toBe(
      403,
    );
  for (const path of [`orders/${id}/remit`, `orders/${id}/status`, `apps/${api.id}/scopes`])
    expect((await post(`/admin/stores/${world.usd}/${path}`)).status).toBe(404);
});

test('GET changes nothing in the admin', async () => {
  const before = await world.control('GET', `/dump?store_id=${world.syp}`);
  for (const path of [
    'orders',
    'orders/buy',
    'products',
    'apps',
    `apps/${api.id}`,
    `apps/${api.id}/uninstall`,
  ])
    await page(`/admin/stores/${world.syp}/${path}`);
  expect((await world.control('GET', `/dump?store_id=${world.syp}`)).body).toEqual(before.body);
  expect((await api.call('GET', '/store')).status).toBe(200);
});
