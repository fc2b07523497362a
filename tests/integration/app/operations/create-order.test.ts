import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { findRefusedLines } from '@/lib/orders/new-order/find-refused-lines.server';
import { listOrders } from '@/lib/orders/list/list-orders.server';
import { writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { nextFence } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { startWorker } from '@/lib/worker/start-worker.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';
import { installContext } from '@/tests/support/integration/install-context';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

/**
 * createOrder without the time limit of 2 s for a user's request. On a busy machine, a write often takes longer and
 * would return "unconfirmed".
 */
const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  installId = await world.install();
});
afterAll(() => world.stop());

type Effects = { data: { kind: string; id: string }[] };

async function effectsOf(operationId: string): Promise<Effects['data']> {
  const [row] = await world.system<{ idempotency_key: string }>(
    'SELECT idempotency_key FROM operations WHERE id = $1',
    [operationId],
  );
  const { data } = await world.sandbox.control<Effects>(
    'GET',
    `/effects?idempotency_key=${row?.idempotency_key}`,
  );
  return data.filter((effect) => effect.kind.startsWith('order'));
}

describe('creating an order at agreed prices', () => {
  it('CRE-12: the order is created with the agreed prices, and mirrored without personal data', async () => {
    const context = await installContext(installId);
    const outcome = await createOrder(context, orderCommand(installId));
    expect(outcome).toMatchObject({ code: 'succeeded', status: 200 });
    const { rows } = await listOrders(context, {});
    expect(rows[0]).toMatchObject({
      total: { amount_minor: 30_000, currency: 'SYP', decimals: 0 },
      source: 'app',
      confirmation: 'sent',
    });
    await world.sql.query('BEGIN; SET LOCAL ROLE daftar_app');
    await world.sql.query(`SELECT set_config('daftar.install_id', $1, true)`, [installId]);
    const { rows: mirrored } = await world.sql.query('SELECT o::text AS row FROM orders o');
    await world.sql.query('COMMIT');
    const dump = JSON.stringify(mirrored);
    expect(mirrored.length).toBeGreaterThan(0);
    expect(dump).not.toContain('سلمى');
    expect(dump).not.toContain('944123456');
  });

  it('D9: the list shows the order as sent; only a read that its event caused confirms it', async () => {
    const context = await installContext(installId);
    await createOrder(context, orderCommand(installId));
    const newest = async () => (await listOrders(context, {})).rows[0];
    const { data: detail } = (await context.platform.getOrder(OrderId.parse((await newest())?.id))).body;
    const read = (byEvent: boolean) =>
      context.db.transaction(async (tx) =>
        writeOrderDetail(tx, installId, detail, { fence: await nextFence(tx), byEvent }),
      );
    expect((await newest())?.confirmation).toBe('sent');
    await read(false);
    expect((await newest())?.confirmation).toBe('sent');
    await read(true);
    expect(await newest()).toMatchObject({ id: detail.id, confirmation: 'confirmed' });
  });

  it('GEN-7: the same form id posted 10 times at the same time makes one order', async () => {
    const context = await installContext(installId);
    const command = orderCommand(installId);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => createOrder(context, command)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ code: 'succeeded' });
    expect(await effectsOf(command.operationId)).toHaveLength(1);
  });

  it('the same form id with another order is refused, and nothing is sent', async () => {
    const context = await installContext(installId);
    const operationId = randomUUID();
    await createOrder(context, orderCommand(installId, {}, operationId));
    const other = orderCommand(installId, { note: 'something else' }, operationId);
    expect(await createOrder(context, other)).toEqual({ code: 'operation_reused', status: 409 });
    expect(await effectsOf(operationId)).toHaveLength(1);
  });

  it('CRE-8 CRE-13 CRE-14: a refusal by the platform is returned with its code, fields and lines', async () => {
    const context = await installContext(installId);
    expect(await createOrder(context, orderCommand(installId, { payment_method: 'barter' }))).toMatchObject({
      code: 'refused',
      status: 409,
      reason: 'payment_method_disabled',
    });
    const address = { address: 'شارع النصر', province: 'Atlantis' };
    expect(
      await createOrder(
        context,
        orderCommand(installId, {
          shipping: { amount_minor: 0, method: 'delivery' },
          shipping_address: address,
        }),
      ),
    ).toMatchObject({ code: 'refused', status: 422, fields: [{ path: 'shipping_address.province' }] });
    const { body } = await context.platform.listProducts({ limit: 50 });
    const stocked = body.data.flatMap((p) => p.variants ?? []).find((v) => (v.available_quantity ?? 0) > 0);
    const outcome = await createOrder(
      context,
      orderCommand(installId, {
        items: [{ variant_id: stocked?.id ?? '', name: 'x', quantity: 999_999, unit_price_minor: 1 }],
      }),
    );
    expect(outcome).toMatchObject({
      code: 'refused',
      reason: 'insufficient_stock',
      lines: [{ index: 0, requested: 999_999, available: stocked?.available_quantity }],
    });
  });

  it('S15 ORD-9: a reference chip that leads outside the app is refused before anything is recorded', async () => {
    const context = await installContext(installId);
    for (const url of [
      'javascript:alert(1)',
      'https://elsewhere.example/q/1',
      `${env().APP_URL}.evil.example`,
    ]) {
      const reference = { kind: 'quote', number: 'Q-1', url };
      const command = orderCommand(installId, { attributes: { reference } });
      expect(await createOrder(context, command)).toEqual({
        code: 'invalid',
        status: 400,
        fields: [expect.objectContaining({ path: 'attributes.reference.url' })],
      });
      expect(await world.system('SELECT 1 FROM operations WHERE id = $1', [command.operationId])).toEqual([]);
    }
  });

  it('CRE-13 CRE-14: if the platform does not say which lines a refusal is about, they are found by reading', async () => {
    const context = await installContext(installId);
    const { body } = await context.platform.listProducts({ limit: 50 });
    const stocked = body.data.flatMap((p) => p.variants ?? []).find((v) => (v.available_quantity ?? 0) > 2);
    const available = stocked?.available_quantity ?? 0;
    const item = (variant_id: string | null, quantity = 1) => ({
      variant_id,
      name: 'x',
      quantity,
      unit_price_minor: 1,
    });
    const known = stocked?.id ?? '';
    const { order } = orderCommand(installId, {
      items: [item(null), item(known, available), item('var_of_nobody'), item(known, 2)],
    });
    const refusal = {
      code: 'refused' as const,
      status: 404,
      requestId: null,
      currentStatus: null,
      fields: [],
      lines: [],
    };
    expect(await findRefusedLines(context, order, { ...refusal, reason: 'variant_not_found' })).toMatchObject(
      {
        fields: [{ path: 'items.2.variant_id' }],
      },
    );
    // Two lines have the same variant. Only the pieces that the first line leaves in stock are available for the second
    // line.
    expect(
      await findRefusedLines(context, order, { ...refusal, reason: 'insufficient_stock' }),
    ).toMatchObject({
      lines: [{ index: 3, requested: 2, available: 0 }],
    });
    // findRefusedLines returns the next two refusals unchanged, for different reasons. In `reported`, the
    // platform has already named the refused lines. In `other`, the reason of the refusal does not depend on
    // the variants of the lines.
    const reported = {
      ...refusal,
      reason: 'variant_not_found',
      fields: [{ path: 'items.0.variant_id', message: '' }],
    };
    expect(await findRefusedLines(context, order, reported)).toEqual(reported);
    const other = { ...refusal, reason: 'payment_method_disabled' };
    expect(await findRefusedLines(context, order, other)).toEqual(other);
  });

  it('the composer receives the allowed currencies of an order with their decimals', async () => {
    const context = await installContext(installId);
    const store = await readComposerStore(context, { forceRefresh: true });
    expect(store.currencies).toMatchObject([
      { code: 'SYP', decimals: 0, rate: null },
      { code: 'USD', decimals: 2, rate: { scaled: 7692, scale: 8 } },
    ]);
    await createOrder(
      context,
      orderCommand(installId, { currency: 'USD', exchange_rate: { scaled: 7692, scale: 8 } }),
    );
    const after = await readComposerStore(context);
    expect(after.currencies[1]).toMatchObject({ code: 'USD', decimals: 2, areDecimalsTaken: false });
  });

  it('AUT-2: without orders:create nothing is recorded and the scope is named', async () => {
    const poor = await world.install({ store: 1, scopes: ['orders:read'] });
    const context = await installContext(poor);
    expect(await createOrder(context, orderCommand(poor))).toEqual({
      code: 'missing_scope',
      status: 403,
      scope: 'orders:create',
    });
    expect(await world.system('SELECT 1 FROM operations WHERE install_id = $1', [poor])).toHaveLength(0);
  });
});

