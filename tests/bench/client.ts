import { randomUUID } from 'node:crypto';
import { CreateOrderCommand } from '@/lib/orders/new-order/create-order';
import type { CreateOrderInput } from 'commerce-platform-client/contract/orders';
import { startBenchWorld } from '@/tests/support/stack/bench-world';

/**
 * Measures the cost of the platform client and of a recorded operation, compared with a bare fetch of the
 * same request to the same sandbox. Client and bare fetch alternate, so that other load on the machine
 * affects both. The result is the ratio of their medians.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/client.ts
 */
const installs = 12;
/**
 * Numbers of reads and writes that the benchmark sends for one install. The numbers are low, so that no request waits
 * for the request budget. A wait would change the measured times.
 *
 * - The benchmark sends 60 reads per install (1.5 times `readsPerInstall`) and 40 writes (twice `writesPerInstall`), by
 * the bare fetch and the client together.
 * - The platform allows an install 180 requests and 60 writes a minute. The app limits itself to 170 requests and 55
 * writes.
 */
const readsPerInstall = 40;
const writesPerInstall = 20;

type Times = { bare: number[]; ours: number[] };

const order: CreateOrderInput = {
  currency: 'SYP',
  items: [{ name: 'صابون', quantity: 2, unit_price_minor: 500 }],
  shipping: { amount_minor: 0, method: 'pickup' },
  customer: { name: 'رنا الحلبي', phone: '+963944555666' },
  payment_method: 'cod',
};

async function clock(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}

/**
 * Calls the bare fetch and the platform client alternately and records both times. In every second round the
 * client is first.
 */
async function inTurns(
  times: Times,
  turn: number,
  bare: () => Promise<unknown>,
  ours: () => Promise<unknown>,
) {
  const pair = [
    async () => times.bare.push(await clock(bare)),
    async () => times.ours.push(await clock(ours)),
  ];
  for (const one of turn % 2 === 0 ? pair : pair.toReversed()) await one();
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report(name: string, { bare, ours }: Times): void {
  const [fetchMs, ourMs] = [median(bare), median(ours)];
  process.stdout.write(
    `${name.padEnd(34)}bare fetch ${fetchMs.toFixed(2)} ms, ours ${ourMs.toFixed(2)} ms, ` +
      `ratio ${(ourMs / fetchMs).toFixed(2)} (${ours.length} pairs)\n`,
  );
}

const world = await startBenchWorld('http://localhost:3999');
const { sandbox } = world;

const { installClient } = await import('@/lib/installs/install-client.server');
const { createOrder } = await import('@/lib/orders/new-order/create-order.server');
const { bareClient } = await import('@/tests/support/platform/bare-client');
const { installContext } = await import('@/tests/support/integration/install-context');

/**
 * Sends a request with a plain fetch, without the platform client. The response is only parsed as JSON and not
 * validated.
 */
async function bareFetch(token: string, method: string, path: string, body?: string): Promise<unknown> {
  const response = await fetch(`${sandbox.origin}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    body: body ?? null,
  });
  if (!response.ok) throw new Error(`the bench was answered ${response.status}`);
  return response.json();
}

const times = {
  alone: { bare: [], ours: [] } as Times,
  read: { bare: [], ours: [] } as Times,
  page: { bare: [], ours: [] } as Times,
  write: { bare: [], ours: [] } as Times,
};

async function measure(store: number): Promise<void> {
  const tokens = await world.grant(store);
  const token = tokens.access_token;
  const installId = await world.takeIn(tokens);
  const client = installClient(installId, 'person');
  const alone = bareClient(`${sandbox.origin}/v1`, token);
  const context = await installContext(installId);
  const read = () => bareFetch(token, 'GET', '/store');
  for (let turn = 0; turn < readsPerInstall / 4; turn++) {
    await inTurns(times.alone, turn, read, () => alone.getStore());
    await inTurns(times.read, turn, read, () => client.getStore());
    const page = () => bareFetch(token, 'GET', '/orders?limit=100');
    await inTurns(times.page, turn, page, () => client.listOrders({ limit: 100 }));
  }
  for (let turn = 0; turn < writesPerInstall; turn++) {
    const command = CreateOrderCommand.parse({ installId, operationId: randomUUID(), order });
    const create = async () => {
      const outcome = await createOrder(context, command);
      if (outcome.code !== 'succeeded') throw new Error(`the bench was answered ${outcome.code}`);
    };
    await inTurns(
      times.write,
      turn,
      () => bareFetch(token, 'POST', '/orders', JSON.stringify(order)),
      create,
    );
  }
}

try {
  const store = world.stores.findIndex(({ currency }) => currency === 'SYP');
  await measure(store);
  // The times of the first install are discarded, because it was only a warm-up.
  for (const one of Object.values(times)) one.bare.length = one.ours.length = 0;
  for (let index = 0; index < installs; index++) await measure(store);
  report('GET /store, lib/platform alone', times.alone);
  report('GET /store, budget and tokens', times.read);
  report('GET /orders, 100 a page', times.page);
  report('POST /orders, as an operation', times.write);
} finally {
  await world.stop();
}
