import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { budgetRules, lanes, requestBudget } from '@/lib/installs/request-budget.server';
import { PlatformError } from '@/lib/platform/platform-error';
import type { Deadline } from '@/lib/platform/ports';
import type { InstallId } from '@/lib/shared/ids';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { failure } from '@/tests/support/platform/failure';

let world: AppWorld;
beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());

/** People leave work a grant of each of the 8 turns that a window touches. */
const [requestsForPeople, writesForPeople] = [budgetRules.requestsMax - 8, budgetRules.writesMax - 8];

async function grantsOf(installId: InstallId): Promise<{ is_write: boolean; granted_at: string }[]> {
  return world.system(
    `SELECT is_write, granted_at FROM budget_asks WHERE install_id = $1 AND granted_at IS NOT NULL
     ORDER BY granted_at`,
    [installId],
  );
}

/** Waiters that an ask finds: it drops those that did not come back. */
async function waitersLeft(installId: InstallId): Promise<number> {
  await granted(installId, 'read', 1_000);
  const waiting = await world.system(
    'SELECT 1 FROM budget_asks WHERE install_id = $1 AND granted_at IS NULL',
    [installId],
  );
  return waiting.length;
}

const within = (ms: number): Deadline => ({ signal: AbortSignal.timeout(ms), untilMs: Date.now() + ms });

/** Whether a grant comes within this time. */
async function granted(installId: InstallId, kind: 'read' | 'write', withinMs: number): Promise<boolean> {
  return requestBudget(installId, 'person')
    .take(kind, within(withinMs))
    .then(
      () => true,
      () => false,
    );
}

/**
 * Four take as fast as they may until nothing came for a while; answers how many grants the database holds. Nothing
 * comes to a machine that stands still either, so it is only believed when the next while brings nothing more.
 */
async function greedyLoops(installId: InstallId, kind: 'read' | 'write'): Promise<number> {
  const greedy = async () => {
    while (await granted(installId, kind, 750));
  };
  for (let before = -1; ; ) {
    await Promise.all([greedy(), greedy(), greedy(), greedy()]);
    const { length } = await grantsOf(installId);
    if (length === before) return length;
    before = length;
  }
}

/** As if the first grant had been so long ago, and the others as long after it as they were. Answers when it was. */
async function makeFirst(installId: InstallId, agoMs: number): Promise<number> {
  await world.system(
    `UPDATE budget_asks SET granted_at = granted_at + (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $2::bigint
       - (SELECT min(granted_at) FROM budget_asks WHERE install_id = $1) WHERE install_id = $1`,
    [installId, agoMs],
  );
  const [first] = await grantsOf(installId);
  return Number(first?.granted_at);
}

/** As if this much time had passed since each grant. */
const age = (installId: InstallId, ms: number) =>
  world.system('UPDATE budget_asks SET granted_at = granted_at - $2::bigint WHERE install_id = $1', [
    installId,
    ms,
  ]);

describe('LIM-1: one budget per install', () => {
  it('4 greedy people get all but what is kept for work; room comes back when the first are 60 s old', async () => {
    const installId = await world.install();
    expect(await greedyLoops(installId, 'read')).toBe(requestsForPeople);
    await makeFirst(installId, 50_000);
    expect(await granted(installId, 'read', 300)).toBe(false);
    const firstMs = await makeFirst(installId, 59_500);
    expect(await granted(installId, 'read', 20_000)).toBe(true);
    const next = (await grantsOf(installId)).at(-1);
    expect(Number(next?.granted_at) - firstMs).toBeGreaterThanOrEqual(60_000);
  });

  it('4 greedy people get 47 writes of a window, and reads go on', async () => {
    const installId = await world.install();
    expect(await greedyLoops(installId, 'write')).toBe(writesForPeople);
    expect(await granted(installId, 'read', 20_000)).toBe(true);
    const grants = await grantsOf(installId);
    expect(grants.filter((grant) => grant.is_write)).toHaveLength(writesForPeople);
    expect(grants).toHaveLength(writesForPeople + 1);
  });

  it('a wait ends with its signal, and leaves nothing that holds others back', async () => {
    const installId = await world.install();
    await greedyLoops(installId, 'read');
    const startMs = Date.now();
    const waiting = Array.from({ length: 5 }, () => granted(installId, 'read', 200));
    expect(await Promise.all(waiting)).toEqual([false, false, false, false, false]);
    // Room would have come after a minute.
    expect(Date.now() - startMs).toBeLessThan(40_000);
    await age(installId, 60_000);
    expect(await granted(installId, 'read', 20_000)).toBe(true);
    await expect.poll(() => waitersLeft(installId), { timeout: 20_000 }).toBe(0);
  });

  it('another install has its own', async () => {
    const [spent, other] = [await world.install(), await world.install({ store: 1 })];
    await greedyLoops(spent, 'read');
    // The other one has nothing to give for a minute.
    expect(await granted(other, 'read', 30_000)).toBe(true);
  });

  it('4 greedy clients never meet a 429 of the platform', async () => {
    const installId = await world.install();
    const read = async (): Promise<void> => {
      for (;;) {
        const refused = await installClient(installId, 'person')
          .getStore({ deadlineMs: 1_000 })
          .then(
            () => null,
            (error: unknown) => error,
          );
        // On a busy machine an answer may come too late; then there is still something to take.
        if (refused === null || (await grantsOf(installId)).length < requestsForPeople) continue;
        // Waiting for our own budget outlasted the deadline: said as the platform would, and nothing was sent.
        if (refused instanceof PlatformError && refused.status === 429) return;
      }
    };
    await Promise.all(Array.from({ length: 4 }, read));
    expect(await grantsOf(installId)).toHaveLength(requestsForPeople);
    const { data } = await world.sandbox.control<{ data: { status: number }[] }>(
      'GET',
      `/requests?install_id=${installId}`,
    );
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set([200]));
    // One more is the read with which the install was taken in.
    expect(data.length).toBeLessThanOrEqual(requestsForPeople + 1);
    expect(data.length).toBeGreaterThan(requestsForPeople / 2);
  });
});

describe('LIM-2: Retry-After', () => {
  it('holds back every lane for as long as was said, and a shorter one does not shorten it', async () => {
    const installId = await world.install();
    const budget = requestBudget(installId, 'background');
    const startMs = Date.now();
    await budget.block(1.5);
    await budget.block(0.1);
    await Promise.all(lanes.map((lane) => requestBudget(installId, lane).take('read', within(40_000))));
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(1_500);
  });

  it('holds nobody up who could not wait for its end: each lane hears at once when to come back', async () => {
    const installId = await world.install();
    await requestBudget(installId, 'person').block(60);
    const deadline = within(20_000);
    for (const lane of lanes) {
      const refused = await failure(requestBudget(installId, lane).take('read', deadline));
      expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(refused.retryAfterSeconds).toBeGreaterThan(50);
    }
    expect(deadline.signal.aborted).toBe(false);
  });
});
