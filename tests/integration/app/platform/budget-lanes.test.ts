import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budgetRules, lanes } from '@/lib/installs/request-budget.server';
import { Random } from '@/sandbox/world/random';
import { createTestDatabase } from '@/tests/support/stack/postgres';
import { testScale } from '@/tests/support/stack/test-scale';

/**
 * Seed of the random numbers in the simulations of this file. In a simulation, callers of different lanes share one
 * request budget (a limit of requests per minute). A lane is a kind of caller, such as a user or a background job.
 *
 * Time is virtual. Each caller calls the SQL function take_budget in a real PostgreSQL. If the result is a waiting
 * time, the caller calls again exactly when this time is over. The test counts the grants with its own code, so that an
 * error in take_budget cannot hide itself.
 */
const seed = Number(process.env.TEST_SEED) || Date.now() % 2 ** 31;

/** Returns a random function (0 to below 1). The same seed gives the same numbers. */
function seededRandom(of: number): () => number {
  const random = new Random(String(of));
  return () => random.next();
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  await connection.query('SET ROLE daftar_system; SET synchronous_commit = off');
});
afterAll(async () => {
  await connection.end();
  await database.drop();
});

/** A simulated caller that requests one grant after another. Each grant allows the caller to send one request. */
type Requester = {
  lane: number;
  kind: 'read' | 'write';
  /** Returns the time, in milliseconds, from a grant until the caller requests the next grant. */
  restMs: () => number;
  fromMs: number;
  toMs: number;
  /**
   * Maximum time, in milliseconds, that the caller waits for one grant. If the wait would be longer, the caller stops
   * waiting without notice, as after a crash, and later requests a new grant. If absent, the caller waits until it gets
   * the grant.
   */
  patienceMs?: number;
};
type Grant = { lane: number; kind: 'read' | 'write'; atMs: number; waitedMs: number };
type Run = {
  startMs: number;
  grants: Grant[];
  waits: { lane: number; kind: string; fromMs: number; toMs: number }[];
  requests: number;
};

const questions = Object.keys(budgetRules).map((_, index) => `$${index + 5}`);
const takeSql = `SELECT take_budget($1, $2, $3, $4, ${questions.join(', ')}, $${questions.length + 5}) AS wait`;

async function requestGrant(
  installId: string,
  id: string,
  requester: Requester,
  nowMs: number,
): Promise<number> {
  const { rows } = await connection.query<{ wait: string }>({
    name: 'take',
    text: takeSql,
    values: [installId, id, requester.lane, requester.kind === 'write', ...Object.values(budgetRules), nowMs],
  });
  return Number(rows[0]?.wait);
}

/**
 * Runs the simulated callers until their end times. Callers that are due at the same moment run in random
 * order.
 */
async function simulate(requesters: Requester[], random: () => number): Promise<Run> {
  const installId = randomUUID();
  const startMs = 1_700_000_000_000 + Math.floor(random() * 60_000);
  const run: Run = { startMs, grants: [], waits: [], requests: 0 };
  const states = requesters.map((requester) => ({
    requester: requester,
    id: randomUUID(),
    sinceMs: requester.fromMs,
    dueMs: requester.fromMs,
  }));
  for (;;) {
    const dueMs = Math.min(...states.map((state) => state.dueMs));
    if (!Number.isFinite(dueMs)) return run;
    const due = states.filter((state) => state.dueMs === dueMs);
    const state = due[Math.floor(random() * due.length)];
    if (!state) throw new Error('no install is due');
    const { requester: requester } = state;
    const waitMs = await requestGrant(installId, state.id, requester, startMs + dueMs);
    run.requests++;
    const waitedMs = dueMs - state.sinceMs;
    const wait = { lane: requester.lane, kind: requester.kind, fromMs: state.sinceMs, toMs: dueMs };
    if (waitMs === 0) run.grants.push({ lane: requester.lane, kind: requester.kind, atMs: dueMs, waitedMs });
    const isOver = waitMs === 0 || waitedMs + waitMs > (requester.patienceMs ?? Number.POSITIVE_INFINITY);
    state.dueMs = dueMs + waitMs;
    if (isOver) {
      run.waits.push(wait);
      state.id = randomUUID();
      state.sinceMs = state.dueMs = dueMs + Math.max(1, Math.round(requester.restMs()));
    }
    if (state.dueMs < requester.toMs) continue;
    if (!isOver) run.waits.push(wait);
    state.dueMs = Number.POSITIVE_INFINITY;
  }
}

const windowMs = 60_000;

/** Returns the highest number of grants in any 60 s. */
function busiest(grants: Grant[]): number {
  let max = 0;
  for (let first = 0, last = 0; last < grants.length; last++) {
    while ((grants[last]?.atMs ?? 0) - (grants[first]?.atMs ?? 0) >= windowMs) first++;
    max = Math.max(max, last - first + 1);
  }
  return max;
}

