import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deletePersonAction } from '@/app/(admin)/i/[installId]/customers/actions';
import { matchCourierSheetAction } from '@/app/(admin)/i/[installId]/orders/actions';
import { matchMessageAction } from '@/app/(admin)/i/[installId]/orders/new/actions';
import { preflightBulkAction, startBulkAction } from '@/app/(admin)/i/[installId]/runs/actions';
import { POST as claim } from '@/app/(entry)/launch/claim/route';
import { POST as startSignIn } from '@/app/api/auth/[...nextauth]/route';
import { GET as exportActivity } from '@/app/api/i/[installId]/activity/export/route';
import { POST as postSheet } from '@/app/api/i/[installId]/cash/sheet/post/route';
import { POST as readSheet } from '@/app/api/i/[installId]/cash/sheet/route';
import { GET as exportOrders } from '@/app/api/i/[installId]/orders/export/route';
import { GET as readStore } from '@/app/api/i/[installId]/store/route';
import { GET as readSubscription } from '@/app/api/i/[installId]/subscription/route';
import { readStoreFacts } from '@/lib/doctor/read-doctor-facts.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { socketAddressHeader } from '@/lib/system/http/client-address';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { untilRefused } from '@/tests/support/stack/until-refused';
import { installContext } from '@/tests/support/integration/install-context';

const appUrl = 'http://localhost:3999';

// The tests call the app's functions outside Next and without a session. The functions of next/headers do not work
// there, so they are mocked.
vi.mock('next/headers', () => ({
  headers: () => Promise.resolve(new Headers({ origin: appUrl })),
  cookies: () => Promise.resolve({ getAll: () => [] }),
}));
vi.mock('next-intl/server', () => ({ getTranslations: () => Promise.resolve((key: string) => key) }));
vi.mock('next-auth', () => ({
  default: () => Response.json({ url: `${appUrl}/authorize?state=${randomUUID()}` }),
}));
// Makes every attempt to redeem a hand-over code fail without the database. The rate limit counts failed attempts too,
// so failed attempts are enough for these tests. With a real database, a busy machine could be too slow to reach the
// limit.
vi.mock('@/lib/installs/sign-in/handoff.server', () => ({ redeemHandoff: () => Promise.resolve(false) }));
/** Counts how many calls for each install run at the same time. `most` is the largest number since it was set to 0. */
const { matching, exporting } = vi.hoisted(() => {
  const createCounter = () => {
    const now = new Map<string, number>();
    const counter = {
      most: 0,
      counted:
        <Args extends [{ installId: string }, ...unknown[]], Result>(
          work: (...args: Args) => Promise<Result>,
        ) =>
        async (...args: Args) => {
          const [{ installId }] = args;
          const running = (now.get(installId) ?? 0) + 1;
          now.set(installId, running);
          counter.most = Math.max(counter.most, running);
          try {
            return await work(...args);
          } finally {
            now.set(installId, (now.get(installId) ?? 1) - 1);
          }
        },
    };
    return counter;
  };
  return { matching: createCounter(), exporting: createCounter() };
});
vi.mock('@/lib/catalogue/match-message.server', async (original) => {
  const { matchMessage } = await original<typeof import('@/lib/catalogue/match-message.server')>();
  return { matchMessage: matching.counted(matchMessage) };
});
vi.mock('@/lib/orders/list/export-orders.server', async (original) => {
  const module = await original<typeof import('@/lib/orders/list/export-orders.server')>();
  return { ...module, exportOrders: exporting.counted(module.exportOrders) };
});
/** The access of users, which a test can change. */
const access = vi.hoisted(() => ({ isSignedIn: true, role: 'owner' }));
vi.mock('@/lib/installs/require-install.server', async (original) => ({
  ...(await original<object>()),
  requireInstall: async (installId: InstallId) => ({ ok: true, context: await installContext(installId) }),
  openInstall: async (_: unknown, installId: InstallId) =>
    access.isSignedIn
      ? { ok: true, context: { ...(await installContext(installId)), role: access.role } }
      : { ok: false, refusal: { code: 'signed_out' } },
}));

let world: AppWorld;
let busy: InstallId;
let other: InstallId;
let third: InstallId;
let fourth: InstallId;
let fifth: InstallId;

beforeAll(async () => {
  world = await startAppWorld({ appUrl });
  busy = await world.install();
  other = await world.install({ store: 1 });
  third = await world.install({ store: 2 });
  fourth = await world.install({ store: 1 });
  fifth = await world.install({ store: 2 });
});
afterAll(() => world.stop());

