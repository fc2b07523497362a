import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import type { Order } from 'commerce-platform-client/contract/orders';
import { pages } from 'commerce-platform-client/pages';
import { signDelivery } from 'commerce-platform-client/signature';
import { connectStore } from '@/lib/platform/examples/connect-store';
import { readDelivery } from '@/lib/platform/examples/read-delivery';
import { sendNote } from '@/lib/platform/examples/send-note';
import { unpaidOrders } from '@/lib/platform/examples/unpaid-orders';
import { root } from '@/tests/stages/stage';
import { bareClient } from '@/tests/support/platform/bare-client';
import { baseUrlOf, newInstall } from '@/tests/support/platform/client-fixture';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';

/* Runs the examples of lib/platform/README.md against a sandbox. One example is a program. The test runs this
   program in a copy of the package outside the repository, with zod as the only other package. If the program works
   there, the package does not depend on Daftar. */

const appUrl = 'http://localhost:3998';
let sandbox: SandboxProcess;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox(appUrl);
  folder = await mkdtemp(path.join(tmpdir(), 'platform-package-'));
  await cp(path.join(root, 'lib/platform'), path.join(folder, 'package'), { recursive: true });
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(path.join(root, 'node_modules/zod'), path.join(folder, 'node_modules/zod'));
});
afterAll(async () => {
  await sandbox?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

it('the example program lists all orders of a store, from a copy of the package outside the repository', async () => {
  const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
  const program = path.join(folder, 'package/examples/list-orders.ts');
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const };
  const run = promisify(execFile)(process.execPath, [tsx, program, sandbox.origin], { cwd: folder, env });
  const { stdout, stderr } = await run;

  const { stores } = await sandbox.control<{ stores: { id: string }[] }>('GET', '');
  const { token } = await newInstall(sandbox, { store: ({ id }) => id === stores[0]?.id });
  const orders = await allOrders(token);
  expect(orders.length).toBeGreaterThan(100);
  const lines = orders.map((order) =>
    [order.order_number, order.status, order.total.amount_minor, order.total.currency].join(' '),
  );
  expect([stdout.trimEnd().split('\n'), stderr]).toEqual([lines, '']);
});

it('the example of a page returns the unpaid orders since a time', async () => {
  const { token } = await newInstall(sandbox);
  const orders = await allOrders(token);
  const times = orders.map(({ updated_at }) => updated_at).toSorted();
  const since = times[Math.floor(times.length / 2)] ?? '';
  const found = await unpaidOrders(bareClient(baseUrlOf(sandbox), token), since);
  const expected = orders.filter((order) => order.updated_at >= since && order.payment_status === 'unpaid');
  expect(expected.length).toBeGreaterThan(0);
  expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
});

it('the example of OAuth connects a store after the consent, and a used code is refused', async () => {
  const platform = {
    PLATFORM_ISSUER: sandbox.origin,
    PLATFORM_ADMIN_ORIGIN: sandbox.origin,
    PLATFORM_CLIENT_ID: sandbox.clientId,
  };
  const app = { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret };
  const redirectUri = `${appUrl}/api/auth/callback/platform`;
  const codeVerifier = randomBytes(32).toString('base64url');
  const grant = { code: await consent(redirectUri, codeVerifier), redirectUri, codeVerifier };
  const { access_token, install_id } = await connectStore(platform, app, grant);
  const { body } = await bareClient(baseUrlOf(sandbox), access_token).getInstallation();
  expect(body.data.install.id).toBe(install_id);
  await expect(connectStore(platform, app, grant)).rejects.toThrow('invalid_grant');
});

it('the example of a write ends after a lost response with the same key and body', async () => {
  const { token } = await newInstall(sandbox);
  const client = bareClient(baseUrlOf(sandbox), token);
  const [order] = await allOrders(token);
  if (!order) throw new Error('the store has no order');
  const [key, body] = [randomUUID(), JSON.stringify({ note: 'leave it at the door' })];
  const fault = { on: 'api', match: 'PATCH /v1/orders/*', effect: 'drop_response', count: 1 };
  await sandbox.control('POST', '/faults', fault);
  expect(await sendNote(client, key, order.id, body)).toBe('unknown');
  expect(await sendNote(client, key, order.id, body)).toBe('done');
  expect((await client.getOrder(order.id)).body.data.note).toBe('leave it at the door');
  expect(await sendNote(client, randomUUID(), order.id, '{"note":7}')).toBe('refused');
});

it('the example of a webhook reads a signed delivery, and nothing else', () => {
  const event = {
    id: 'evt_1',
    api_version: '2026-09-10',
    topic: 'order.created',
    store_id: 'store_1',
    install_id: 'inst_1',
    sequence: 1,
    occurred_at: '2026-11-21T10:00:00Z',
    data: { order_id: 'ord_1' },
  };
  const rawBody = Buffer.from(JSON.stringify(event));
  const read = (secret: string, atSeconds: number) => {
    const timestamp = String(Math.floor(atSeconds));
    const headers = new Headers({
      [deliveryHeaders.timestamp]: timestamp,
      [deliveryHeaders.signature]: signDelivery(secret, timestamp, rawBody),
    });
    return readDelivery(['current', 'previous'], headers, rawBody);
  };
  const nowSeconds = Date.now() / 1000;
  expect(read('current', nowSeconds)).toEqual(event);
  expect(read('previous', nowSeconds - 290)).toEqual(event);
  expect(read('other', nowSeconds)).toBeNull();
  expect(read('current', nowSeconds - 310)).toBeNull();
  expect(readDelivery(['current'], new Headers(), rawBody)).toBeNull();
});

async function allOrders(token: string): Promise<Order[]> {
  const client = bareClient(baseUrlOf(sandbox), token);
  const orders: Order[] = [];
  for await (const { data } of pages((cursor) => client.listOrders({ limit: 100, cursor })))
    orders.push(...data);
  return orders;
}

/** Grants access to the first store, as a merchant does on the consent page. Returns the authorization code. */
async function consent(redirectUri: string, codeVerifier: string): Promise<string> {
  const { stores } = await sandbox.control<{ stores: { id: string }[] }>('GET', '');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: sandbox.clientId,
    redirect_uri: redirectUri,
    scope: 'orders:read',
    state: 'state',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    store: stores[0]?.id ?? '',
  });
  const asked = await fetch(`${sandbox.origin}/oauth/authorize?${query}`, { redirect: 'manual' });
  const request = /name="request" value="([^"]+)"/.exec(await asked.text())?.[1];
  // If the store has granted the requested scopes before, the platform shows no consent page. Its first response is
  // then already the redirect to the app.
  const answer = request === undefined ? asked : await accept(request);
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

function accept(request: string): Promise<Response> {
  return fetch(`${sandbox.origin}/oauth/authorize`, {
    method: 'POST',
    headers: { origin: sandbox.origin },
    body: new URLSearchParams({ request, decision: 'accept', dpa: 'accepted' }),
    redirect: 'manual',
  });
}
