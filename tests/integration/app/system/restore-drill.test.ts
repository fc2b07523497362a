import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import type { CreateOrderCommand } from '@/lib/orders/new-order/create-order';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { closeDb } from '@/lib/system/db';
import { decrypt } from '@/lib/system/keys/crypto';
import { requireCurrentDatabase } from '@/lib/system/ledger/ship-ledger';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { purgeAll } from '@/lib/worker/purge.server';
import { startWorker } from '@/lib/worker/start-worker.server';
import { backup } from '@/server/backup';
import { migrate } from '@/server/migrate';
import { type EmbeddedPostgres, startPostgres } from '@/server/postgres/postgres';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { differences } from '@/tests/simulation/mirror-oracle';
import type { SimWorld } from '@/tests/simulation/mirror-worlds';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { platformStateOf, sellElsewhere } from '@/tests/support/integration/merchant-sales';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';
import { asSystem } from '@/tests/support/stack/as-system';
import { eventually } from '@/tests/support/stack/eventually';
import { runToEnd } from '@/tests/support/stack/run-to-end';
import { postgres15Bin } from '@/tests/support/stack/test-postgres-bin';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

const run = promisify(execFile);
const title = postgres15Bin
  ? 'restore drill'
  : 'restore drill (skipped: PostgreSQL 15 is not installed here)';

/** Time-out of the drill, which takes about a minute on an idle machine. */
const drillMs = 400_000;

