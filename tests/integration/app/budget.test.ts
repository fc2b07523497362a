import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import {
  requestBudget,
  requestsPerWindowMax,
  writesPerWindowMax,
} from '@/lib/installs/request-budget.server';
import type { InstallId } from '@/lib/shared/ids';
import { type AppWorld, startAppWorld } from '@/tests/support/app-world';

let world: AppWorld;
beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());

type Row = { requests: string[]; writes: string[] };
async function budgetOf(installId: InstallId): Promise<Row> {
  const [row] = await world.system<Row>('SELECT requests, writes FROM budgets WHERE install_id = $1', [
    installId,
  ]);
  return row ?? { requests: [], writes: [] };
}

/** Whether a grant comes within this time. */
async function granted(installId: InstallId, kind: 'read' | 'write', withinMs: number): Promise<boolean> {
  return requestBudget(installId)
    .take(kind, AbortSignal.timeout(withinMs))
    .then(
      () => true,
      () => false,
    );
}

/** Takes as fast as it may until nothing came for 300 ms. */
async function greedy(installId: InstallId, kind: 'read' | 'write'): Promise<number> {
  for (let taken = 0; ; taken++) if (!(await granted(installId, kind, 300))) return taken;
}

const greedyLoops = async (installId: InstallId, kind: 'read' | 'write') =>
  (await Promise.all(Array.from({ length: 4 }, () => greedy(installId, kind)))).reduce(
    (sum, taken) => sum + taken,
  );

/** As if this much time had passed since each grant. */
const age = (installId: InstallId, ms: number) =>
  world.system(
    `UPDATE budgets SET requests = ARRAY(SELECT t - $2::bigint FROM unnest(requests) t),
       writes = ARRAY(SELECT t - $2::bigint FROM unnest(writes) t) WHERE install_id = $1`,
    [installId, ms],
  );

describe('LIM-1: one budget per install', () => {
  it('4 greedy loops get 170 requests of a window, no more; room comes back when the first are 60 s old', async () => {
    const installId = await world.install();
    expect(await greedyLoops(installId, 'read')).toBe(requestsPerWindowMax);
    expect((await budgetOf(installId)).requests).toHaveLength(requestsPerWindowMax);
    await age(installId, 50_000);
    expect(await granted(installId, 'read', 300)).toBe(false);
    const [first = ''] = (await budgetOf(installId)).requests;
    await age(installId, 60_000 - 500 - (Date.now() - Number(first)));
    expect(await granted(installId, 'read', 200)).toBe(false);
    expect(await granted(installId, 'read', 2_000)).toBe(true);
  });

  it('4 greedy loops get 55 writes of a window, and reads go on', async () => {
    const installId = await world.install();
    expect(await greedyLoops(installId, 'write')).toBe(writesPerWindowMax);
    expect(await granted(installId, 'read', 300)).toBe(true);
    expect(await budgetOf(installId)).toMatchObject({
      requests: { length: writesPerWindowMax + 1 },
      writes: { length: writesPerWindowMax },
    });
  });

  it('another install has its own', async () => {
    const [spent, other] = [await world.install(), await world.install({ store: 1 })];
    await greedyLoops(spent, 'read');
    expect(await granted(other, 'read', 300)).toBe(true);
  });

  it('4 greedy clients never meet a 429 of the platform', async () => {
    const installId = await world.install();
    const read = async (): Promise<number> => {
      for (let calls = 0; ; calls++) {
        const refused = await installClient(installId)
          .getStore({ deadlineMs: 1_000 })
          .then(
            () => null,
            (error: unknown) => error,
          );
        if (refused === null) continue;
        // Waiting for our own budget outlasted the deadline: said as the platform would, and nothing was sent.
        expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
        return calls;
      }
    };
    const calls = await Promise.all(Array.from({ length: 4 }, read));
    expect(calls.reduce((sum, count) => sum + count)).toBe(requestsPerWindowMax);
    const { data } = await world.sandbox.control<{ data: { status: number }[] }>(
      'GET',
      `/requests?install_id=${installId}`,
    );
    // One more is the read with which the install was taken in.
    expect(data.map(({ status }) => status)).toEqual(
      Array.from({ length: requestsPerWindowMax + 1 }, () => 200),
    );
  });
});

describe('LIM-2: Retry-After', () => {
  it('holds back everybody for as long as was said, and a shorter one does not shorten it', async () => {
    const installId = await world.install();
    const budget = requestBudget(installId);
    const startMs = Date.now();
    await budget.block(1.5);
    await budget.block(0.1);
    await Promise.all(
      Array.from({ length: 3 }, () => requestBudget(installId).take('read', AbortSignal.timeout(5_000))),
    );
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(1_500);
  });
});
