import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, afterAll, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { customerColumns, sealDraft, sealLink } from '@/lib/quotes/quote-rows.server';
import { customerIndexes } from '@/lib/system/keys/customer-columns';
import { readDraft, saveDraft } from '@/lib/quotes/save-draft.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { encrypt } from '@/lib/system/keys/crypto';
import { insertDataKeys, readDataKeys } from '@/lib/system/keys/data-keys';
import { loadDataKeys, systemQuery, tenantDb } from '@/lib/system/db';
import { countKeyUses } from '@/lib/system/keys/encrypted-columns';
import { env } from '@/lib/system/env';
import { rotateDataKeys } from '@/lib/system/keys/rotate-data-keys';
import { countDataKeys, rotateRing } from '@/lib/system/keys/rotate-ring';
import { startChild } from '@/server/stack/child';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { sentQuote } from '@/tests/support/integration/sent-quote';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';
import { locateProgram } from '@/tests/support/stack/programs';
import { testLogs } from '@/tests/support/stack/test-logs';
import { testScale } from '@/tests/support/stack/test-scale';

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
});
afterAll(() => world.stop());

/**
 * Returns the number of stored values that can be decrypted only with an older key: an older data key, or an older key
 * of ENCRYPTION_KEYS.
 */
async function leftUnderOldKeys(): Promise<number> {
  const [first] = env().ENCRYPTION_KEYS;
  const uses = await countKeyUses();
  return uses.reduce((sum, use) => sum + (use.ringId === first?.id ? use.replaced : use.values), 0);
}

const dataKeys = () =>
  world.system<{ id: string }>('SELECT id FROM data_keys WHERE install_id = $1 ORDER BY version', [
    installId,
  ]);

const draftOf = async (quoteId: QuoteId) => {
  const stored = await readDraft(context, quoteId);
  if (!stored) throw new Error(`no draft of ${quoteId}`);
  return stored;
};

/**
 * Saves 50 drafts of quotes per second until it is stopped, with at most 8 saves at the same time. A busy machine that
 * cannot save 50 drafts per second gets fewer saves instead of a queue that grows: the app refuses a request that waits
 * over 5 s for its share of the connections. Counts the writes that succeeded and those that failed.
 */
function writeDrafts(of: QuoteId[]) {
  const counts = { saved: 0, failed: 0 };
  const running = new Set<Promise<void>>();
  const free = [...of];
  const save = async (quoteId: QuoteId) => {
    try {
      const { revision, draft } = await draftOf(quoteId);
      const { code } = await saveDraft(context, { installId, quoteId, revision, draft });
      counts[code === 'saved' ? 'saved' : 'failed']++;
    } catch (error) {
      console.error(error);
      counts.failed++;
    }
    free.push(quoteId);
  };
  const timer = setInterval(() => {
    const next = running.size < 8 ? free.shift() : undefined;
    if (next) {
      const write = save(next).finally(() => running.delete(write));
      running.add(write);
    }
  }, 20);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
    return counts;
  };
}

it('S7: a rotation under load fails no request and leaves no value under an old key', async () => {
  const { quoteId } = await sentQuote(context);
  const { draft } = await draftOf(quoteId);
  const created = await patiently(createOrder)(context, orderCommand(installId));
  if (created.code !== 'succeeded') throw new Error(created.code);
  const drafts = Array.from({ length: 50 }, () => QuoteId.parse(randomUUID()));
  for (const id of drafts)
    expect(await saveDraft(context, { installId, quoteId: id, revision: 0, draft })).toMatchObject({
      code: 'saved',
    });
  // Puts the new key at the first place of ENCRYPTION_KEYS in the test process, as docs/operating.md requires for every
  // process.
  env().ENCRYPTION_KEYS.unshift({ id: 'k2', key: randomBytes(32) });
  const [before] = await dataKeys();
  const stop = writeDrafts(drafts);
  const startedAt = performance.now();
  let counts: Awaited<ReturnType<typeof stop>>;
  let result: Awaited<ReturnType<typeof rotateDataKeys>>;
  try {
    result = await rotateDataKeys({ indexes: customerIndexes, distributeMs: 15_000, drainMs: 3_000 });
    await rotateRing();
  } finally {
    counts = await stop();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `${result.changed} values in ${seconds.toFixed(1)} s, ${counts.saved} saves, ${counts.failed} failed`,
  );
  expect(counts.failed).toBe(0);
  expect(counts.saved).toBeGreaterThan(50);
  expect(await leftUnderOldKeys()).toBe(0);
  expect(await countDataKeys()).toMatchObject([{ id: 'k2' }]);
  const after = await dataKeys();
  expect(after).toHaveLength(1);
  expect(after[0]?.id).not.toBe(before?.id);
  // The rotation also replaced the hashes by which quotes and orders are searched (blind indexes). A search
  // must still find the customer.
  await readDataKeys([installId], systemQuery);
  for (const q of ['+963944123456', 'سلمى']) {
    const found = await listQuotes(context, QuoteListQuery.parse({ q, state: 'draft' }));
    expect(found.quotes.map(({ id }) => id)).toEqual(expect.arrayContaining(drafts.slice(-10)));
    const { rows } = await listOrders(context, OrderListQuery.parse({ q }));
    expect(rows.map(({ id, customerName }) => [id, customerName])).toEqual([
      [created.result.orderId, 'سلمى الخطيب'],
    ]);
  }
});

