import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { sentScreenChoice } from '@/lib/installs/sign-in/screen-cookie.server';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import { env, type Env } from '@/lib/system/env';
import { readXray } from '@/lib/xray/read-xray.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { installContext } from '@/tests/support/integration/install-context';
import { orderCommand } from '@/tests/support/operations/order-command';

let world: AppWorld;
let ours: InstallContext;
let theirs: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  ours = await installContext(await world.install());
  theirs = await installContext(await world.install({ store: 1 }));
});
afterAll(() => world.stop());
afterEach(() => {
  env().XRAY = 'on';
  env().DAFTAR_MODE = 'test';
  env().DAFTAR_PARENT = undefined;
  env().REPOSITORY_URL = undefined;
});

async function blockOf(context: InstallContext, path: string, name: string) {
  const found = await readXray(context, path);
  if (found.code !== 'found') return expect.fail(found.code);
  const block = found.view.blocks.find((one) => one.name === name);
  return block ?? expect.fail(`no block ${name}`);
}

const created = async (context: InstallContext) =>
  (await blockOf(context, '/orders/new', 'createOrder')).endpoints[0];

/** Returns the request ids and the idempotency key of the operation, as the app has stored them. */
const storedOf = (id: string) =>
  world.system<{ request_ids: string[]; idempotency_key: string }>(
    'SELECT request_ids, idempotency_key FROM operations WHERE id = $1',
    [id],
  );

describe('the x-ray', () => {
  it('shows the request id and the idempotency key of the last write to an endpoint, and none of its content', async () => {
    expect(await created(ours)).toMatchObject({ address: 'POST /orders', isRecorded: true, last: null });
    for (const command of [orderCommand(ours.installId), orderCommand(ours.installId)]) {
      expect(await createOrder(ours, command)).toMatchObject({ code: 'succeeded' });
      const [stored] = await storedOf(command.operationId);
      expect(stored?.request_ids.at(-1)).toMatch(/^req_/);
      expect((await created(ours))?.last).toMatchObject({
        requestId: stored?.request_ids.at(-1),
        idempotencyKey: stored?.idempotency_key,
      });
    }
    const found = await readXray(ours, '/orders/new');
    expect(JSON.stringify(found)).not.toMatch(/963944123456|سلمى|تغليف|Rima|staff_1|15000/);
  });

  it('says that reads are not recorded', async () => {
    const { endpoints } = await blockOf(ours, '/orders/ord_1', 'orderHeading');
    expect(endpoints).toEqual([
      { name: 'getOrder', address: 'GET /orders/{id}', source: 'requested', isRecorded: false, last: null },
    ]);
  });

  it('shows no requests of another store', async () => {
    expect(await createOrder(ours, orderCommand(ours.installId))).toMatchObject({ code: 'succeeded' });
    expect((await created(ours))?.last).not.toBeNull();
    expect((await created(theirs))?.last).toBeNull();
  });

  it('shows which scopes are not granted', async () => {
    const blind = { ...ours, scopes: new Set(['orders:read']) };
    expect((await blockOf(blind, '/orders/ord_1', 'orderCustomer')).scopes).toEqual([
      { scope: 'orders:read', isGranted: true },
      { scope: 'clients:read', isGranted: false },
    ]);
  });

  it('names the patterns behind a part and their decisions', async () => {
    const { patterns } = await blockOf(ours, '/orders/ord_1', 'orderStatus');
    expect(patterns).toContainEqual({
      place: 'docs/patterns.md#ordered-writes',
      decision: 'docs/decisions/one-order-at-a-time.md',
    });
  });

  it('links files to the editor in development and in the demo of a checkout, and nowhere without a setting', async () => {
    const urlIn = async (mode: Env['DAFTAR_MODE'], parent?: Env['DAFTAR_PARENT']) => {
      env().DAFTAR_MODE = mode;
      env().DAFTAR_PARENT = parent;
      const read = await readXray(ours, '/orders');
      return read.code === 'found' ? read.view.filesUrl : read.code;
    };
    const editor = `vscode://file${process.cwd()}`;
    expect(await urlIn('test')).toBeNull();
    expect(await urlIn('development')).toBe(editor);
    expect(await urlIn('demo', 'pipe')).toBe(editor);
    expect(await urlIn('demo')).toBeNull();
    expect(await urlIn('production', 'pipe')).toBeNull();
    env().REPOSITORY_URL = 'https://git.example/daftar/blob/main';
    for (const mode of ['production', 'demo', 'development'] as const)
      expect(await urlIn(mode)).toBe('https://git.example/daftar/blob/main');
  });

  it('is not found when XRAY is off, or for a screen that does not exist', async () => {
    expect(await readXray(ours, '/nowhere')).toEqual({ code: 'not_found' });
    expect(await readXray(ours, '/orders')).toMatchObject({ code: 'found' });
    const chosen = [{ name: '__Host-daftar.screen', value: 'en.-.-.on' }];
    expect(sentScreenChoice(chosen)).toMatchObject({ language: 'en', xray: 'on' });
    env().XRAY = 'off';
    expect(await readXray(ours, '/orders')).toEqual({ code: 'not_found' });
    // If the deployment does not allow the X-ray, the browser's stored choice to show it has no effect. (The
    // X-ray shows where the data of a screen comes from.)
    expect(sentScreenChoice(chosen)).toMatchObject({ language: 'en', xray: null });
  });

  it('reads a limited part of a long history, from the index operations_by_state', async () => {
    await world.system(
      `INSERT INTO operations (install_id, id, kind, state, idempotency_key, created_at, ended_at)
       SELECT $1, gen_random_uuid(), 'patch_order', 'succeeded', 'key ' || n, now() - n * interval '1 minute', now()
       FROM generate_series(1, 20000) n`,
      [theirs.installId],
    );
    await world.sql.query('ANALYZE operations');
    const plans: PlanNode[] = [];
    const db = explainedDb(theirs.installId, (plan) => plans.push(...plan));
    expect((await blockOf({ ...theirs, db }, '/orders/ord_1', 'orderNote')).endpoints[1]?.last).toMatchObject(
      {
        requestId: null,
        idempotencyKey: 'key 1',
      },
    );
    const ofOperations = plans.filter((node) => node['Relation Name'] === 'operations');
    expect(ofOperations.map((node) => node['Index Name'])).toEqual(['operations_by_state']);
  });
});
