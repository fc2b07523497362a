import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal, journalFormat, type WorldOrigin } from '@/sandbox/world/journal';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';
import {
  apiOf,
  createOrder,
  orderBody,
  startWorld,
  type World,
} from '@/tests/integration/sandbox/sandbox-world';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-journal-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const journal = () => join(dataDir, 'journal.jsonl');

async function dumpOf(world: World): Promise<unknown> {
  return (await world.control('GET', `/dump?store_id=${world.syp}`)).body;
}

test('a restart keeps orders, stock, tokens, keys, subscription, secrets, sequence and pending deliveries', async () => {
  const first = await startWorld({ dataDir });
  const api = await first.install(first.syp);
  await api.call('PUT', '/webhooks', { endpoint_url: 'http://localhost:3000/x', topics: ['order.created'] });
  first.endpoint.answer = () => 500;
  const made = await createOrder(api, orderBody(), 'before');
  await first.sandbox.tick();
  await first.sandbox.advance(30_000);
  await first.control('PATCH', `/orders/${made.body.data.id}`, { tags: ['kept'] });
  const described = (await first.control(`GET`, `/installs/${api.id}`)).body;
  appendFileSync(journal(), '{"ids":999999,"at":1,"tables":{"orders":{"put":[{"id":"ord_to');

  const second = await startWorld({ dataDir, seed: 'not asked: the journal has its own' });
  expect(await dumpOf(second)).toEqual(await dumpOf(first));
  expect((await second.control('GET', `/installs/${api.id}`)).body).toEqual(described);
  const now = async (world: World) => (await world.control<{ now: string }>('GET', '')).body.now;
  expect(await now(second)).toBe(await now(first));
  const same = apiOf(second, {
    install_id: api.id,
    access_token: api.accessToken,
    refresh_token: api.refreshToken,
  });
  const replayed = await createOrder(same, orderBody(), 'before');
  expect(replayed.body).toEqual(made.body);
  expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  await second.sandbox.advance(30_000);
  expect(second.received.map((delivery) => JSON.parse(delivery.body).data.order_id)).toEqual([
    made.body.data.id,
  ]);
  const next = await createOrder(same, orderBody());
  expect(Number(next.body.data.order_number)).toBe(Number(made.body.data.order_number) + 1);
  await second.sandbox.tick();
  const sequences = second.received.map((delivery) => JSON.parse(delivery.body).sequence);
  expect(sequences[1]).toBeGreaterThan(sequences[0]);

  const third = await startWorld({ dataDir });
  expect(await dumpOf(third)).toEqual(await dumpOf(second));
});

test('a transaction is one line, so an order and its key are stored together or not at all', async () => {
  const world = await startWorld({ dataDir });
  const api = await world.install(world.syp);
  const before = readFileSync(journal(), 'utf8').split('\n').length;
  await createOrder(api, orderBody());
  const lines = readFileSync(journal(), 'utf8').split('\n');
  expect(lines.length).toBe(before + 1);
  expect(Object.keys(JSON.parse(lines.at(-2) ?? '').tables)).toEqual(
    expect.arrayContaining(['orders', 'idempotency']),
  );
});

test('reset starts the journal again', async () => {
  const first = await startWorld({ dataDir });
  await createOrder(await first.install(first.syp), orderBody());
  await first.control('POST', '/reset', { seed: 'other', orders: 3 });
  const second = await startWorld({ dataDir });
  expect((await second.control<{ seed: string }>('GET', '')).body.seed).toBe('other');
  expect(await dumpOf(second)).toEqual(await dumpOf(second));
  expect(((await dumpOf(second)) as { orders: unknown[] }).orders).toHaveLength(3);
});

