import { beforeAll, expect, test } from 'vitest';
import { endpoints } from 'commerce-platform-client/contract/endpoints';
import {
  type Api,
  createOrder,
  orderBody,
  origin,
  redirectUri,
  startWorld,
  type World,
} from '@/tests/integration/sandbox/sandbox-world';
import { subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

let world: World;
let api: Api;
let orderId: string;
let deliveryId: string;

beforeAll(async () => {
  world = await startWorld();
  api = await world.install(world.syp, { dpa_accepted: false });
  await subscribe(api);
  orderId = (await createOrder(api, orderBody())).body.data.id;
  await world.sandbox.tick();
  const { body } = await world.control<{ data: { id: string }[] }>('GET', '/deliveries');
  deliveryId = body.data[0]?.id ?? '';
});

const read = async (path: string) => (await world.raw('GET', path)).text();

test('every page has a title, a language, a direction and a viewport that fits the screen', async () => {
  const query = {
    response_type: 'code',
    client_id: 'client',
    redirect_uri: redirectUri,
    scope: 'clients:read',
  };
  const consent = (store: string) =>
    `/oauth/authorize?${new URLSearchParams({ ...query, code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', store })}`;
  const store = (id: string, path: string) => `/admin/stores/${id}/${path}`;
  const pages: Record<'ar' | 'en', string[]> = { ar: [], en: [] };
  for (const [language, id] of [['ar', world.syp] as const, ['en', world.usd] as const])
    pages[language].push(...['orders', 'products', 'apps'].map((path) => store(id, path)), consent(id));
  pages.ar.push(store(world.syp, `orders/${orderId}`), store(world.syp, `apps/${api.id}`));
  pages.en.push('/', '/nowhere', '/oauth/authorize?client_id=nobody', consent(''));
  for (const path of [
    '',
    '/requests',
    '/requests/1',
    '/deliveries',
    `/deliveries/${deliveryId}`,
    '/faults',
  ]) {
    pages.en.push(`/portal${path}`);
    pages.ar.push(`/portal${path}?lang=ar`);
  }
  pages.en.push('/docs');
  pages.ar.push('/docs?lang=ar');
  for (const [language, paths] of Object.entries(pages))
    for (const path of paths) {
      const text = await read(path);
      const direction = language === 'ar' ? 'rtl' : 'ltr';
      expect([path, text]).toEqual([
        path,
        expect.stringContaining(`<html lang="${language}" dir="${direction}">`),
      ]);
      expect([path, text]).toEqual([path, expect.stringMatching(/<title>[^<]{3,}<\/title>/)]);
      expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1" />');
    }
});

test('the dark palette of the style names every colour of the light palette', async () => {
  const css = await read('/assets/admin.css');
  const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body ?? '');
  const names = (body: string) => [...body.matchAll(/(--[\w-]+): #/g)].map(([, name]) => name);
  expect(names(light).length).toBeGreaterThan(10);
  expect(names(dark)).toEqual(names(light));
  expect(css).toContain('color-scheme: light dark');
});

test('the Arabic docs name every endpoint in Arabic, and keep calls and scopes unchanged', async () => {
  const [arabic, english] = [await read('/docs?lang=ar'), await read('/docs')];
  const headings = (text: string) =>
    [...text.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, heading]) => heading ?? '');
  expect(headings(arabic)).toHaveLength(headings(english).length);
  expect(headings(arabic).filter((heading) => !/^[\u0600-\u06ff\s]+$/.test(heading))).toEqual([]);
  expect(headings(english).filter((heading) => /[\u0600-\u06ff]/.test(heading))).toEqual([]);
  for (const { method, path } of Object.values(endpoints)) expect(arabic).toContain(`${method} ${path}<`);
  expect(arabic).toContain('href="/portal?lang=ar"');
  expect(arabic).toContain('href="/docs" lang="en"');
  expect(english).toContain('href="/docs?lang=ar" lang="ar"');
  expect(await read('/portal?lang=ar')).toContain('href="/docs?lang=ar"');
  expect(origin).toBe('http://127.0.0.1:4000');
});

test('a browser gets an icon, by the link in a page or at /favicon.ico', async () => {
  expect(await read('/')).toContain('<link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />');
  for (const path of ['/assets/icon.svg', '/favicon.ico']) {
    const response = await world.raw('GET', path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  }
});
