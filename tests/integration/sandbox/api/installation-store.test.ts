import { beforeEach, expect, test } from 'vitest';
import { Installation } from 'commerce-platform-client/contract/installation';
import { Store } from 'commerce-platform-client/contract/store';
import {
  type Api,
  api,
  createOrder,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { endpointUrl, subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

beforeEach(() => renewWorld());

test('INS-1, INS-2: GET /installation fits the contract and follows the slug', async () => {
  const { data } = (await api.call<{ data: unknown }>('GET', '/installation')).body;
  expect(Installation.parse(data)).toMatchObject({
    install: { id: api.id, status: 'active', webhook: null },
    store: {
      id: world.syp,
      currency: 'SYP',
      decimals: 0,
      locale: 'ar',
      timezone: 'Asia/Damascus',
      country: 'SY',
      is_development: true,
    },
  });
  await world.control('PATCH', `/stores/${world.syp}`, { slug: 'renamed' });
  const again = (await api.call<{ data: Installation }>('GET', '/installation')).body.data;
  expect(again.store).toMatchObject({ id: world.syp, slug: 'renamed' });
});

test("INS-1: granted scopes do not change, effective scopes follow the merchant's choice, and no scope is needed", async () => {
  await world.control('PATCH', `/installs/${api.id}`, { effective_scopes: ['products:read'] });
  const { install } = (await api.call<{ data: Installation }>('GET', '/installation')).body.data;
  const app = (await world.control<{ app: { id: string } }>('GET', '')).body.app;
  expect([install.id, install.app_id, install.api_version]).toEqual([api.id, app.id, '2026-09-10']);
  expect(install.granted_scopes).toContain('orders:read');
  expect(install.effective_scopes).toEqual(['products:read']);
  type Described = { stores: { id: string; is_development: boolean }[] };
  const { stores } = (await world.control<Described>('GET', '')).body;
  const real = await world.install(stores.find((row) => !row.is_development)?.id ?? '');
  const other = (await real.call<{ data: Installation }>('GET', '/installation')).body.data.store;
  expect(other).toMatchObject({ is_development: false, currency: 'AED', decimals: 2 });
});

test('INS-1, INS-2: GET /installation shows the webhook without its secret, and when it was disabled', async () => {
  const { secret, ...subscription } = await subscribe(api, { topics: ['order.created'] });
  expect(secret).toBeDefined();
  const webhook = async (by: Api) =>
    (await by.call<{ data: Installation }>('GET', '/installation')).body.data.install.webhook;
  expect(await webhook(api)).toEqual(subscription);
  expect(subscription).toMatchObject({
    endpoint_url: endpointUrl,
    topics: ['order.created'],
    status: 'active',
    consecutive_failures: 0,
    activated_at: new Date(world.clock.now()).toISOString(),
    disabled_at: null,
  });
  expect(subscription.id).not.toBe(api.id);
  world.endpoint.answer = () => 500;
  await createOrder(api, orderBody());
  await world.sandbox.tick();
  expect(await webhook(api)).toMatchObject({ status: 'active', consecutive_failures: 1 });
  for (let day = 0; day < 2; day++) {
    const fresh = await world.install(world.syp, { reuse_install_id: true });
    await createOrder(fresh, orderBody());
    await world.sandbox.advance(24 * 3_600_000);
  }
  const fresh = await world.install(world.syp, { reuse_install_id: true });
  expect(await webhook(fresh)).toMatchObject({ status: 'disabled', disabled_at: expect.any(String) });
});

test('STO-1, STO-2, STO-3: GET /store has provinces in both languages, enabled methods and fx with the identity rate for its base', async () => {
  const store = Store.parse((await api.call<{ data: unknown }>('GET', '/store')).body.data);
  expect(store.provinces).toHaveLength(14);
  expect(store.provinces?.[0]).toEqual({ value: 'damascus', ar: 'دمشق', en: 'Damascus' });
  expect(store.payment_methods?.map((method) => method.id)).toEqual(['cod', 'manual_wallet']);
  expect(store.storefront_url).toMatch(/^https:\/\//);
  expect(store.fx).toMatchObject({
    base: 'SYP',
    rates: { SYP: { scaled: 1, scale: 0 }, USD: { scaled: 7692, scale: 8 } },
  });
  expect(store.storefront_currencies).toEqual({ allowed: ['SYP', 'USD'], default: 'SYP' });
  expect(store.pricing_currency).toEqual({ code: 'SYP', decimals: 0 });
});

test('STO-1: GET /store needs no scope', async () => {
  const poor = await world.install(world.syp, { scopes: ['discounts:read'] });
  const { data } = (await poor.call<{ data: Store }>('GET', '/store')).body;
  expect(data).toMatchObject({ id: world.syp, locale: 'ar', timezone: 'Asia/Damascus', country: 'SY' });
});

test('STO-2: the storefront is an https origin of this store only, and disabled methods are left out', async () => {
  const storeOf = async (by: Api) => (await by.call<{ data: Store }>('GET', '/store')).body.data;
  const store = await storeOf(api);
  expect(store.storefront_url).toBe(new URL(store.storefront_url ?? '').origin);
  expect(store.storefront_url).not.toBe((await storeOf(await world.install(world.usd))).storefront_url);
  expect(store.payment_methods).toEqual([
    { id: 'cod', wallet_id: null },
    { id: 'manual_wallet', wallet_id: expect.stringMatching(/./) },
  ]);
  await world.control('PATCH', `/stores/${world.syp}`, {
    payment_methods: [{ id: 'manual_wallet', wallet_id: '7' }],
  });
  expect((await storeOf(api)).payment_methods).toEqual([{ id: 'manual_wallet', wallet_id: '7' }]);
});

test('STO-3, GEN-10: the fx table follows the merchant, in whole numbers, with the time of its creation', async () => {
  const read = async () => (await api.call<{ data: Store }>('GET', '/store')).body.data.fx;
  const before = await read();
  await world.sandbox.advance(1000);
  const rates = { USD: { scaled: 8001, scale: 9 } };
  await world.control('PATCH', `/stores/${world.syp}`, { rates });
  const after = await read();
  expect(after?.rates).toEqual({ SYP: { scaled: 1, scale: 0 }, ...rates });
  expect(Date.parse(after?.as_of ?? '')).toBe(world.clock.now());
  expect(Date.parse(before?.as_of ?? '')).toBeLessThan(world.clock.now());
});
