import './mirror-mocks';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorker } from '@/lib/worker/start-worker.server';
import { Random } from '@/sandbox/world/random';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { type Bug, bugSql, planted, unplantSql } from './mirror-bugs';
import { setCrashes, unexpected, disconnected } from './mirror-chaos';
import { differences, inboxFaults, personalData, type Stage, untrueTombstones } from './mirror-oracle';
import { requestSweeps, longNight, takeStep } from './mirror-steps';
import { giveTimeBack, passTime, takeTime } from './mirror-time';
import {
  createWorld,
  deliverLate,
  followTime,
  noPlatform,
  type SimWorld,
  stubNetwork,
} from './mirror-worlds';
import { systemQuery, whenFree } from '@/tests/support/integration/when-free';

const stepsOfWorld = 60;
const minuteMs = 60_000;
const worldsAtOnce = 50;

/**
 * Options that make the simulation shorter, change the weights of its steps, or stop it at the first
 * difference.
 */
export type Limits = {
  steps?: number;
  focus?: Record<string, number>;
  untilFound?: boolean;
  hasNight?: boolean;
  /** Probability, from 0 to 1, that a worker dies just before it stores what it read. */
  crashProbability?: number;
};

/**
 * The environment of a simulation: a database, a network and two workers. Many worlds (platforms with one store each)
 * use this environment at the same time.
 */
