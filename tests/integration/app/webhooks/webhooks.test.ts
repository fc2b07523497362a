import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import { installClient } from '@/lib/installs/install-client.server';
import { OperationId } from '@/lib/shared/operation-id';
import { withSystem } from '@/lib/system/db';
import { changeSubscription } from '@/lib/webhooks/change-subscription.server';
import { deleteSubscription } from '@/lib/webhooks/delete-subscription.server';
import { dropSubscription, putSubscription, storeSubscription } from '@/lib/webhooks/put-subscription.server';
import { endpointUrl, ensureSubscription } from '@/lib/webhooks/subscription.server';
import { installContext } from '@/tests/support/integration/install-context';
import { transactionsWait } from '@/tests/support/integration/transactions-wait';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { applyEvents } from '@/lib/webhooks/apply-events.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { startOutage } from '@/tests/support/integration/database-outage';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { PlatformError } from 'commerce-platform-client/platform-error';
import { eventOf, signed, validDelivery, withHeaders } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { eventually } from '@/tests/support/stack/eventually';
import { inboxOf, marksOf } from '@/tests/support/mirror/inbox-probe';
import {
  rotateSecret,
  type SubscribedInstall,
  subscribedInstall,
} from '@/tests/support/webhooks/subscribed-install';

let world: AppWorld;
let a: SubscribedInstall;

beforeAll(async () => {
  world = await startAppWorld();
  a = await subscribedInstall(world, 0);
});
afterAll(() => world.stop());
beforeEach(() => world.system('DELETE FROM inbox').then(() => world.system('DELETE FROM dirty_marks')));

afterEach(() => void vi.restoreAllMocks());

const validEvent = () => eventOf(a.installId, a.storeId);
const valid = () => validDelivery(a);
const resigned = (body: object | string | Uint8Array) => signed(a.installId, a.secret, body);

describe('webhook secrets', () => {
  it('EVT-8: after a rotation the previous secret works until it expires, and the one before it never', async () => {
    const install = await subscribedInstall(world, 1);
    const send = async (secret: string) => (await receive(validDelivery({ ...install, secret }))).status;
    expect(await send(install.secret)).toBe(200);
    const second = await rotateSecret(world, install);
    expect(second).not.toBe(install.secret);
    await world.system(
      `UPDATE webhook_secrets SET previous_until = now() + interval '25 seconds' WHERE install_id = $1`,
      [install.installId],
    );
    await eventually('the new secret is known', async () => (await send(second)) === 200);
    expect(await send(install.secret)).toBe(200);
    // Moves the clock of the test process 25 s forward. The cached webhook secrets are still valid after these 25 s.
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 25_000);
    expect(await send(second)).toBe(200);
    expect(await send(install.secret)).toBe(401);
    const third = await rotateSecret(world, install);
    await eventually('the third secret is known', async () => (await send(third)) === 200);
    expect(await send(second)).toBe(200);
    expect(await send(install.secret)).toBe(401);
  });
});