const writesOf = (grants: Grant[]) => grants.filter(({ kind }) => kind === 'write');
const countIn = (grants: Grant[], fromMs: number) =>
  grants.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + windowMs).length;

function expectWithinLimits({ grants }: Run): void {
  expect(busiest(grants)).toBeLessThanOrEqual(170);
  expect(busiest(writesOf(grants))).toBeLessThanOrEqual(55);
}

/**
 * Returns the longest time, in milliseconds, in which callers in work lanes were waiting and got no grant (permission
 * to send one request). Every lane except `person` is a work lane.
 */
function longestStarvation({ grants, waits }: Run): number {
  const work = grants.filter(({ lane }) => lane > 0).map(({ atMs }) => atMs);
  let longest = 0;
  for (const { fromMs, toMs } of waits.filter(({ lane }) => lane > 0)) {
    const inside = work.filter((atMs) => atMs > fromMs && atMs < toMs);
    const marks = [fromMs, ...inside, toMs];
    for (let i = 1; i < marks.length; i++) longest = Math.max(longest, (marks[i] ?? 0) - (marks[i - 1] ?? 0));
  }
  return longest;
}

/**
 * Returns the grants (permissions to send one request) that work lanes got while a user waited for a read. Every lane
 * except `person` is a work lane. The first grant in each budget slice is left out, because it is reserved for work
 * lanes.
 */
function jumpedAhead({ startMs, grants, waits }: Run): Grant[] {
  const turnOf = (atMs: number) => Math.floor((startMs + atMs) / budgetRules.sliceMs);
  const work = grants.filter(({ lane }) => lane > 0);
  const people = waits.filter(({ lane, kind }) => lane === 0 && kind === 'read');
  return work.filter(({ atMs }, index) => {
    const isFirst = turnOf(work[index - 1]?.atMs ?? -1e6) < turnOf(atMs);
    return !isFirst && people.some(({ fromMs, toMs }) => fromMs < atMs && atMs < toMs);
  });
}

const greedy = (lane: number, kind: 'read' | 'write', more: Partial<Requester> = {}): Requester => ({
  lane,
  kind,
  restMs: () => 5,
  fromMs: 0,
  toMs: 90_000,
  ...more,
});
const longestWait = (run: Run, lane: number, kind: 'read' | 'write') =>
  Math.max(
    0,
    ...run.grants.filter((one) => one.lane === lane && one.kind === kind).map(({ waitedMs }) => waitedMs),
  );

const cases = (casesMax: number) => Math.max(1, Math.round(casesMax * testScale));
let requests = 0;
const simulated = async (requesters: Requester[], random: () => number) => {
  const run = await simulate(requesters, random);
  requests += run.requests;
  expectWithinLimits(run);
  return run;
};
afterAll(() => console.info(`seed ${seed}: ${requests} asks`));

