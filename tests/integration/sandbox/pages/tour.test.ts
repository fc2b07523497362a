import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { arabic } from '@/sandbox/tour/arabic';
import { english } from '@/sandbox/tour/english';
import { goalsOf, goalsOfHost, sourceOf, type StopName, stopNames } from '@/sandbox/tour/stops';
import {
  type Answer,
  type Api,
  api,
  apiOf,
  app,
  createOrder,
  orderBody,
  origin,
  type OrderAnswer,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import type { AppState, TourHost } from '@/sandbox/tour/tour-host';
import { write } from '@/tests/integration/sandbox/orders/order-writes';
import { subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

beforeEach(() => renewWorld());

async function read(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await world.raw('GET', path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Reads the Arabic page of one stop of the tour. Returns the goals that the page marks as reached. */
async function reached(stop: StopName): Promise<string[]> {
  const { text } = await read(`/tour/${stop}/seen?lang=ar`);
  return [...text.matchAll(/data-part="goal-(\w+)" data-reached/g)].map(([, name]) => name ?? '');
}

async function press(stop: StopName, button: string, headers = { origin }) {
  const response = await world.raw('POST', `/tour/${stop}/${button}?lang=ar`, {
    headers,
    redirect: 'manual',
  });
  return { status: response.status, to: response.headers.get('location') };
}

type Variant = { id: string; price: { amount_minor: number }; status: string; stock: number };
type Dump = { products: { status: string; variants: Variant[] }[] };

/** Returns a variant that is for sale and in stock, from the sandbox's own data. */
async function variantForSale(): Promise<Variant> {
  const { body } = await world.control<Dump>('GET', `/dump?store_id=${world.syp}`);
  const variant = body.products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants)
    .find(({ status, stock }) => status === 'active' && stock > 5);
  if (!variant) throw new Error('nothing is for sale');
  return variant;
}

/** Creates an order with one variant. The customer pays `moreMinor` more than the store price. */
async function sell(moreMinor: number, change: Record<string, unknown> = {}): Promise<Answer<OrderAnswer>> {
  const { id, price } = await variantForSale();
  const item = { variant_id: id, name: 'x', quantity: 1, unit_price_minor: price.amount_minor + moreMinor };
  return createOrder(api, orderBody({ items: [item], ...change }));
}

/** Exchanges the refresh token of the install, and returns a client with the new access token. */
async function renewed(): Promise<Api> {
  const form = {
    grant_type: 'refresh_token',
    refresh_token: api.refreshToken,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  };
  const body = new URLSearchParams(form).toString();
  const response = await world.raw('POST', '/oauth/token', { body });
  return apiOf(world, (await response.json()) as Parameters<typeof apiOf>[1]);
}

describe('a goal is reached only by what the sandbox has seen', () => {
  test('install: access, tokens and subscription', async () => {
    expect(await reached('install')).toEqual(['granted', 'tokens']);
    await subscribe(api);
    expect(await reached('install')).toEqual(['granted', 'tokens', 'subscribed']);
  });

  test('price: an order at the store price does not count, one at another price does, and its event must arrive', async () => {
    await subscribe(api);
    await sell(0);
    await world.sandbox.tick();
    expect(await reached('price')).toEqual([]);
    world.endpoint.answer = () => 500;
    await sell(100);
    await world.sandbox.tick();
    expect(await reached('price')).toEqual(['agreed']);
    world.endpoint.answer = () => 200;
    await world.sandbox.advance(60_000);
    expect(await reached('price')).toEqual(['agreed', 'announced']);
  });

  test('answer: the same key counts, another key does not, and a second order with a new key changes nothing', async () => {
    expect(await press('answer', 'loseAnswer')).toEqual({
      status: 303,
      to: '/tour/answer?done=loseAnswer&lang=ar',
    });
    const key = 'b8a9c9a6-8a2f-4c1e-9d55-0d2f0b1f7a10';
    await expect(createOrder(api, orderBody(), key)).rejects.toThrow('dropped on purpose');
    expect(await reached('answer')).toEqual(['lost']);
    await createOrder(api, orderBody());
    expect(await reached('answer')).toEqual(['lost']);
    expect((await createOrder(api, orderBody(), key)).status).toBe(201);
    expect(await reached('answer')).toEqual(['lost', 'resent', 'once']);
  });

  test('answer with a host: the app is killed after the order exists, and the write is confirmed in the app', async () => {
    const killed: string[] = [];
    const state: AppState = { pid: 11, status: 'active', operations: [], inbox: [], marks: [], orders: [] };
    const tourHost: TourHost = {
      killApp: async () => {
        const { body } = await world.control<{ data: { kind: string }[] }>('GET', '/effects');
        killed.push(...body.data.map(({ kind }) => kind).filter((kind) => kind === 'order.created'));
        return { pid: 11 };
      },
      look: () => Promise.resolve(state),
    };
    await renewWorld({ tourHost });
    expect((await press('answer', 'loseAnswer')).status).toBe(404);
    await press('answer', 'killApp');
    await press('answer', 'killApp');
    const key = 'b8a9c9a6-8a2f-4c1e-9d55-0d2f0b1f7a10';
    await expect(createOrder(api, orderBody(), key)).rejects.toThrow('dropped on purpose');
    expect(killed).toEqual(['order.created']);
    expect(await reached('answer')).toEqual(['lost', 'killed']);
    state.pid = null;
    expect(await reached('answer')).toEqual(['lost', 'killed']);
    state.pid = 12;
    const operation = { kind: 'create_order', attempts: 1, key, lease: '09:00:30Z' };
    state.operations = [{ ...operation, state: 'sending' }];
    expect(await reached('answer')).toEqual(['lost', 'killed', 'restarted']);
    expect((await read('/tour/answer/seen')).text).not.toContain('create_order sending');
    expect((await read('/tour/answer/seen?lang=ar')).text).toContain(
      `create_order sending × 1 lease 09:00:30Z ${key}`,
    );
    // The second press set no second fault, so the request that the worker sends again gets its answer.
    expect((await createOrder(api, orderBody(), key)).status).toBe(201);
    state.operations = [{ ...operation, attempts: 2, lease: null, state: 'succeeded' }];
    expect(await reached('answer')).toEqual(['lost', 'killed', 'restarted', 'resent', 'confirmed', 'once']);
  });

  test('webhook: one press loses all eight attempts; the order counts as found when the app reads it', async () => {
    await subscribe(api);
    const before = (await sell(0)).body.data.id;
    await world.sandbox.tick();
    const received = world.received.length;
    await press('webhook', 'loseEvent');
    expect(world.received.slice(received).map(({ body }) => body)).toEqual([
      expect.stringContaining('inventory.movement_created'),
    ]);
    expect(await reached('webhook')).toEqual(['undelivered']);
    // The access token has expired in the meantime, so the app exchanges its refresh token first.
    const later = await renewed();
    await later.call('GET', `/orders/${before}`);
    expect(await reached('webhook')).toEqual(['undelivered']);
    await later.call('GET', '/orders?limit=5');
    expect(await reached('webhook')).toEqual(['undelivered', 'found']);
    // The fault applied to one event only, so the event of the next order arrives.
    await createOrder(later, orderBody());
    await world.sandbox.tick();
    expect(world.received.at(-1)?.body).toContain('order.created');
  });

  test('webhook: an event that waits for its next attempt arrives first, and is not lost in the place of the new one', async () => {
    await subscribe(api);
    world.endpoint.answer = () => 500;
    const { id } = (await sell(0)).body.data;
    await world.sandbox.tick();
    world.endpoint.answer = () => 200;
    const received = world.received.length;
    await press('webhook', 'loseEvent');
    const created = world.received.slice(received).filter(({ body }) => body.includes('order.created'));
    expect(created.map(({ body }) => body)).toEqual([expect.stringContaining(id)]);
    expect(await reached('webhook')).toEqual(['undelivered']);
  });

  test('tabs: the first note of the app and the note that replaced it', async () => {
    const { id } = (await sell(0)).body.data;
    await world.control('PATCH', `/orders/${id}`, { note: 'by the merchant' });
    expect(await reached('tabs')).toEqual([]);
    await write(api, 'PATCH', `/orders/${id}`, { note: 'one' });
    expect(await reached('tabs')).toEqual(['noted']);
    await write(api, 'PATCH', `/orders/${id}`, { note: 'two' });
    expect(await reached('tabs')).toEqual(['noted', 'decided']);
  });

  test('quote: only an order that refers to a quote counts', async () => {
    await subscribe(api);
    await sell(0, { attributes: { reference: { kind: 'طلب', number: '1042', url: null } } });
    expect(await reached('quote')).toEqual([]);
    await sell(0, { attributes: { reference: { kind: 'عرض سعر', number: 'Q-7', url: null } } });
    expect(await reached('quote')).toEqual(['accepted']);
    await world.sandbox.tick();
    expect(await reached('quote')).toEqual(['accepted', 'announcedQuote']);
  });

  test('uninstall: the tokens end at the press, and the event must arrive', async () => {
    await subscribe(api);
    await press('uninstall', 'uninstall');
    expect(await reached('uninstall')).toEqual(['revoked']);
    await world.sandbox.tick();
    expect(await reached('uninstall')).toEqual(['revoked', 'told']);
    expect(await reached('install')).toEqual([]);
    expect((await api.call('GET', '/orders')).status).toBe(401);
  });

  test('a new install of the store starts with no goal reached but its own', async () => {
    await subscribe(api);
    await sell(100);
    await world.sandbox.tick();
    expect(await reached('price')).toEqual(['agreed', 'announced']);
    await press('uninstall', 'uninstall');
    await world.sandbox.advance(1000);
    await world.install(world.syp);
    expect(await reached('install')).toEqual(['granted', 'tokens']);
    expect(await reached('price')).toEqual([]);
  });
});

describe('the pages', () => {
  test('every stop has its texts in both languages, before and after the installation', async () => {
    for (const stop of stopNames) {
      for (const [query, text, dir] of [
        ['', english, 'ltr'] as const,
        ['?lang=ar', arabic, 'rtl'] as const,
      ]) {
        const page = await read(`/tour/${stop}${query}`);
        expect([stop, page.status]).toEqual([stop, 200]);
        expect(page.text).toContain(`<html lang="${query ? 'ar' : 'en'}" dir="${dir}">`);
        const { title } = stop === 'answer' ? text.lostAnswer : text.stops[stop];
        expect(page.text).toContain(`<h1>${title}</h1>`);
        for (const goal of goalsOf[stop])
          expect([goal, page.text.includes(text.goals[goal])]).toEqual([goal, !goalsOfHost.includes(goal)]);
        // The app is installed only in the Arabic store. So each page of the English tour has the text "the app is not
        // installed", except the page about installing.
        if (stop !== 'install') expect(page.text.includes(text.notInstalled)).toBe(query === '');
      }
    }
    expect((await read('/tour')).status).toBe(302);
    expect((await read('/tour/elsewhere')).status).toBe(404);
    expect(await read('/')).toMatchObject({
      text: expect.stringContaining('href="/tour?lang=ar"') as string,
    });
  });

  test('each stop names a pattern and a file that exist', () => {
    for (const { pattern, file } of Object.values(sourceOf)) {
      const [document = '', anchor] = pattern.split('#');
      const headings = [...readFileSync(document, 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading]) =>
        (heading ?? '').toLowerCase().replaceAll(' ', '-'),
      );
      expect(headings).toContain(anchor);
      expect([file, existsSync(file)]).toEqual([file, true]);
    }
  });

  test('a stop runs only its own script, may show only the app, and cannot be shown in a frame', async () => {
    const { headers, text } = await read('/tour/price?lang=ar');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; frame-src http://localhost:3000; form-action 'self' http://localhost:3000; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/assets/tour.js">']);
    expect((await read('/assets/tour.js')).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8',
    );
    const shown = new URL(/<iframe src="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '');
    expect(shown.origin + shown.pathname).toBe('http://localhost:3000/launch');
    expect(shown.searchParams.get('returnTo')).toBe(`/i/${api.id}/orders/new`);
    const developers = await read('/tour/price?lang=ar&screen=developers');
    expect(developers.text).toContain(
      `returnTo=${encodeURIComponent(`/i/${api.id}/connection/developers`)}"`,
    );
  });

  test('a page of another site cannot press a button', async () => {
    expect((await press('answer', 'loseAnswer', { origin: 'http://evil.example' })).status).toBe(403);
    expect((await press('price', 'loseAnswer')).status).toBe(404);
    expect((await press('answer', 'uninstall')).status).toBe(404);
  });

  test('the phone opens only the link of a quote of the app', async () => {
    const open = (link: string) =>
      world.raw('POST', '/tour/quote/phone', {
        headers: { origin },
        body: new URLSearchParams({ link }).toString(),
        redirect: 'manual',
      });
    const good = await open('http://localhost:3000/q/abc');
    expect([good.status, good.headers.get('location')]).toEqual([303, 'http://localhost:3000/q/abc']);
    for (const link of [
      '',
      'http://evil.example/q/abc',
      'http://localhost:3000.evil.example/q/abc',
      'javascript:1',
    ]) {
      const bad = await open(link);
      expect([link, bad.status, bad.headers.get('location')]).toEqual([link, 400, null]);
      expect(await bad.text()).toContain(english.badLink);
    }
  });
});