describe('PUT /webhooks', () => {
  const statusOf = async (install: SubscribedInstall, secret: string) =>
    (await receive(validDelivery({ ...install, secret }))).status;
  const platformSecret = async ({ installId }: SubscribedInstall) => {
    const path = `/installs/${installId}`;
    const { webhook } = await world.sandbox.control<{ webhook: { secret: string } }>('GET', path);
    return webhook.secret;
  };

  it('M16: if two begin in the same millisecond, neither is confirmed by the response of the other, and a third follows', async () => {
    const install = await subscribedInstall(world, 1);
    const { installId } = install;
    const nowMs = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
    const platform = installClient(installId, 'person');
    // On a busy machine, one PUT could end before the other is recorded. So both wait for each other before they are sent.
    let recorded = 0;
    let begin = () => {};
    const bothRecorded = new Promise<void>((resolve) => (begin = resolve));
    const putWebhook: PlatformClient['putWebhook'] = async (...args) => {
      recorded += 1;
      if (recorded === 2) begin();
      await bothRecorded;
      return platform.putWebhook(...args);
    };
    const put = () =>
      putSubscription(
        installId,
        { endpoint_url: endpointUrl(), topics: ['order.created'], rotate_secret: true },
        { ...platform, putWebhook },
      );
    const puts = await withSystem(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM webhook_secrets WHERE install_id = ${installId} FOR UPDATE`;
      const both = Promise.allSettled([put(), put()]);
      await transactionsWait(world, 2);
      return { both };
    });
    const ended = await puts.both;
    vi.restoreAllMocks();
    // The response with the older secret is stored first.
    const current = await platformSecret(install);
    const answers = ended
      .flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
      .sort((one) => (one.subscription.secret === current ? 1 : -1));
    for (const { secretRequest, subscription } of answers)
      await withSystem((tx) => storeSubscription(tx, secretRequest, subscription)).catch(() => undefined);
    const [row] = await world.system<{ pending_since: Date | null }>(
      'SELECT pending_since FROM webhook_secrets WHERE install_id = $1',
      [installId],
    );
    expect(row?.pending_since).not.toBeNull();
    await ensureSubscription(
      { installId, scopes: new Set(['orders:read']) },
      installClient(installId, 'person'),
    );
    const secret = await platformSecret(install);
    await eventually('the newest secret is known', async () => (await statusOf(install, secret)) === 200);
  });

  it('M16: if an older PUT reaches the platform after a newer one and its response is lost, a third follows', async () => {
    const install = await subscribedInstall(world, 1);
    const { installId } = install;
    const body = { endpoint_url: endpointUrl(), topics: ['order.created' as const], rotate_secret: true };
    const platform = installClient(installId, 'background');
    const older = putSubscription(installId, body, {
      ...platform,
      putWebhook: async (...args) => {
        const command = { installId, operationId: OperationId.parse(randomUUID()), topics: body.topics };
        expect(
          await changeSubscription(await installContext(installId), { ...command, rotateSecret: true }),
        ).toMatchObject({ code: 'succeeded' });
        await platform.putWebhook(...args);
        throw new PlatformError('the response was lost', { status: 0, code: 'unreachable' });
      },
    });
    await expect(older).rejects.toThrow('the response was lost');
    await world.system(`UPDATE webhook_secrets SET pending_since = pending_since - interval '2 minutes'`);
    while (await finishInstalls());
    const secret = await platformSecret(install);
    await eventually('the newest secret is known', async () => (await statusOf(install, secret)) === 200);
  });

  it('M16: after a deletion and a new subscription, deliveries with the secret of the deleted one are still accepted', async () => {
    const install = await subscribedInstall(world, 1);
    const { installId } = install;
    const context = await installContext(installId);
    const operationId = () => OperationId.parse(randomUUID());
    expect(await deleteSubscription(context, { installId, operationId: operationId() })).toMatchObject({
      code: 'succeeded',
    });
    const topics: ['order.created'] = ['order.created'];
    expect(
      await changeSubscription(context, {
        installId,
        operationId: operationId(),
        topics,
        rotateSecret: false,
      }),
    ).toMatchObject({ code: 'succeeded' });
    const secret = await platformSecret(install);
    expect(secret).not.toBe(install.secret);
    await eventually('the new secret is known', async () => (await statusOf(install, secret)) === 200);
    expect(await statusOf(install, install.secret)).toBe(200);
  });

  describe('that began before a merchant deleted the subscription', () => {
    const onPlatform = async ({ installId }: SubscribedInstall) => {
      const path = `/installs/${installId}`;
      return (await world.sandbox.control<{ webhook: { status: string } | null }>('GET', path)).webhook;
    };
    const deleteAsMerchant = async ({ installId }: SubscribedInstall) => {
      const command = { installId, operationId: OperationId.parse(randomUUID()) };
      expect(await deleteSubscription(await installContext(installId), command)).toMatchObject({
        code: 'succeeded',
      });
    };
    const scopes = new Set(['orders:read']);
    /** A client whose PUT /webhooks waits in the request budget, while the merchant deletes the subscription. */
    const slowClient = (install: SubscribedInstall): PlatformClient => {
      const platform = installClient(install.installId, 'background');
      return {
        ...platform,
        putWebhook: async (...args) => {
          await deleteAsMerchant(install);
          return platform.putWebhook(...args);
        },
      };
    };
    /** Lets the worker do what is due a minute later. */
    const passMinute = async () => {
      await world.system(`UPDATE webhook_secrets SET pending_since = pending_since - interval '2 minutes'`);
      while (await finishInstalls());
    };

    it('does not undo the deletion', async () => {
      const install = await subscribedInstall(world, 1);
      const { installId } = install;
      await expect(ensureSubscription({ installId, scopes }, slowClient(install))).rejects.toThrow('PUT');
      await passMinute();
      expect(await onPlatform(install)).toBeNull();
      const row = 'SELECT status, pending_since FROM webhook_secrets WHERE install_id = $1';
      expect(await world.system(row, [installId])).toEqual([{ status: 'revoked', pending_since: null }]);
    });

    it('does not undo the deletion, also if its process dies before it stores the response', async () => {
      const install = await subscribedInstall(world, 1);
      const { installId } = install;
      const platform = slowClient(install);
      const dies = ensureSubscription(
        { installId, scopes },
        {
          ...platform,
          putWebhook: async (...args) => {
            await platform.putWebhook(...args);
            throw new Error('killed');
          },
        },
      );
      await expect(dies).rejects.toThrow('killed');
      expect(await onPlatform(install)).not.toBeNull();
      await passMinute();
      expect(await onPlatform(install)).toBeNull();
    });

    it('is not sent, if the deletion came before it was recorded', async () => {
      const install = await subscribedInstall(world, 1);
      const { installId } = install;
      const { ensured } = await withSystem(async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM installs WHERE install_id = ${installId} FOR NO KEY UPDATE`;
        const started = ensureSubscription({ installId, scopes }, installClient(installId, 'background'));
        await transactionsWait(world, 1);
        await deleteAsMerchant(install);
        return { ensured: started };
      });
      await ensured;
      expect(await onPlatform(install)).toBeNull();
    });

    it('is not sent, if the deletion is being stored while it begins', async () => {
      const install = await subscribedInstall(world, 1);
      const { installId } = install;
      const { ensured } = await withSystem(async (tx) => {
        await dropSubscription(tx, installId);
        const started = ensureSubscription({ installId, scopes }, installClient(installId, 'background'));
        await transactionsWait(world, 1);
        return { ensured: started };
      });
      await ensured;
      expect(await onPlatform(install)).toBeNull();
    });
  });
});

