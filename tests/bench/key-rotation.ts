import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { QuoteKey } from '@/lib/quotes/quote-rows.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { startChild } from '@/server/stack/child';
import { installContext } from '@/tests/support/integration/install-context';
import { digits, quoteCommand } from '@/tests/support/integration/quote-command';
import { startBenchWorld } from '@/tests/support/stack/bench-world';
import { bundlePrograms, locateProgram } from '@/tests/support/stack/programs';
import { runToEnd } from '@/tests/support/stack/run-to-end';
import { clock, quantile } from './times';

/**
 * Measures a replacement of the first key in ENCRYPTION_KEYS and of the data keys of all installs. Meanwhile quotes are
 * sent, opened and declined. Each quote writes five encrypted values, and ten quotes a second are sent. The rotation
 * program is killed once (SIGKILL) and then started again. Prints how many requests failed, and how many values still
 * need an old key.
 *
 *     npx tsx --tsconfig tsconfig.node.json tests/bench/key-rotation.ts [quotes]
 *
 * Goals, with 10,000 quotes: no request fails, and no value still needs an old key. After the rotation, a process that
 * has only the new key can read every quote.
 */
const quotes = Number(process.argv[2] ?? 10_000);
const installsCount = 4;
const quotesPerSecond = 10;
/**
 * Maximum number of quotes that are sent at the same time. If it is reached, further quotes wait until one of them
 * ends.
 */
const inFlightMax = 12;

await bundlePrograms();
const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-keys-'));
const world = await startBenchWorld('http://localhost:3999');
const { env } = await import('@/lib/system/env');
const { loadDataKeys, tenantDb } = await import('@/lib/system/db');
const { forgetDataKeys } = await import('@/lib/system/keys/data-keys');
const { countKeyUses } = await import('@/lib/system/keys/encrypted-columns');
const { QuoteId } = await import('@/lib/quotes/quote-commands');
const rows = await import('@/lib/quotes/quote-rows.server');
const { sendQuote } = await import('@/lib/quotes/send-quote.server');
const { openLink } = await import('@/lib/quotes/acceptance/open-link.server');
const { answerQuote } = await import('@/lib/quotes/acceptance/answer-quote.server');
const { installClient } = await import('@/lib/installs/install-client.server');
const { refreshStore } = await import('@/lib/store/read-store.server');
try {
  await measure();
} finally {
  await world.stop();
  await rm(logs, { recursive: true, force: true });
}
process.exit();