describe('LIM-1: the lanes of one budget', { timeout: 60_000 + 240_000 * testScale }, () => {
  it.each([
    ['reads', ['read'] as const, 1],
    ['writes', ['write'] as const, 3],
    ['both', ['read', 'write'] as const, 2],
  ])('idle capacity is used: background %s without other lanes get 95 %% of it', async (_, kinds, lane) => {
    // The test uses one random seed and three fixed seeds. The fixed seeds repeat an old error: with them, an earlier
    // version of the request budget gave reads the grants that writes should have got.
    for (const start of [seed, 5_020, 5_051, 5_136]) {
      const run = await simulated(
        kinds.map((kind) => greedy(lane, kind, { toMs: 130_000 })),
        seededRandom(start),
      );
      for (const fromMs of [0, 68_000]) {
        if (kinds.some((kind) => kind === 'read'))
          expect(countIn(run.grants, fromMs), `seed ${start}`).toBeGreaterThanOrEqual(0.95 * 170);
        if (kinds.some((kind) => kind === 'write'))
          expect(countIn(writesOf(run.grants), fromMs), `seed ${start}`).toBeGreaterThanOrEqual(0.95 * 55);
      }
    }
  });

  it("a user's occasional request waits at most about a second, however greedy the work is", async () => {
    for (let n = 0; n < cases(3); n++) {
      const random = seededRandom(seed + n);
      const sparse = (kind: 'read' | 'write') =>
        greedy(0, kind, { fromMs: Math.floor(random() * 10_000), restMs: () => 3_000 + random() * 4_000 });
      const run = await simulated(
        [
          greedy(1, 'read'),
          greedy(2, 'read'),
          greedy(3, 'write'),
          greedy(3, 'read'),
          sparse('read'),
          sparse('write'),
        ],
        random,
      );
      const people = run.grants.filter((grant) => grant.lane === 0);
      const atOnce = people.filter(({ waitedMs }) => waitedMs === 0);
      expect(atOnce.length).toBeGreaterThan(0.9 * people.length);
      expect(longestWait(run, 0, 'read')).toBeLessThanOrEqual(1_000);
      expect(longestWait(run, 0, 'write')).toBeLessThanOrEqual(1_250);
    }
  });

  it('D6: waiting work gets a grant at least every 10 s and its lanes share evenly, however greedy users are', async () => {
    for (let n = 0; n < cases(3); n++) {
      const random = seededRandom(seed + n);
      const people = [greedy(0, 'read'), greedy(0, 'read'), greedy(0, 'write')];
      const work = [greedy(1, 'write'), greedy(2, 'read'), greedy(3, 'read')].map((requester) => ({
        ...requester,
        fromMs: Math.floor(random() * 20_000),
      }));
      const run = await simulated([...people, ...work], random);
      expect(longestStarvation(run)).toBeLessThanOrEqual(10_000);
      const perLane = [1, 2, 3].map(
        (lane) => run.grants.filter((one) => one.lane === lane && one.atMs > 25_000).length,
      );
      expect(Math.max(...perLane) - Math.min(...perLane)).toBeLessThanOrEqual(2);
    }
  });

  it('U6: a waiting user is served before any work, except for one grant to work in each budget slice', async () => {
    for (let n = 0; n < cases(3); n++) {
      // First, other callers use up the budget evenly over a minute. Then the users start. From then on, a new grant is
      // possible only when an old grant becomes a minute old, so every caller must wait.
      const people = [greedy(0, 'read', { fromMs: 45_000 }), greedy(0, 'write', { fromMs: 45_000 })];
      const run = await simulated([...people, greedy(1, 'write'), greedy(3, 'read')], seededRandom(seed + n));
      expect(run.grants.filter(({ lane, waitedMs }) => lane === 0 && waitedMs > 0).length).toBeGreaterThan(
        50,
      );
      expect(jumpedAhead(run)).toEqual([]);
    }
  });

  it('among the work lanes, retried operations have priority over reads for events, and those over a backfill', async () => {
    const random = seededRandom(seed);
    const run = await simulated([greedy(1, 'read'), greedy(2, 'read'), greedy(3, 'read')], random);
    const late = run.grants.filter(({ atMs }) => atMs > 10_000);
    const [retry = 0, webhook = 0, background = 0] = [1, 2, 3].map(
      (lane) => late.filter((one) => one.lane === lane).length,
    );
    // A budget slice is 8.57 s long. In each slice that has free grants (permissions to send one request), every lane
    // gets at least one grant. The test counts the grants of 80 s (10 s to 90 s), which is more than nine slices. So
    // the lanes webhook and background must each have at least nine grants.
    expect(webhook).toBeGreaterThanOrEqual(9);
    expect(background).toBeGreaterThanOrEqual(9);
    expect(retry).toBeGreaterThan(5 * (webhook + background));
  });

  it('a caller that crashes while it waits delays others by at most half a second', async () => {
    const installId = randomUUID();
    // A virtual time at which a budget slice starts.
    const nowMs = budgetRules.sliceMs * 200_000_000;
    const take = (requester: Requester, atMs: number, id = randomUUID()) =>
      requestGrant(installId, id, requester, nowMs + atMs);
    const [person, work] = [greedy(0, 'read'), greedy(3, 'read')];
    // In the budget slice, a background request first takes the grant that is reserved for work lanes (every lane
    // except `person`). Then users take all other grants.
    expect(await take(work, 0)).toBe(0);
    let taken = 0;
    while ((await take(person, 1_000)) === 0) taken++;
    expect(taken).toBe(170 - 1 - 7);
    expect(await take(work, 60_100)).toBe(0);
    // The first grants of users become a minute old in 10 ms, and from then on they no longer count. So the next caller
    // gets the answer to wait 10 ms. This caller crashes during the wait and never calls again.
    const crashed = randomUUID();
    expect(await take(person, 60_990, crashed)).toBe(10);
    expect(await take(work, 61_100)).toBe(250);
    expect(await take(work, 61_310)).toBe(0);
  });

  it(`limits and budget slices are respected in random mixes of lanes, rates and patience`, async () => {
    let mixed = 0;
    for (let n = 0; mixed < 10_000 * testScale; n++) {
      const random = seededRandom(seed + 1_000 + n);
      const toMs = 70_000 + Math.floor(random() * 90_000);
      const requesters = Array.from({ length: 2 + Math.floor(random() * 7) }, (): Requester => {
        const restMs = [5, 400, 3_000, 20_000][Math.floor(random() * 4)] ?? 5;
        const fromMs = Math.floor(random() * 60_000);
        return {
          lane: Math.floor(random() * lanes.length),
          kind: random() < 0.6 ? 'read' : 'write',
          restMs: () => restMs * (0.5 + random()),
          fromMs,
          toMs,
          ...(random() < 0.3 && { patienceMs: 500 + random() * 15_000 }),
        };
      });
      const run = await simulated(requesters, random);
      mixed += run.requests;
      expect(jumpedAhead(run), `seed ${seed + 1_000 + n}`).toEqual([]);
      expect(longestStarvation(run), `seed ${seed + 1_000 + n}`).toBeLessThanOrEqual(10_000);
    }
  });
});