export type Simulation = {
  /**
   * Runs the worlds with the given indexes to their end. Returns the differences that were found between the mirror
   * (the app's copy) of each world and its platform.
   */
  run(seed: string, indexes: number[], limits?: Limits): Promise<string[]>;
  /** Plants a bug in the mirror for the worlds that run after this call; null removes the planted bug. */
  plant(bug: Bug | null): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the database, the network and the workers. One process can run only one simulation. */
export async function startSimulation(): Promise<Simulation> {
  // The OAuth endpoints are set by variables, because the network of the simulation serves no OAuth metadata. Without
  // the endpoints, the app could not refresh a token. It would then retry the reads of an uninstalled store forever.
  const appWorld = await startAppWorld({ platform: noPlatform, readsMetadata: false });
  await takeTime(appWorld.sql);
  const restoreNetwork = stubNetwork();
  const workers = [startWorker(), startWorker()];
  return {
    async run(seed, indexes, limits = {}) {
      const found: string[] = [];
      for (let first = 0; first < indexes.length; first += worldsAtOnce) {
        found.push(
          ...(await runSideBySide(appWorld, seed, indexes.slice(first, first + worldsAtOnce), limits)),
        );
        console.log(`${Math.min(first + worldsAtOnce, indexes.length)} of ${indexes.length} worlds`);
      }
      return found;
    },
    async plant(bug) {
      planted.bug = bug;
      await appWorld.sql.query(unplantSql);
      if (bug && bugSql[bug]) await appWorld.sql.query(bugSql[bug]);
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await appWorld.stop();
      restoreNetwork();
      giveTimeBack();
    },
  };
}

async function runSideBySide(
  appWorld: AppWorld,
  seed: string,
  indexes: number[],
  { steps = stepsOfWorld, focus, untilFound = false, hasNight = true, crashProbability = 0.03 }: Limits,
): Promise<string[]> {
  const failed = new Map<SimWorld, string[]>();
  const attempt = async (world: SimWorld, work: () => Promise<string[] | void>) => {
    const faults = await work().catch((error: unknown) => [
      error instanceof Error ? `${error.stack}` : String(error),
    ]);
    if (faults && faults.length > 0) failed.set(world, [...(failed.get(world) ?? []), ...faults]);
  };
  // The random jumps in time depend only on the seed and on the group to which a world belongs. So a world that is run
  // again alone gets the same jumps as in its group.
  const random = new Random(`${seed}/time/${Math.floor((indexes[0] ?? 0) / worldsAtOnce)}`);
  const isOver = () => untilFound && failed.size > 0;
  const worlds: SimWorld[] = [];
  // Creates the worlds one after another. If they were created at the same time, each would wait for a
  // database connection longer than a transaction may take.
  for (const index of indexes) worlds.push(await createWorld(appWorld, seed, index));
  const pass = async (ms: number) => {
    await keepScheduleStill(worlds, ms);
    await passTime(ms);
    for (const world of worlds) followTime(world);
    await wake();
  };
  const each = (work: (world: SimWorld) => Promise<string[] | void>) =>
    Promise.all(worlds.map((world) => attempt(world, () => work(world))));

  await subscribed(worlds, pass);
  setCrashes(crashProbability, random);
  const night = random.int(Math.floor(steps / 4), Math.floor((steps * 3) / 4));
  for (let step = 0; step < steps && !isOver(); step++) {
    if (hasNight && step === night) await nightOf(worlds, pass, each);
    await pass(stepMs(random));
    await each((world) => takeStep(world, appWorld, focus));
  }
  setCrashes(0, random);
  for (const world of worlds) {
    Object.assign(world, { apiFaults: 0, deliveryFaults: 0, receiver: 'up' });
    for (const hold of world.carriedOver.splice(0)) hold.release();
  }
  await each(async (world) => {
    await world.control('DELETE', '/faults');
    await deliverLate(world);
  });
  if (!isOver()) await drainDeliveries(worlds, pass, each);
  const check = async (stage: Stage) => {
    if (isOver()) return;
    await settled(worlds, pass);
    // Compares the worlds one after another, because the two workers also need database connections. If all
    // worlds were compared at the same time, each would wait for a connection longer than a transaction may
    // take.
    for (const world of worlds)
      await attempt(world, async () =>
        (await whenFree(() => differences(world, stage))).map((what) => `${stage}: ${what}`),
      );
  };
  await parkFullSweeps(worlds);
  await check('notified');
  await pass(minuteMs);
  await each((world) => requestSweeps(world, incremental));
  await check('incremental');
  await pass(minuteMs);
  await each((world) => requestSweeps(world, full));
  await check('full');
  await each((world) => whenFree(() => untrueTombstones(world)));
  await each(inboxFaults);
  await each(personalData);
  for (const world of worlds) world.sandbox.close();
  await forget(worlds);
  // A planted bug may cause errors in the app, and such a run ends in the middle of the work of the workers. Its errors
  // must not count for the next run.
  if (untilFound) unexpected.length = 0;
  if (unexpected.length > 0)
    throw new Error(`seed ${seed}: an error of its own: ${describe(unexpected.splice(0))}`);
  return [...failed].map(
    ([{ index }, faults]) => `TEST_SEED=${seed} TEST_WORLD=${index}: ${faults.slice(0, 6).join('; ')}`,
  );
}

const incremental = [
  'orders.updated',
  'orders.created',
  'orders.details',
  'products.updated',
  'movements.updated',
  'discounts.full',
  'store.full',
];
const full = ['orders.full', 'products.full', 'movements.full'];

/**
 * Returns how much time passes in a step, in milliseconds. Most times are up to 3 s. Some are long enough that a lease
 * of a dead worker expires or a retry becomes due. Some are longer than the overlap of two sweeps (the time range that
 * a sweep and the next one both read).
 */
function stepMs(random: Random): number {
  return random.weighted([
    [60, () => random.int(0, 3_000)],
    [25, () => random.int(10_000, 90_000)],
    [15, () => random.int(2 * minuteMs, 16 * minuteMs)],
  ] as const)();
}

async function nightOf(
  worlds: SimWorld[],
  pass: (ms: number) => Promise<void>,
  each: (work: (world: SimWorld) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  // The worlds run their steps at the same time. Before each jump in time, every world waits until all worlds are
  // ready.
  let waiting = 0;
  let open: () => void = () => undefined;
  let gate = new Promise<void>((resolve) => (open = resolve));
  const together = async (ms: number) => {
    waiting += 1;
    const mine = gate;
    if (waiting < worlds.length) return mine;
    waiting = 0;
    const release = open;
    gate = new Promise<void>((resolve) => (open = resolve));
    await pass(0);
    for (const world of worlds) await world.sandbox.advance(ms);
    await pass(ms);
    release();
  };
  await each((world) => longNight(world, together));
}

/**
 * Moves the due time of idle sweeps (reads of whole lists) together with the clock, so that the schedule starts no
 * sweep. A sweep by schedule would repair every difference and so hide bugs. So a sweep starts only if a step of the
 * simulation requests it.
 */
async function keepScheduleStill(worlds: SimWorld[], ms: number): Promise<void> {
  await systemQuery(
    `UPDATE sweeps s SET due_at = s.due_at + $2 * interval '1 ms' FROM (
       SELECT install_id, resource, kind FROM sweeps WHERE install_id = ANY($1)
         AND requested_at IS NULL AND started_at IS NULL AND failures = 0 AND due_at > now() FOR UPDATE SKIP LOCKED
     ) idle WHERE (s.install_id, s.resource, s.kind) = (idle.install_id, idle.resource, idle.kind)`,
    [installsOf(worlds), ms],
  );
}

async function wake(): Promise<void> {
  await systemQuery(
    `SELECT pg_notify('daftar_work', work) FROM unnest(ARRAY['inbox', 'marks', 'sweeps', 'installs']) work`,
    [],
  );
}

const installsOf = (worlds: SimWorld[]) => worlds.map(({ installId }) => installId);

async function subscribed(worlds: SimWorld[], pass: (ms: number) => Promise<void>): Promise<void> {
  let turn = 0;
  await soon('every subscription is in place', async () => {
    // Lets more than a minute pass at every 100th call. After a failed check of a subscription, a worker repeats the
    // check only when its claim (the right to do the check) has expired.
    if (++turn % 100 === 0) await pass(minuteMs + 1);
    await wake();
    const rows = await systemQuery(
      `SELECT 1 FROM installs LEFT JOIN webhook_secrets w USING (install_id)
       WHERE install_id = ANY($1) AND w.checked_at IS NULL`,
      [installsOf(worlds)],
    );
    return rows.length === 0 || `${rows.length} are not`;
  });
}

/**
 * Lets all worlds run with a healthy network until every waiting webhook delivery is delivered and every disabled
 * subscription is active again.
 */
async function drainDeliveries(
  worlds: SimWorld[],
  pass: (ms: number) => Promise<void>,
  each: (work: (world: SimWorld) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const isWaiting = async (world: SimWorld) => (await stateOf(world)).some((what) => what !== '');
  for (let hour = 0; hour < 8; hour++) {
    if (hour > 0 && !(await Promise.all(worlds.map(isWaiting))).includes(true)) break;
    await pass(61 * minuteMs);
    await subscribed(worlds, pass);
    await settled(worlds, pass);
    await each(async (world) => {
      world.clock.advance(1);
      await world.sandbox.tick();
    });
  }
  await each(async (world) => {
    const state = (await stateOf(world)).filter((what) => what !== '');
    if (state.length > 0) throw new Error(state.join(', '));
  });
}

/**
 * Returns the number of webhook deliveries that still wait for the install. If its subscription is not active, also
 * returns the status of the subscription.
 */
async function stateOf({ control, installId }: SimWorld): Promise<string[]> {
  const { webhook } = await control<{ webhook: { status: string } }>('GET', `/installs/${installId}`);
  const { data } = await control<{ data: { status: string }[] }>(
    'GET',
    `/deliveries?install_id=${installId}`,
  );
  const waiting = data.filter(({ status }) => status === 'pending').length;
  return [
    webhook.status === 'active' ? '' : `the subscription is ${webhook.status}`,
    waiting === 0 ? '' : `${waiting} deliveries wait`,
  ];
}

/**
 * Postpones full sweeps (reads of a whole list) by 30 days, and cancels full sweeps that are running or requested. A
 * full sweep would find changes that only events should report. A first full sweep, which has never completed, still
 * runs. The function does not change sweeps of other kinds.
 */
async function parkFullSweeps(worlds: SimWorld[]): Promise<void> {
  await systemQuery(
    `UPDATE sweeps SET due_at = now() + interval '30 days', requested_at = NULL, started_at = NULL, cursor = NULL,
       lease_until = NULL, claim = claim + 1, failures = 0
     WHERE install_id = ANY($1) AND resource || '.' || kind = ANY($2) AND ended_at IS NOT NULL`,
    [installsOf(worlds), full],
  );
}

/**
 * Waits until the inbox has no unprocessed event, no dirty mark (request to read a record) exists, and no sweep is
 * requested or running. If work is due later, the function moves the time forward.
 */
async function settled(worlds: SimWorld[], pass: (ms: number) => Promise<void>): Promise<void> {
  let last = '';
  let still = 0;
  await soon('everything is read', async () => {
    const [row] = await systemQuery<{ busy: string; waiting: string; what: string; next_ms: number }>(
      `WITH open AS (
         SELECT 'stored' AS what, now() AS due FROM inbox WHERE install_id = ANY($1) AND state = 'stored'
         UNION ALL SELECT kind || ' ' || entity_id || ' ' || attempts, greatest(next_attempt_at, lease_until)
           FROM dirty_marks WHERE install_id = ANY($1)
         UNION ALL SELECT resource || '.' || kind || ' ' || fetched || coalesce(last_error, ''), greatest(due_at, lease_until) FROM sweeps
           WHERE install_id = ANY($1) AND (requested_at IS NOT NULL OR started_at IS NOT NULL OR due_at <= now())
       )
       SELECT count(*) FILTER (WHERE due <= now() + interval '3 seconds') AS busy, count(*) AS waiting,
         string_agg(what, ', ' ORDER BY what) AS what,
         (extract(epoch FROM min(due) - now()) * 1000)::float8 AS next_ms FROM open`,
      [installsOf(worlds)],
    );
    if (row?.waiting === '0') return true;
    const what = row?.what ?? '';
    // A worker with a lease (the right to do some work until a certain time) may still be working. So the function
    // moves the time forward only after several polls with the same result, one after another.
    still = what === last ? still + 1 : 0;
    last = what;
    // A worker that died keeps its leases until they expire, and the number of leases of an install is limited. If dead
    // workers have all leases of an install, no worker can start other work of the install. So the time must move
    // forward.
    const isStalled = still % 200 === 199;
    // If no work can be done now, the time moves to the work that is due first. This can be a day later, for example for
    // a sample sweep. Steps of 5 minutes would give the same result after hundreds of polls.
    if (row?.busy === '0' && still >= 8) await pass(Math.max(5 * minuteMs, row.next_ms));
    else if (isStalled) await pass(5 * minuteMs);
    else if (still % 8 === 0) await wake();
    return what;
  });
}

async function soon(what: string, probe: () => Promise<boolean | string>): Promise<void> {
  let last: boolean | string = false;
  // Throws an error after 1,000 polls in a row with the same result. A changed result shows that the simulation still
  // makes progress, so the count then starts again.
  for (let still = 0; still < 1_000; still++) {
    const now = await probe();
    if (now === true) return;
    if (now !== last) still = 0;
    last = now;
    await sleep(20);
  }
  throw new Error(
    `did not happen: ${what}; ${String(last).slice(0, 500)}; ${describe(unexpected.slice(0, 3))}; disconnected: ${disconnected.slice(-5).join(', ')}; ${await whoHolds()}`,
  );
}

/**
 * Returns a text about the work that is due or leased now. With it, a developer can analyze a simulation that does not
 * end.
 */
async function whoHolds(): Promise<string> {
  const rows = await systemQuery(
    `SELECT install_id, resource || '.' || kind AS what, claim, failures, last_error, due_at - now() AS due,
       s.lease_until - now() AS leased, t.state, t.lease_until - now() AS token_leased, t.expires_at - now() AS expires,
       t.sent_count
     FROM sweeps s JOIN install_tokens t USING (install_id)
     WHERE s.due_at <= now() OR s.lease_until > now() OR t.lease_until > now() ORDER BY s.due_at LIMIT 40`,
    [],
  );
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

const describe = (errors: unknown[]) =>
  errors
    .map((about) =>
      typeof about === 'object' && about !== null && 'error' in about && about.error instanceof Error
        ? about.error.stack
        : JSON.stringify(about),
    )
    .join('\n');

/**
 * Deletes rows of the finished worlds from the database, so that the workers no longer process the installs of these
 * worlds.
 */
async function forget(worlds: SimWorld[]): Promise<void> {
  const ids = worlds.flatMap(({ installIds }) => installIds);
  for (const table of ['sweeps', 'dirty_marks', 'install_tokens'])
    await soon(`${table} are forgotten`, () =>
      systemQuery(`DELETE FROM ${table} WHERE install_id = ANY($1)`, [ids]).then(
        () => true,
        // The deletion fails while a worker uses rows of the table. So the function repeats the deletion until it
        // succeeds.
        () => false,
      ),
    );
}