test('a long journal is compacted to one line at the next start, and no data is lost', async () => {
  const first = await startWorld({ dataDir });
  const { body } = await first.control<{ orders: { id: string }[] }>('GET', `/dump?store_id=${first.syp}`);
  const changed = body.orders.slice(0, 4).map((order) => order.id);
  for (let count = 0; count < 1100; count++)
    await first.control('PATCH', `/orders/${changed[count % 4]}`, { note: `note ${count}` });
  const made = await first.control<{ data: { id: string } }>('POST', '/products', {
    store_id: first.syp,
    name: 'gone again',
    variants: [],
  });
  await first.control('DELETE', `/products/${made.body.data.id}`);
  const before = await dumpOf(first);

  const second = await startWorld({ dataDir });
  expect(readFileSync(journal(), 'utf8').split('\n')).toHaveLength(3);
  expect(await dumpOf(second)).toEqual(before);
  await second.control('PATCH', `/orders/${changed[0]}`, { note: 'after' });
  const third = await startWorld({ dataDir });
  expect(await dumpOf(third)).toEqual(await dumpOf(second));
});

test('after an interrupted compaction the old journal is still used', async () => {
  const first = await startWorld({ dataDir });
  await createOrder(await first.install(first.syp), orderBody());
  appendFileSync(`${journal()}.new`, '{"format":2,"seed":"torn');
  expect(await dumpOf(await startWorld({ dataDir }))).toEqual(await dumpOf(first));
});

test('after kill -9 during writes no answered order is lost, and no order is created twice under its key', async () => {
  const settings = { SANDBOX_DATA_DIR: dataDir, SANDBOX_ORDERS: '10' };
  const first = await startSandbox('http://127.0.0.1:1', settings);
  const { stores } = await first.control<{ stores: { id: string }[] }>('GET', '');
  const grant = { store_id: stores[0]?.id };
  const { access_token } = await first.control<{ access_token: string }>('POST', '/installs', grant);
  const post = async ({ origin }: SandboxProcess, key: string) => {
    const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': key };
    const body = JSON.stringify(orderBody());
    const response = await fetch(`${origin}/v1/orders`, { method: 'POST', headers, body });
    return {
      status: response.status,
      replayed: response.headers.get('idempotency-replayed'),
      body: await response.text(),
    };
  };
  const answered = new Map<string, string>();
  /** Creates orders one after another until the sandbox stops responding, because the test has killed it. */
  const writer = async (name: string) => {
    for (let count = 0; ; count++) {
      const key = `${name}${count}`;
      const answer = await post(first, key).catch(() => null);
      if (answer === null) return;
      expect(answer.status).toBe(201);
      answered.set(key, answer.body);
      // Kills the sandbox while other writers are waiting for responses.
      if (answered.size === 20) await first.child.kill();
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(writer));
  expect(answered.size).toBeGreaterThanOrEqual(20);

  const again = await startSandbox('http://127.0.0.1:1', settings);
  try {
    for (const [key, body] of answered)
      expect(await post(again, key)).toEqual({ status: 201, replayed: 'true', body });
    const { orders } = await again.control<{ orders: { id: string }[] }>(
      'GET',
      `/dump?store_id=${grant.store_id}`,
    );
    const ids = orders.map(({ id }) => id);
    for (const body of answered.values())
      expect(ids.filter((id) => id === JSON.parse(body).data.id)).toHaveLength(1);
  } finally {
    await again.stop();
  }
});

test('only its owner may read the journal, also one that an earlier version wrote', () => {
  const directory = join(dataDir, 'sandbox');
  const modes = () =>
    [directory, ...readdirSync(directory).map((name) => join(directory, name))].map(
      (file) => statSync(file).mode & 0o777,
    );
  const origin: WorldOrigin = { format: journalFormat, seed: 'x', orders: 1, base_ms: 0 };
  const umask = process.umask(0);
  try {
    const first = new Journal(directory);
    first.start(origin);
    expect(modes()).toEqual([0o700, 0o600]);
    first.close();
    chmodSync(join(directory, 'journal.jsonl'), 0o644);
    const next = new Journal(directory);
    expect(next.read()?.origin).toEqual(origin);
    expect(modes()).toEqual([0o700, 0o600]);
    next.compact(origin, { ids: 1, at: 1, tables: {} });
    expect(modes()).toEqual([0o700, 0o600]);
    next.close();
  } finally {
    process.umask(umask);
  }
});