const post = (path: string, address: string, body: object | URLSearchParams) =>
  new Request(appUrl + path, {
    method: 'POST',
    headers: { origin: appUrl, [socketAddressHeader]: address },
    body: body instanceof URLSearchParams ? body : JSON.stringify(body),
  });

async function expectBusy(response: Response): Promise<void> {
  expect(await response.json()).toEqual({ code: 'busy' });
  expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
}

it('S13: a store that matches more than 30 messages a minute waits; another store does not', async () => {
  const match = (installId: InstallId) => matchMessageAction({ installId, text: '2 soap' });
  const { served, refused } = await untilRefused(() => match(busy), { atMost: 100 });
  expect(served).toBeGreaterThanOrEqual(30);
  expect(refused).toEqual({ code: 'busy', status: 429, waitSeconds: expect.toBeOneOf([1, 2]) as number });
  expect(await match(other)).toMatchObject({ code: 'matched' });
});

it('S13: the pasted messages of one store are matched one after the other', async () => {
  matching.most = 0;
  const match = () => matchMessageAction({ installId: third, text: '2 soap' });
  const outcomes = await Promise.all(Array.from({ length: 6 }, match));
  expect(outcomes.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 'matched'));
  expect(matching.most).toBe(1);
});

it('S13: the exports of one store begin one after the other', async () => {
  exporting.most = 0;
  const get = async () => {
    const response = await exportOrders(new Request(`${appUrl}/export`), {
      params: Promise.resolve({ installId: third }),
    });
    return [response.status, await response.text()];
  };
  for (const response of await Promise.all(Array.from({ length: 6 }, get)))
    expect(response).toEqual([200, expect.stringContaining('number')]);
  expect(exporting.most).toBe(1);
});

it('S13: a store that leaves five files unread gets 429, until one of them is read', async () => {
  const get = (installId: InstallId) =>
    exportOrders(new Request(`${appUrl}/export`), { params: Promise.resolve({ installId }) });
  const unread = await Promise.all(Array.from({ length: 5 }, () => get(fourth)));
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await expectBusy(await get(fourth));
  expect(await unread[0]?.text()).toContain('number');
  const next = await get(fourth);
  expect(next.status).toBe(200);
  for (const response of [next, ...unread.slice(1)]) await response.body?.cancel();
});

it('S6: a file that was not read before the user signed out or lost the right is not sent', async () => {
  const get = () =>
    exportOrders(new Request(`${appUrl}/export`), { params: Promise.resolve({ installId: fifth }) });
  for (const lost of [{ isSignedIn: false }, { role: 'viewer' }]) {
    const response = await get();
    expect(response.status).toBe(200);
    Object.assign(access, lost);
    await expect(response.text()).rejects.toThrow('may no longer read');
    Object.assign(access, { isSignedIn: true, role: 'owner' });
    expect(await (await get()).text()).toContain('number');
  }
});

it('S13: a store that exports more than 10 files a minute gets 429 with Retry-After, also for another export', async () => {
  const get = (read: typeof exportOrders, installId: InstallId) =>
    read(new Request(`${appUrl}/export`), { params: Promise.resolve({ installId }) });
  const { served, refused } = await untilRefused(
    async () => {
      const response = await get(exportOrders, busy);
      await response.clone().text();
      return response;
    },
    { atMost: 40 },
  );
  expect(served).toBeGreaterThanOrEqual(10);
  await expectBusy(refused);
  expect((await get(exportActivity, busy)).status).toBe(429);
  const free = await get(exportOrders, other);
  expect([free.status, await free.text()]).toEqual([200, expect.stringContaining('number')]);
});

it('S13: a store that sends more than 30 remittance sheets a minute gets 429, for previews and postings together', async () => {
  const send = (route: typeof readSheet, path: string, installId: InstallId) =>
    route(post(path, '192.0.2.1', { text: '' }), { params: Promise.resolve({ installId }) });
  const check = (installId: InstallId) => send(readSheet, '/cash/sheet', installId);
  const { served, refused } = await untilRefused(() => check(busy), { atMost: 100 });
  expect(served).toBeGreaterThanOrEqual(30);
  await expectBusy(refused);
  expect((await send(postSheet, '/cash/sheet/post', busy)).status).toBe(429);
  expect((await check(other)).status).toBe(400);
});

