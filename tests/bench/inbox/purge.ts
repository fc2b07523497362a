import { appEnvOf } from '@/tests/support/integration/app-env';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { startTestServer } from '@/tests/support/stack/test-server';

/**
 * Measures how long it takes to delete the bodies of one day of webhook events. The benchmark deletes the same number
 * of bodies in three ways. The first way drops their partition, as the worker does. The second is DELETE in batches of
 * 2,000. The third is UPDATE in batches, as in releases without the table inbox_bodies. The benchmark also measures the
 * DELETE of the event rows, which the worker does after 35 days. The database does not sync to disk, which makes DELETE
 * and UPDATE look faster than they are.
 *
 *     npx tsx --tsconfig tsconfig.node.json tests/bench/inbox/purge.ts [events]
 *
 * Goal: the bodies of 100,000,000 events are deleted within 1 s. The time of a DROP grows only with the number of files
 * of a partition, and PostgreSQL deletes them after the commit.
 */
const events = Number(process.argv[2] ?? 20_000);
const installs = 100;
/** Number of characters of a body, about the size of an event of an order. */
const bodyLength = 600;
/** Number of rows that one statement inserts. It is limited, so that the statement ends before its time limit. */
const chunk = 50_000;

const server = await startTestServer();
const database = await createScratchDatabase(server, { prefix: 'purge', template: server.template });
Object.assign(
  process.env,
  appEnvOf({
    appUrl: 'http://localhost:3999',
    // The benchmark reads nothing from the platform, so no sandbox runs at this address.
    sandbox: { origin: 'http://localhost:3998', clientId: 'bench', clientSecret: 'bench' },
    database,
    logLevel: 'warn',
  }),
);
const { closeDb, systemQuery, withSystem } = await import('@/lib/system/db');
const { purgeInBatches } = await import('@/lib/system/purge-in-batches');
const { renewBodyPartitions } = await import('@/lib/webhooks/body-partitions.server');
const { purgeEventBodies, purgeEvents } = await import('@/lib/webhooks/purge-inbox.server');

const today = `(now() AT TIME ZONE 'UTC')::date`;
const body = `left(repeat(md5(n::text), ${Math.ceil(bodyLength / 32)}), ${bodyLength})`;

/**
 * Inserts one row for each event, in chunks. `select` is the part of the INSERT statement between `INSERT INTO` and
 * `FROM`: the name of the table and the SELECT list. The name `n` in `select` is the number of the event.
 */
async function fill(select: string): Promise<void> {
  for (let from = 1; from <= events; from += chunk)
    await systemQuery(`INSERT INTO ${select} FROM generate_series($1::int, $2::int) n`, [
      from,
      Math.min(events, from + chunk - 1),
    ]);
}

/**
 * Stores a body for each event in the partition of today. The worker may drop this partition, because its bodies have
 * reached their day of deletion.
 */
async function fillBodies(): Promise<void> {
  await systemQuery(`SELECT create_body_partition(${today})`, []);
  await fill(`inbox_bodies SELECT 'inst_' || n % ${installs}, 'evt_' || n, ${today}, ${body}`);
}

const fillInbox = (days: number, withBody: boolean) =>
  fill(
    `inbox (install_id, event_id, topic, state, kind, entity_id, received_at, body)
     SELECT 'inst_' || n % ${installs}, 'evt_' || n, 'order.updated', 'settled', 'order', 'ord_' || n,
       now() - interval '${days} days', ${withBody ? body : 'NULL'}`,
  );

const deleteBodies = () =>
  purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM inbox_bodies b USING (
          SELECT install_id, event_id, delete_on FROM inbox_bodies LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (b.install_id, b.event_id, b.delete_on) = (old.install_id, old.event_id, old.delete_on)`,
    ),
  );

/** Prints how long `purge` takes. Throws an error if `purge` does not return the expected number. */
async function measure(name: string, purge: () => Promise<number>, expected: number): Promise<void> {
  const startedAt = performance.now();
  const count = await purge();
  const ms = performance.now() - startedAt;
  if (count !== expected) throw new Error(`${name}: ${count} instead of ${expected}`);
  console.log(`${name.padEnd(48)}${ms.toFixed(0).padStart(9)} ms`);
}

try {
  console.log(`${events} events of one day, bodies of ${bodyLength} characters`);
  await renewBodyPartitions();
  await fillBodies();
  await measure('bodies: DROP of their partition', renewBodyPartitions, 1);
  await fillBodies();
  await measure('bodies: DELETE in batches', deleteBodies, events);
  await fillInbox(36, false);
  await measure('rows of the events: DELETE in batches', purgeEvents, events);
  await fillInbox(8, true);
  await measure('bodies in the inbox: UPDATE in batches', purgeEventBodies, events);
} finally {
  await closeDb();
  await server.stop();
}
