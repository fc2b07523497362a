import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@/sandbox/create-sandbox';
import { startSandbox } from '@/tests/support/stack/sandbox-process';

/**
 * Measures how many requests per second the sandbox handles on this machine. The sandbox enforces the
 * platform's request budgets (180 requests and 60 writes a minute per install). So the benchmark spreads its
 * requests over many installs.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/sandbox.ts
 */
const origin = 'http://127.0.0.1:4000';
const reads = 4000;
const writes = 1500;
const inFlight = 8;

type Call = (path: string, init?: RequestInit) => Promise<Response>;

const orderBody = JSON.stringify({
  currency: 'SYP',
  items: [{ name: 'صابون', quantity: 2, unit_price_minor: 500 }],
  shipping: { amount_minor: 0, method: 'pickup' },
  customer: { name: 'رنا الحلبي', phone: '+963944555666' },
  payment_method: 'cod',
});

function line(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(46)}${value}\n`);
}

async function tokensOf(call: Call, count: number): Promise<string[]> {
  const { stores } = (await (await call('/_sandbox')).json()) as { stores: { id: string }[] };
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const body = JSON.stringify({ store_id: stores[0]?.id });
    const install = await call('/_sandbox/installs', { method: 'POST', body });
    tokens.push(((await install.json()) as { access_token: string }).access_token);
  }
  return tokens;
}

async function rate(count: number, run: (index: number) => Promise<Response>): Promise<string> {
  const started = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const response = await run(next++);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the bench was answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return `${Math.round(count / ((performance.now() - started) / 1000))} a second`;
}

async function throughput(name: string, call: Call): Promise<void> {
  const tokens = await tokensOf(call, 40);
  const bearer = (index: number) => ({ authorization: `Bearer ${tokens[index % tokens.length]}` });
  line(
    `${name}: GET /orders, 50 a page`,
    await rate(reads, (n) => call('/v1/orders', { headers: bearer(n) })),
  );
  line(
    `${name}: POST /orders`,
    await rate(writes, (n) =>
      call('/v1/orders', {
        method: 'POST',
        body: orderBody,
        headers: { ...bearer(n), 'idempotency-key': `bench-${n}` },
      }),
    ),
  );
}

function inProcess(options: Parameters<typeof createSandbox>[0]): Call {
  const sandbox = createSandbox(options);
  return (path, init) => sandbox.fetch(new Request(new URL(path, origin), init));
}

function percentile(values: number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
}

async function million(): Promise<void> {
  const started = performance.now();
  const call = inProcess({ orders: 1_000_000 });
  line('a million orders: made in', `${((performance.now() - started) / 1000).toFixed(2)} s`);
  line('a million orders: memory', `${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  const [token] = await tokensOf(call, 1);
  const queries = {
    'no filter': '',
    'status, rare': '&status=partially_refunded',
    tag: `&tag=${encodeURIComponent('هدية')}`,
    updated_at_min: '&updated_at_min=2026-06-01T00:00:00Z',
    'nothing found': '&status=placed&tag=nothing',
  };
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    for (let n = 0; n < 30; n++) {
      const began = performance.now();
      const response = await call(`/v1/orders?limit=50${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the bench was answered ${response.status}`);
      times.push(performance.now() - began);
    }
    line(
      `a million orders: a page, ${name}`,
      `p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`,
    );
  }
}

async function reset(): Promise<void> {
  const call = inProcess({ orders: 300 });
  const times: number[] = [];
  for (let round = 0; round < 30; round++) {
    const started = performance.now();
    const response = await call('/_sandbox/reset', { method: 'POST', body: JSON.stringify({ orders: 300 }) });
    if (!response.ok) throw new Error(`the bench was answered ${response.status}`);
    times.push(performance.now() - started);
  }
  line('300 orders: reset', `p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`);
}

async function restart(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
  try {
    const call = inProcess({ dataDir, orders: 3000 });
    const tokens = await tokensOf(call, 20);
    await rate(1000, (n) =>
      call('/v1/orders', {
        method: 'POST',
        body: orderBody,
        headers: { authorization: `Bearer ${tokens[n % tokens.length]}`, 'idempotency-key': `bench-${n}` },
      }),
    );
    const started = performance.now();
    createSandbox({ dataDir });
    line('a demo world and 1,000 new orders: restart', `${Math.round(performance.now() - started)} ms`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await throughput('in process', inProcess({ orders: 3000 }));
const child = await startSandbox('http://localhost:3000', { SANDBOX_ORDERS: '3000' });
try {
  await throughput('over HTTP', (path, init) => fetch(new URL(path, child.origin), init));
} finally {
  await child.stop();
}
await reset();
await restart();
await million();