it('S13: a store that erases more than 20 persons a minute waits; another store does not', async () => {
  const erase = (installId: InstallId) => deletePersonAction({ installId, phone: '+963944123456' });
  const { served, refused } = await untilRefused(() => erase(busy), { atMost: 80 });
  expect(served).toBeGreaterThanOrEqual(20);
  expect(refused).toEqual({ code: 'busy', status: 429, waitSeconds: expect.toBeOneOf([1, 2, 3]) as number });
  expect(await erase(other)).toMatchObject({ code: 'deleted' });
});

it('S13: a store starts ten bulk runs in a minute; above 60 previews and starts it waits, for every kind', async () => {
  const request = {
    kind: 'add_tags' as const,
    input: { tags: ['a'] },
    targets: [{ orderId: 'ord_unknown' }],
  };
  const preview = (installId: InstallId) => preflightBulkAction({ installId, request });
  for (let run = 0; run < 10; run += 1) {
    expect(await preview(busy)).toMatchObject({ code: 'ready' });
    const started = await startBulkAction({ installId: busy, operationId: randomUUID(), request });
    expect(started).toMatchObject({ code: 'done' });
  }
  const { served, refused } = await untilRefused(() => preview(busy), { atMost: 200 });
  expect(served).toBeGreaterThanOrEqual(40);
  expect(refused).toEqual({ code: 'busy', status: 429, waitSeconds: 1 });
  const entries = [{ line: 1, number: '1', trackingNumber: 'T1' }];
  const sheet = { installId: busy, entries, status: 'shipped' as const, provider: null };
  // The budget of 60 would allow 60 sheets. The runs above have used it up, so one of the first sheets is refused.
  const courier = await untilRefused(() => matchCourierSheetAction(sheet), { atMost: 5 });
  expect(courier.refused).toEqual(refused);
  expect(await preview(other)).toMatchObject({ code: 'ready' });
});

it('S13: a store reads its subscription at most 30 times a minute; then its store is read from the copy', async () => {
  const get = (read: typeof readSubscription, path: string, installId: InstallId) =>
    read(new Request(appUrl + path), { params: Promise.resolve({ installId }) });
  const { served, refused } = await untilRefused(() => get(readSubscription, '/subscription', busy), {
    atMost: 100,
  });
  expect(served).toBeGreaterThanOrEqual(30);
  await expectBusy(refused);
  // Makes the copy of the store data.
  expect((await get(readStore, '/store', busy)).status).toBe(200);
  const sent = vi.spyOn(globalThis, 'fetch');
  const refresh = async (installId: InstallId) => {
    sent.mockClear();
    expect((await get(readStore, '/store?refresh', installId)).status).toBe(200);
    return sent.mock.calls.length;
  };
  expect(await refresh(other)).toBe(1);
  // The budget gets a token every two seconds, so a few of these reads may still reach the platform.
  const reads = [await refresh(busy), await refresh(busy), await refresh(busy), await refresh(busy)];
  expect(reads).toContain(0);
  sent.mockRestore();
});

it('S13: visits of the doctor within 10 s make one request to the platform', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  const facts = await Promise.all([busy, busy, other].map((installId) => readStoreFacts(installId)));
  facts.push(await readStoreFacts(busy));
  expect(sent.mock.calls.map(([, init]) => init?.method)).toEqual(['HEAD']);
  sent.mockRestore();
  for (const { platform, install } of facts) expect([platform, install]).not.toContain(null);
});

it('S13: an address that starts more than 60 sign-ins a minute gets 429 and stores no state; another does not', async () => {
  const start = (address: string) =>
    startSignIn(
      post(
        '/api/auth/signin/platform',
        address,
        new URLSearchParams({ csrfToken: 'x', callbackUrl: '/', json: 'true' }),
      ),
      { params: Promise.resolve({ nextauth: ['signin', 'platform'] }) },
    );
  const { served, refused } = await untilRefused(() => start('192.0.2.1'), { atMost: 400 });
  expect(served).toBeGreaterThanOrEqual(60);
  await expectBusy(refused);
  expect(await world.system('SELECT 1 FROM oauth_states')).toHaveLength(served);
  expect((await start('192.0.2.2')).status).toBe(200);
});

it('S13: an address that claims more than 600 codes a minute gets 429; another does not', async () => {
  const send = (address: string) =>
    claim(post('/launch/claim', address, { installId: busy, code: 'guessed-guessed-guessed' }));
  const { served, refused } = await untilRefused(() => send('192.0.2.1'), { atMost: 2_000, atOnce: 10 });
  expect(served).toBeGreaterThanOrEqual(600);
  await expectBusy(refused);
  expect((await send('192.0.2.2')).status).toBe(401);
});