async function measure(): Promise<void> {
  const contexts = await Promise.all(
    Array.from({ length: installsCount }, async (_, store) => {
      const installId = await world.install(store);
      await refreshStore(installId, installClient(installId, 'person'));
      return installContext(installId);
    }),
  );
  for (const { installId } of contexts) await seedQuotes(installId, quotes / installsCount);
  // As docs/operating.md requires, every process has both keys before the rotation begins.
  const [old] = env().ENCRYPTION_KEYS;
  if (!old) throw new Error('ENCRYPTION_KEYS has no key');
  const next = { id: 'k2', key: randomBytes(32) };
  env().ENCRYPTION_KEYS.splice(0, 1, next, old);
  const total = (await countKeyUses()).reduce((sum, { values }) => sum + values, 0);
  say(`${quotes} quotes in ${installsCount} stores, ${total} encrypted values`);
  const load = startLoad(contexts);
  await sleep(5_000);

  const first = startRotation(ringOf(next, old), 'first');
  // The first run waits until all processes have loaded the new data keys. Then it encrypts the stored values again.
  while ((await leftUnderOldKeys(next.id)) > total * 0.7) await sleep(300);
  await first.kill();
  const left = await leftUnderOldKeys(next.id);
  if (left === 0) throw new Error('the rotation ended before it was killed');
  say(`killed the rotation: ${left} values left under an old key`);
  const resumedMs = await clock(async () => {
    const { code } = await startRotation(ringOf(next, old), 'second').exited;
    if (code !== 0) throw new Error(`the rotation ended with exit code ${code}`);
  });
  const { sent, failed, times, seconds } = await load();
  const values = 5 * (sent - failed);
  say(`continued the rotation in ${(resumedMs / 1_000).toFixed(0)} s`);
  say(
    `load: ${sent} quotes sent, opened and declined in ${seconds.toFixed(0)} s, ` +
      `${(values / seconds).toFixed(0)} values a second, p99 of a quote ${quantile(times, 0.99).toFixed(0)} ms; ` +
      `failed ${failed} (goal 0)`,
  );
  const after = await leftUnderOldKeys(next.id);
  say(`values left under an old key: ${after} (goal 0)`);
  env().ENCRYPTION_KEYS.splice(1);
  for (const { installId } of contexts) forgetDataKeys(installId);
  const unreadable = await countUnreadable(contexts);
  say(`quotes that the new key alone cannot read: ${unreadable} (goal 0)`);
  const doctor = await runToEnd('server/doctor.ts', { ...world.appEnv, ENCRYPTION_KEYS: ringOf(next) });
  for (const line of doctor.output.split('\n')) if (/\bkeys?\b/i.test(line)) say(`doctor: ${line}`);
  if (failed + after + unreadable > 0) process.exitCode = 1;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Returns keys as text for the variable ENCRYPTION_KEYS. */
function ringOf(...ring: { id: string; key: Buffer }[]): string {
  return ring.map(({ id, key }) => `${id}:${key.toString('base64')}`).join();
}

/** Starts the rotation of ENCRYPTION_KEYS and of the data keys, as `npm run keys:rotate -- --data-keys` does. */
function startRotation(ring: string, name: string) {
  const { flags, file } = locateProgram('server/rotate-keys.ts');
  return startChild({
    name: 'rotate',
    flags,
    args: [file, '--data-keys'],
    env: { ...world.appEnv, ENCRYPTION_KEYS: ring },
    logFile: path.join(logs, `rotate-${name}.log`),
  });
}

/** Returns the number of values that need an older key: an older data key, or an older key of ENCRYPTION_KEYS. */
async function leftUnderOldKeys(newest: string): Promise<number> {
  const uses = await countKeyUses();
  return uses.reduce((sum, { ringId, values, replaced }) => sum + (ringId === newest ? replaced : values), 0);
}

/**
 * Stores quotes in one install: each has a customer, a link, and a version with its content. The app's own code
 * encrypts the values. To save time, one statement inserts many rows, which the app does not do.
 */
async function seedQuotes(installId: InstallId, count: number): Promise<void> {
  const context = await installContext(installId);
  const sent = await sendQuote(context, commandOf(context));
  if (sent.code !== 'succeeded') throw new Error(`not sent: ${JSON.stringify(sent)}`);
  const linked = await openLink(sent.result.token);
  if (!linked) throw new Error('the link of the quote does not open');
  await loadDataKeys([installId]);
  for (let from = 0; from < count; from += 500) {
    const ids = Array.from({ length: Math.min(500, count - from) }, () => QuoteId.parse(randomUUID()));
    await tenantDb(installId).transaction(async (tx) => {
      await tx.quote.createMany({
        data: ids.map((quoteId, n) => quoteRow({ installId, quoteId }, from + n)),
      });
      await tx.quoteVersion.createMany({
        data: ids.map((quoteId) => ({
          installId,
          quoteId,
          version: 1,
          expiresAt: linked.expiresAt,
          sentAt: new Date(),
          ...rows.contentColumns({ installId, quoteId, version: 1 }, linked.content),
        })),
      });
    });
  }
}

function quoteRow(key: QuoteKey, index: number) {
  return {
    installId: key.installId,
    id: key.quoteId,
    // The inserted quotes have much higher numbers than the quotes that are sent during the run, so that no number
    // occurs twice.
    number: 1_000_000 + index,
    version: 1,
    draftRevision: 1,
    state: 'sent',
    ...rows.customerColumns(key, { name: 'Rana Haddad', phone: '+963944000111' }),
    linkEnc: rows.sealLink(key, randomUUID()),
  };
}

/** Sends, opens and declines quotes in a loop. Returns the function that stops the loop. */
function startLoad(contexts: InstallContext[]) {
  const result = { sent: 0, failed: 0, times: [] as number[] };
  const running = new Set<Promise<void>>();
  const startedMs = performance.now();
  const once = async (context: InstallContext) => {
    try {
      result.times.push(await clock(() => answerNewQuote(context)));
    } catch (error) {
      result.failed += 1;
      say(`failed: ${String(error)}`);
    }
  };
  const timer = setInterval(() => {
    const context = contexts[result.sent % contexts.length];
    if (!context || running.size >= inFlightMax) return;
    result.sent += 1;
    const work = once(context).finally(() => running.delete(work));
    running.add(work);
  }, 1_000 / quotesPerSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
    return { ...result, seconds: (performance.now() - startedMs) / 1_000 };
  };
}

/** Returns a command that sends a quote in the currency of the store. */
function commandOf({ installId, store }: InstallContext) {
  return quoteCommand(installId, { order: { currency: store.currency } });
}

/** Sends a quote, opens its link, unlocks it and declines it. Throws if a step does not succeed. */
async function answerNewQuote(context: InstallContext): Promise<void> {
  const sent = await sendQuote(context, commandOf(context));
  if (sent.code !== 'succeeded') throw new Error(`sending: ${sent.code}`);
  const linked = await openLink(sent.result.token);
  if (!linked) throw new Error('the link does not open');
  const origin = { address: '192.0.2.1', userAgent: 'benchmark' };
  for (const [intent, code] of [
    ['open', 'unlocked'],
    ['decline', 'done'],
  ] as const) {
    const outcome = await answerQuote(linked, { intent, version: 1, digits }, origin);
    if (outcome.code !== code) throw new Error(`${intent}: ${outcome.code}`);
  }
}

/**
 * Decrypts the customer, the link and the content of each quote. Returns the number of quotes with a value that cannot
 * be decrypted.
 */
async function countUnreadable(contexts: InstallContext[]): Promise<number> {
  let unreadable = 0;
  for (const { db } of contexts)
    await db.transaction(async (tx) => {
      const contents = new Map(
        (await tx.quoteVersion.findMany()).map((version) => [version.quoteId, version]),
      );
      for (const quote of await tx.quote.findMany())
        try {
          rows.customerOf(quote);
          rows.linkOf(quote);
          const version = contents.get(quote.id);
          if (!version || !rows.contentOf(version)) throw new Error('no content');
        } catch {
          unreadable += 1;
        }
    });
  return unreadable;
}