// The time limit is long, because the app waits several seconds before it repeats an attempt, and even longer on a busy
// machine.
describe('the platform is away while an order is created', { timeout: 120_000 }, () => {
  it.each([
    ['the request is lost', { effect: 'drop_request', count: 2 }],
    ['the answer is lost', { effect: 'drop_response', count: 2 }],
    ['the platform answers 500 after writing nothing', { effect: 'status', status: 500, count: 2 }],
    ['the platform answers 503 three times', { effect: 'status', status: 503, count: 3 }],
  ])(
    '%s: the outcome is "sent, not yet confirmed", and the worker settles it as one order',
    async (_, fault) => {
      const context = await installContext(installId);
      await world.sandbox.control('POST', '/faults', { on: 'api', match: 'POST /v1/orders', ...fault });
      const command = orderCommand(installId);
      expect(await createOrder(context, command)).toEqual({ code: 'unconfirmed', status: 202 });
      const worker = startWorker();
      try {
        await eventually(
          'the operation succeeded',
          async () => {
            const [row] = await world.system<{ state: string }>(
              'SELECT state FROM operations WHERE id = $1',
              [command.operationId],
            );
            return row?.state === 'succeeded';
          },
          100_000,
        );
      } finally {
        await worker.stop();
        await world.sandbox.control('DELETE', '/faults');
      }
      expect(await effectsOf(command.operationId)).toHaveLength(1);
      expect(await createOrder(context, command)).toMatchObject({ code: 'succeeded' });
    },
  );

  it.each([
    ['the answer was lost', 'drop_response', 'succeeded', 1],
    ['the request was lost', 'drop_request', 'refused', 0],
  ])(
    'a refusal after %s does not prove that no order exists: the order is searched for first',
    async (_, effect, state, orders) => {
      const context = await installContext(installId);
      const fault = { on: 'api', match: 'POST /v1/orders', count: 1 };
      await world.sandbox.control('POST', '/faults', { ...fault, effect });
      const command = orderCommand(installId);
      expect(await createOrder(context, command)).toMatchObject({ code: 'unconfirmed' });
      await world.sandbox.control('DELETE', '/faults');
      // Simulates that a minute has passed and that the scope was removed. A request never takes longer than a minute,
      // so no request is in progress now.
      await world.system(
        `UPDATE operations SET outcome_unknown_at = outcome_unknown_at - interval '1 minute' WHERE id = $1`,
        [command.operationId],
      );
      await world.sandbox.control('POST', '/faults', { ...fault, effect: 'status', status: 403 });
      const worker = startWorker();
      try {
        const ended = await eventually('the operation ended', async () => {
          const [row] = await world.system<{ state: string; ended_at: Date | null }>(
            'SELECT state, ended_at FROM operations WHERE id = $1',
            [command.operationId],
          );
          return row?.ended_at ? row.state : null;
        });
        expect(ended).toBe(state);
      } finally {
        await worker.stop();
        await world.sandbox.control('DELETE', '/faults');
      }
      expect(await effectsOf(command.operationId)).toHaveLength(orders);
    },
  );

  it('pressing again while the operation waits for its next attempt does not send it earlier (LIM-2)', async () => {
    const context = await installContext(installId);
    await world.sandbox.control('POST', '/faults', {
      on: 'api',
      match: 'POST /v1/orders',
      effect: 'status',
      status: 503,
      count: 1,
    });
    const command = orderCommand(installId);
    await createOrder(context, command);
    await world.system(`UPDATE operations SET next_attempt_at = now() + interval '1 hour' WHERE id = $1`, [
      command.operationId,
    ]);
    for (let press = 0; press < 3; press++)
      expect(await createOrder(context, command)).toEqual({ code: 'unconfirmed', status: 202 });
    const [row] = await world.system<{ attempts: number }>('SELECT attempts FROM operations WHERE id = $1', [
      command.operationId,
    ]);
    expect(row?.attempts).toBe(1);
    await world.system('UPDATE operations SET next_attempt_at = now() WHERE id = $1', [command.operationId]);
    expect(await createOrder(context, command)).toMatchObject({ code: 'succeeded' });
  });

  it('S29: a write older than 23 h is never resent: it is found by its operation id or left for review', async () => {
    const context = await installContext(installId);
    const lostAnswer = orderCommand(installId);
    const lostRequest = orderCommand(installId);
    for (const [command, effect] of [
      [lostAnswer, 'drop_response'],
      [lostRequest, 'drop_request'],
    ] as const) {
      await world.sandbox.control('POST', '/faults', {
        on: 'api',
        match: 'POST /v1/orders',
        effect,
        count: 1,
      });
      await createOrder(context, command);
      await world.sandbox.control('DELETE', '/faults');
      await world.system(
        `UPDATE operations SET first_sent_at = now() - interval '23 hours 1 second', next_attempt_at = now(), lease_until = NULL
         WHERE id = $1 AND ended_at IS NULL`,
        [command.operationId],
      );
    }
    const worker = startWorker();
    const stateOf = async (operationId: string) => {
      const [row] = await world.system<{ state: string; ended_at: Date | null }>(
        'SELECT state, ended_at FROM operations WHERE id = $1',
        [operationId],
      );
      return row?.ended_at ? row.state : null;
    };
    try {
      expect(await eventually('found by reading', () => stateOf(lostAnswer.operationId))).toBe('succeeded');
      expect(await eventually('left for review', () => stateOf(lostRequest.operationId))).toBe(
        'needs_review',
      );
    } finally {
      await worker.stop();
    }
    expect(await effectsOf(lostAnswer.operationId)).toHaveLength(1);
    expect(await effectsOf(lostRequest.operationId)).toHaveLength(0);
    expect(await createOrder(context, lostRequest)).toEqual({ code: 'needs_review', status: 202 });
  });
});