describe.skipIf(!postgres15Bin)(title, () => {
  const binDir = postgres15Bin ?? '';
  let folder: string;
  let server: EmbeddedPostgres;
  let database: ScratchDatabase;
  let ledger: ScratchDatabase;
  let world: AppWorld;
  let endpoint: WebhookEndpoint;
  let worker: { stop(): Promise<void> } | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'daftar-drill-'));
    server = await startPostgres({ dataDir: path.join(folder, 'server'), fast: true, binDir });
    database = await createScratchDatabase(server, { prefix: 'drill' });
    ledger = await createScratchDatabase(server, { prefix: 'ledger' });
    await migrate(database.url);
    endpoint = await startWebhookEndpoint();
    world = await startAppWorld({
      appUrl: endpoint.appUrl,
      database,
      ledgerUrl: ledger.url,
      sandbox: { SANDBOX_ORDERS: '20' },
    });
    // The restore closes this database connection. The resulting error event is ignored.
    world.sql.on('error', () => undefined);
  });
  afterAll(async () => {
    await worker?.stop();
    await endpoint.stop();
    await world.stop();
    await ledger.drop();
    await server.stop();
    for (const dir of [server.home, folder]) await rm(dir, { recursive: true, force: true });
  });

  const superuserUrl = (name: string) => Object.assign(new URL(server.superuserUrl), { pathname: name }).href;
  const system = <Row extends object>(sql: string, values: unknown[] = []) =>
    asSystem<Row>({ databaseUrl: database.url }, sql, values);
  const stateOf = async (installId: InstallId) =>
    (
      await system<{ state: string }>('SELECT state FROM install_tokens WHERE install_id = $1', [installId])
    )[0]?.state;
  const statusOf = async (installId: InstallId) =>
    (await system<{ status: string }>('SELECT status FROM installs WHERE install_id = $1', [installId]))[0]
      ?.status;
  const createdBy = async (operationId: string) =>
    (await platformStateOf(world, 0)).orders.filter(({ attributes }) =>
      Object.values(attributes ?? {}).includes(operationId),
    ).length;
  /**
   * Waits until the mirror (the app's copy) of an install equals the platform. When the time limit passes, throws an
   * error that contains the last differences.
   */
  async function converged(installId: InstallId, store: number): Promise<void> {
    const storeId = world.stores[store]?.id;
    const { control } = world.sandbox;
    const simulated = { installId, storeId, control, notifiedAt: new Map() } as unknown as SimWorld;
    let found: string[] = [];
    const isEqual = async () => {
      // The comparison throws an error until the app has read the store's settings. The error counts as a difference.
      found = await differences(simulated, 'full').catch((error: Error) => [error.message]);
      // Each comparison sends requests. A pause before the next comparison leaves request budget for the sweeps (reads
      // of whole lists).
      if (found.length > 0) await sleep(1_000);
      return found.length === 0;
    };
    await eventually('the mirror equals the platform', isEqual, 100_000).catch((error: Error) => {
      throw new Error(`${error.message}: ${installId}: ${found.slice(0, 5).join('; ')}`);
    });
  }

  /** Makes the platform replace the access token and the refresh token of the install. */
  async function rotateTokens(installId: InstallId): Promise<void> {
    await system('UPDATE install_tokens SET expires_at = now() WHERE install_id = $1', [installId]);
    await installClient(installId, 'person').getStore();
  }

  /** Makes the platform replace the webhook secret of the install. */
  async function rotateSecret(installId: InstallId): Promise<void> {
    await system(
      'UPDATE webhook_secrets SET pending_since = now(), checked_at = NULL WHERE install_id = $1',
      [installId],
    );
    await eventually('the secret is replaced', async () => {
      await finishInstalls();
      return (
        (
          await system('SELECT 1 FROM webhook_secrets WHERE install_id = $1 AND pending_since IS NULL', [
            installId,
          ])
        ).length === 1
      );
    });
  }

  async function restore(file: string): Promise<void> {
    await closeDb();
    const client = new pg.Client({ connectionString: server.superuserUrl });
    await client.connect();
    await client.query(`DROP DATABASE ${database.name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${database.name} OWNER daftar`);
    await client.end();
    for (const name of [file, `${file}.keys`])
      await run(path.join(binDir, 'pg_restore'), [
        '--exit-on-error',
        `--dbname=${superuserUrl(database.name)}`,
        name,
      ]);
  }

  /**
   * Uninstalls the app of the install and makes it look as if the uninstall was more than a day ago. Then erases the
   * install's data, as the app does a day after an uninstall.
   */
  async function erase(installId: InstallId): Promise<void> {
    await world.sandbox.control('DELETE', `/installs/${installId}`);
    await eventually('the store is erased', async () => {
      await system(
        `UPDATE installs SET revoked_at = revoked_at - interval '48 hours'
         WHERE install_id = $1 AND revoked_at > now() - interval '1 day'`,
        [installId],
      );
      await system(
        `UPDATE webhook_secrets SET previous_until = previous_until - interval '48 hours'
         WHERE install_id = $1 AND previous_until > now()`,
        [installId],
      );
      await purgeAll();
      return (await statusOf(installId)) === 'purged';
    });
  }

  let one: InstallId;
  let stores: { installId: InstallId; store: number }[];
  let erased: InstallId;
  let sold: { id: string };
  let lost: CreateOrderCommand;
  let unsent: CreateOrderCommand;
  let resumed: { code: number | null; output: string };
  let mirrored: number;

  beforeAll(async () => {
    const create = patiently(createOrder);
    one = await world.install();
    const two = await world.install({ store: 1 });
    erased = await world.install({ store: 1 });
    worker = startWorker();
    await converged(one, 0);
    await converged(two, 1);
    // For the first write, the fault drops the platform's response, so the app does not receive it.
    await world.sandbox.control('POST', '/faults', {
      on: 'api',
      match: 'POST /v1/orders',
      effect: 'drop_response',
      count: 1,
    });
    lost = orderCommand(one);
    unsent = orderCommand(one);
    await createOrder(await installContext(one), lost);
    expect(await create(await installContext(one), unsent)).toMatchObject({ code: 'succeeded' });
    const file = path.join(folder, 'backup');
    await backup(superuserUrl(database.name), file, binDir);

    for (const installId of [one, two, one, two]) await rotateTokens(installId);
    for (const installId of [one, one]) await rotateSecret(installId);
    const late = await world.install({ store: 2 });
    sold = await sellElsewhere(world, 0);
    await erase(erased);
    await converged(late, 2);
    await eventually(
      'the ledger has every change',
      async () => (await system('SELECT 1 FROM ledger_marks')).length === 0,
    );
    await worker.stop();

    // Moves the clock by thirty hours, so that the platform deletes the idempotency keys. After the restore, the test
    // changes the rows of the two writes. The outcome of the first write is then unknown, and the second write was not
    // sent yet.
    await world.sandbox.control('POST', '/clock', { advance_s: 30 * 3600 });
    await restore(file);
    await system(
      `UPDATE operations SET state = CASE WHEN id = $1 THEN 'unknown' ELSE 'recorded' END, ended_at = NULL, result = NULL,
         attempts = CASE WHEN id = $1 THEN 1 ELSE 0 END, created_at = created_at - interval '30 hours',
         first_sent_at = CASE WHEN id = $1 THEN created_at - interval '30 hours' END,
         outcome_unknown_at = CASE WHEN id = $1 THEN created_at - interval '30 hours' END
       WHERE id IN ($1, $2)`,
      [lost.operationId, unsent.operationId],
    );
    mirrored = (await system('SELECT 1 FROM orders WHERE id = $1', [sold.id])).length;
    await expect(requireCurrentDatabase()).rejects.toThrow('npm run backup:resume');
    await closeDb();
    await eventually(
      'no process is connected',
      async () =>
        (
          await system(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'daftar-app/%'`,
          )
        ).length === 0,
    );
    resumed = await runToEnd('server/resume-backup.ts', world.appEnv);
    await requireCurrentDatabase();
    worker = startWorker();
    stores = [
      { installId: one, store: 0 },
      { installId: two, store: 1 },
      { installId: late, store: 2 },
    ];
  }, drillMs);

  it('npm run backup:resume says what it did, and the worker then makes every mirror equal to the platform', async () => {
    expect(resumed).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /2 stores have their newest secrets, 1 are new, 1 are erased[^]*3 stores/,
      ),
    });
    for (const { installId, store } of stores) await converged(installId, store);
  });

  it('no store must reconnect, also one that was installed after the backup', async () => {
    for (const { installId } of stores) {
      await rotateTokens(installId);
      expect(await stateOf(installId)).toBe('active');
    }
  });

  it('an order that was created after the backup is mirrored again', async () => {
    expect(mirrored).toBe(0);
    await eventually(
      'the order is mirrored',
      async () => (await system('SELECT 1 FROM orders WHERE id = $1', [sold.id])).length === 1,
    );
  });

  it('no write is sent twice: neither one whose answer was lost, nor one that the backup has as unsent', async () => {
    await eventually(
      'the writes of the backup have ended',
      async () => (await system('SELECT 1 FROM operations WHERE ended_at IS NULL')).length === 0,
      100_000,
    );
    expect(await createdBy(lost.operationId)).toBe(1);
    expect(await createdBy(unsent.operationId)).toBe(1);
  });

  it('the webhook secret is the one of the platform, which was replaced after the backup', async () => {
    const [secret] = await system<{ current_enc: string }>(
      'SELECT current_enc FROM webhook_secrets WHERE install_id = $1',
      [one],
    );
    const { webhook } = await world.sandbox.control<{ webhook: { secret: string } }>(
      'GET',
      `/installs/${one}`,
    );
    const place = { installId: one, column: 'webhook_secrets.current_enc', row: [] } as const;
    expect(decrypt(secret?.current_enc ?? '', place)).toBe(webhook.secret);
  });

  it('a store that was erased after the backup loses its keys at once, and its rows at the next purge', async () => {
    expect(await system('SELECT 1 FROM data_keys WHERE install_id = $1', [erased])).toEqual([]);
    await purgeAll();
    expect(await statusOf(erased)).toBe('purged');
  });
});