describe('a valid delivery from the platform', () => {
  it('M3 EVT-2: with the same event id twice, also under a new delivery id, has one effect', async () => {
    const event = validEvent();
    const first = signed(a.installId, a.secret, event);
    expect(await receive(first)).toEqual({ status: 200, code: 'stored' });
    expect(await applyEvents()).toBe(1);
    const [mark] = await marksOf(world, a.installId);
    expect(mark).toMatchObject({ kind: 'order', entity_id: 'ord_from_a_test' });
    expect(await receive(first)).toMatchObject({ status: 200 });
    expect(await receive(signed(a.installId, a.secret, event))).toMatchObject({ status: 200 });
    expect(await applyEvents()).toBe(0);
    expect(await inboxOf(world, a.installId)).toHaveLength(1);
    expect(await marksOf(world, a.installId)).toEqual([mark]);
  });

  it('EVT-2 EVT-14: with the same event id 20 times at the same time gives one row and one mark', async () => {
    const event = validEvent();
    const answers = await Promise.all(Array.from({ length: 20 }, () => receive(resigned(event))));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({ status: 200, code: 'stored' })));
    await applyEvents();
    expect(await inboxOf(world, a.installId)).toHaveLength(1);
    expect(await marksOf(world, a.installId)).toHaveLength(1);
  });

  it('EVT-5: several events of one order set one dirty mark, and each new event increases its number', async () => {
    const markAfter = async (sequence: number) => {
      await receive(resigned(eventOf(a.installId, a.storeId, { sequence, topic: 'order.paid' })));
      await applyEvents();
      const [mark, ...more] = await marksOf(world, a.installId);
      expect(more).toEqual([]);
      return Number(mark?.mark);
    };
    const first = await markAfter(12);
    expect(await markAfter(11)).toBeGreaterThan(first);
    expect(await inboxOf(world, a.installId)).toHaveLength(2);
  });

  it('EVT-9: if X-Platform-Event differs from the signed topic, the signed topic is used', async () => {
    const parts = withHeaders(valid(), { [deliveryHeaders.event]: 'app.uninstalled' });
    expect(await receive(parts)).toEqual({ status: 200, code: 'stored' });
    expect(await inboxOf(world, a.installId)).toMatchObject([{ topic: 'order.created' }]);
    await applyEvents();
    expect(await marksOf(world, a.installId)).toMatchObject([
      { kind: 'order', entity_id: 'ord_from_a_test' },
    ]);
  });

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const change = (fields: Record<string, unknown>) => () => JSON.stringify({ ...validEvent(), ...fields });
  const withRaw = (name: string, raw: string) => () =>
    JSON.stringify({ ...validEvent(), [name]: 'RAW' }).replace('"RAW"', raw);
  it.each<[string, () => string | Uint8Array]>([
    ['bad JSON', () => '{"id": '],
    ['nothing at all', () => ''],
    ['EVT-10: an unknown topic', change({ topic: 'order.teleported' })],
    ['depth 10,000', withRaw('data', nested(10_000))],
    ['EVT-5: sequence 2^53+1', withRaw('sequence', '9007199254740993')],
    [
      'invalid UTF-8',
      () => Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ],
    ['__proto__ in data', withRaw('data', '{"__proto__":{"order_id":"x"}}')],
    ['__proto__ written in escapes', withRaw('data', '{"\\u005f_proto__":{"order_id":"x"}}')],
    ['a missing id', change({ id: undefined })],
    ['a NUL byte in the topic', change({ topic: 'order.\0' })],
    ['a raw NUL', () => 'no\0json'],
    ['a time that no calendar has', change({ occurred_at: '0000-01-01T00:00:00Z' })],
    ['an offset of 20 hours', change({ occurred_at: '2026-01-01T00:00:00+20:00' })],
  ])('%s is stored in quarantine with 200 and marks nothing', async (_, body) => {
    expect(await receive(resigned(body()))).toEqual({ status: 200, code: 'quarantined' });
    expect(await inboxOf(world, a.installId)).toMatchObject([{ state: 'quarantined' }]);
    expect((await inboxOf(world, a.installId))[0]?.reason).toBeTruthy();
    expect(await applyEvents()).toBe(0);
    expect(await marksOf(world, a.installId)).toHaveLength(0);
  });

  it('an invalid id marks nothing', async () => {
    const data = { order_id: 'no id\0 at all' };
    expect(await receive(resigned({ ...validEvent(), data }))).toMatchObject({ status: 200 });
    await applyEvents();
    expect(await marksOf(world, a.installId)).toHaveLength(0);
  });

  it('EVT-1: a test event changes nothing in a development store, and is quarantined in a real store', async () => {
    const real = await subscribedInstall(world, 0);
    await world.system('UPDATE installs SET is_development = (install_id = $1)', [a.installId]);
    expect(await receive(resigned({ ...validEvent(), test: true }))).toEqual({ status: 200, code: 'stored' });
    const inReal = eventOf(real.installId, real.storeId, { test: true });
    expect(await receive(signed(real.installId, real.secret, inReal))).toEqual({
      status: 200,
      code: 'quarantined',
    });
    await applyEvents();
    expect(await inboxOf(world, a.installId)).toMatchObject([{ state: 'ignored' }]);
    expect(await marksOf(world, a.installId)).toHaveLength(0);
    expect(await marksOf(world, real.installId)).toHaveLength(0);
  });

  it('is answered 503 while the database is down, and stored once when the database is back', async () => {
    const parts = valid();
    const endOutage = await startOutage(world);
    try {
      expect(await receive(parts)).toEqual({ status: 503, code: 'unavailable' });
    } finally {
      await endOutage();
    }
    await eventually('the delivery is taken', async () => (await receive(parts)).status === 200);
    expect(await inboxOf(world, a.installId)).toHaveLength(1);
  });
});