it('a rotation that was killed is continued by the next one', async () => {
  const quotes = testScale === 1 ? 10_000 : 2_000;
  await seedQuotes(quotes);
  env().ENCRYPTION_KEYS.splice(1);
  const ring = env()
    .ENCRYPTION_KEYS.map(({ id, key }) => `${id}:${key.toString('base64')}`)
    .join();
  // Inserts a new data key that all processes may use at once (`usableInMs: 0`). So the rotation does not have to wait
  // until all processes have loaded the key. It waits only for transactions that use the old key.
  await insertDataKeys([{ installId, version: 1_000 }], { usableInMs: 0 }, systemQuery);
  const total = await leftUnderOldKeys();
  const { flags, file } = locateProgram('server/rotate-keys.ts');
  const child = startChild({
    name: 'rotate',
    flags,
    args: [file, '--data-keys'],
    env: { ...world.appEnv, ENCRYPTION_KEYS: ring },
    logFile: path.join(testLogs, `rotate-${process.pid}.log`),
  });
  while ((await leftUnderOldKeys()) > total * 0.8) await sleep(50);
  await child.kill();
  const left = await leftUnderOldKeys();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(total);
  expect(await dataKeys()).toHaveLength(2);
  const startedAt = performance.now();
  const result = await rotateDataKeys({ indexes: customerIndexes, distributeMs: 0, drainMs: 500 });
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `${quotes} quotes, ${total} values: ${left} left by kill -9, continued in ${seconds.toFixed(1)} s`,
  );
  expect(result).toMatchObject({ installs: 1, changed: left, unreadable: 0, resumed: true });
  expect(await leftUnderOldKeys()).toBe(0);
  expect(await dataKeys()).toHaveLength(1);
});

it('a value that has an unknown form is counted as unreadable, and the rotation of the other values ends', async () => {
  const broken = await Promise.all(
    ['{}', 'x'].map(async (plain) => ({ plain, ...(await sentQuote(context)) })),
  );
  const { quoteId } = await sentQuote(context);
  const stored = await world.system<{ id: string; customer_enc: string }>(
    'SELECT id, customer_enc FROM quotes WHERE id = ANY($1::uuid[])',
    [broken.map((quote) => quote.quoteId)],
  );
  const write = (id: string, value: string) =>
    world.system('UPDATE quotes SET customer_enc = $2 WHERE id = $1', [id, value]);
  for (const { plain, quoteId: id } of broken)
    await write(id, encrypt(plain, { installId, column: 'quotes.customer_enc', row: [id] }));
  const rotate = () => rotateDataKeys({ indexes: customerIndexes, distributeMs: 0, drainMs: 0 });
  expect(await rotate()).toMatchObject({ unreadable: 2, kept: 1, resumed: false });
  expect(await draftOf(quoteId)).toMatchObject({ draft: { lines: expect.any(Array) } });
  // The old data key is still stored, so a repaired value is encrypted again by the next rotation.
  for (const { id, customer_enc } of stored) await write(id, customer_enc);
  expect(await rotate()).toMatchObject({ unreadable: 0, kept: 0, resumed: true });
  expect(await dataKeys()).toHaveLength(1);
});

it('a data key that ENCRYPTION_KEYS cannot decrypt is not deleted, and its values are readable with the key again', async () => {
  const { quoteId } = await sentQuote(context);
  const before = await dataKeys();
  const ring = env().ENCRYPTION_KEYS;
  const removed = ring.splice(0, ring.length, { id: 'k9', key: randomBytes(32) });
  const rotate = (more = {}) =>
    rotateDataKeys({ indexes: customerIndexes, distributeMs: 0, drainMs: 0, ...more });
  const [needed] = removed;
  await expect(rotate()).rejects.toThrow(`cannot decrypt 1 of 1 data keys. They need ${needed?.id}:`);
  expect(await dataKeys()).toEqual(before);
  // Each of the two rotations runs without the removed key of ENCRYPTION_KEYS and makes a new data key. The rotations
  // must not delete the data key with which the stored values are encrypted.
  for (let run = 0; run < 2; run++) {
    const [, newest] = await dataKeys();
    expect(await rotate({ ignoresKeys: true })).toMatchObject({ changed: 0, kept: 1, resumed: false });
    const after = await dataKeys();
    expect(after).toEqual([...before, { id: expect.any(String) }]);
    expect(after[1]?.id).not.toBe(newest?.id);
  }
  ring.push(...removed);
  expect(await rotate()).toMatchObject({ installs: 1, unreadable: 0, kept: 0, resumed: true });
  expect(await dataKeys()).toHaveLength(1);
  expect(await draftOf(quoteId)).toMatchObject({ draft: { lines: expect.any(Array) } });
});

/** Stores `count` quotes, each with a customer, a draft and a link. */
async function seedQuotes(count: number): Promise<void> {
  const { quoteId } = await sentQuote(context);
  const { draft } = await draftOf(quoteId);
  await loadDataKeys([installId]);
  for (let from = 0; from < count; from += 500) {
    const data = Array.from({ length: 500 }, () => {
      const key = { installId, quoteId: QuoteId.parse(randomUUID()) };
      return {
        installId,
        id: key.quoteId,
        draftRevision: 1,
        ...customerColumns(key, { name: 'Rana Haddad', phone: '+963944000111' }),
        draftEnc: sealDraft(key, draft),
        linkEnc: sealLink(key, randomUUID()),
      };
    });
    await tenantDb(installId).transaction((tx) => tx.quote.createMany({ data }));
  }
}
