import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeInstall } from '@/lib/installs/complete-install.server';
import { installClient } from '@/lib/installs/install-client.server';
import { claimDueInstallation } from '@/lib/installs/refresh-installation.server';
import { openInstall } from '@/lib/installs/require-install.server';
import { sealSession, sessionCookieName } from '@/lib/installs/sign-in/session-cookie.server';
import { startSession } from '@/lib/installs/sign-in/session.server';
import { dataOf } from 'commerce-platform-client/contract/common';
import { Installation } from 'commerce-platform-client/contract/installation';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type LiveChange, onLiveChange } from '@/lib/system/live/notify';
import { readConnection } from '@/lib/mirror/health/read-connection.server';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { refreshDueInstallation } from '@/lib/worker/refresh-due-installation.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { type Proxy, startProxy } from '@/tests/support/platform/proxy';

let world: AppWorld;
let proxy: Proxy;
const received: LiveChange[] = [];
/** Polling options with a longer time limit, for changes that take long on a busy machine. */
const patience = { timeout: 20_000 };
let listening: ReturnType<typeof onLiveChange>;

beforeAll(async () => {
  proxy = await startProxy();
  world = await startAppWorld({ proxy });
  listening = onLiveChange(
    (change) => received.push(change),
    () => undefined,
  );
  await listening.ready;
});
afterAll(async () => {
  listening.stop();
  await world.stop();
  await proxy.stop();
});

const change = (installId: InstallId, more: Record<string, unknown>) =>
  world.sandbox.control('PATCH', `/installs/${installId}`, more);
const readOrders = (installId: InstallId) => installClient(installId, 'person').listOrders({ limit: 1 });
const effectiveOf = async (installId: InstallId) => {
  const [row] = await world.system<{ effective_scopes: string[] }>(
    'SELECT effective_scopes FROM installs WHERE install_id = $1',
    [installId],
  );
  return row?.effective_scopes;
};
const topicsOf = async (installId: InstallId) => {
  const { webhook } = await world.sandbox.control<{ webhook: { topics: string[] } }>(
    'GET',
    `/installs/${installId}`,
  );
  return webhook.topics;
};
/**
 * Moves the columns installation_due_at and installation_read_at of the install back by this many seconds, as if the
 * time had passed.
 */
const pass = (installId: InstallId, seconds: number) =>
  world.system(
    `UPDATE install_tokens SET installation_due_at = installation_due_at - $2 * interval '1 s',
       installation_read_at = installation_read_at - $2 * interval '1 s' WHERE install_id = $1`,
    [installId, seconds],
  );
const installationReads = () => proxy.count('GET /v1/installation');
/**
 * Runs the worker's tasks for installs once: reads GET /installation if it is due, and completes the set-up
 * of an install after a grant.
 */
async function work(): Promise<void> {
  while (await refreshDueInstallation());
  while (await finishInstalls());
}
async function settledInstall(): Promise<InstallId> {
  const installId = await world.install();
  await work();
  received.length = 0;
  proxy.requests.length = 0;
  return installId;
}

describe('AUT-2 AUT-11 WHK-3: scopes changed by a merchant', () => {
  it('are read immediately after a 403; open screens are notified and the webhook topics are updated', async () => {
    const installId = await settledInstall();
    await pass(installId, 120);
    expect(await topicsOf(installId)).toContain('order.created');
    await change(installId, { effective_scopes: ['products:read'] });
    await expect(readOrders(installId)).rejects.toMatchObject({ status: 403 });
    await work();
    expect(installationReads()).toBe(1);
    expect(await effectiveOf(installId)).toEqual(['products:read']);
    await expect.poll(() => received, patience).toContainEqual({ installId, kind: 'install', id: installId });
    expect(await topicsOf(installId)).not.toContain('order.created');
    expect(await topicsOf(installId)).toContain('app.uninstalled');
    await change(installId, { effective_scopes: ['orders:read'] });
    await pass(installId, 3_601);
    await work();
    expect(await topicsOf(installId)).toContain('order.created');
  });

  it('are read at most once a minute, however many calls are refused, and the last refusal still causes a read', async () => {
    const installId = await settledInstall();
    await pass(installId, 120);
    await change(installId, { effective_scopes: ['products:read'] });
    for (let call = 0; call < 5; call++)
      await expect(readOrders(installId)).rejects.toMatchObject({ status: 403 });
    await work();
    for (let call = 0; call < 5; call++)
      await expect(readOrders(installId)).rejects.toMatchObject({ status: 403 });
    await work();
    expect(installationReads()).toBe(1);
    await pass(installId, 30);
    await work();
    expect(installationReads()).toBe(1);
    await pass(installId, 31);
    await work();
    expect(installationReads()).toBe(2);
    await pass(installId, 3_300);
    await work();
    expect(installationReads()).toBe(2);
  });

  it('are read once more after a refusal that arrives during a read', async () => {
    const installId = await settledInstall();
    await pass(installId, 3_601);
    await change(installId, { effective_scopes: ['products:read'] });
    await world.sandbox.control('POST', '/faults', {
      on: 'api',
      match: 'GET /v1/installation',
      effect: 'delay',
      delay_ms: 1_500,
      count: 1,
    });
    const reading = work();
    await expect.poll(installationReads, patience).toBe(1);
    await expect(readOrders(installId)).rejects.toMatchObject({ status: 403 });
    await reading;
    await pass(installId, 61);
    await work();
    expect(installationReads()).toBe(2);
  });
});

describe('INS-1 INS-2: GET /installation', () => {
  it('is sent hourly by one of several workers, but not for a closed install or one that must reconnect', async () => {
    const installId = await settledInstall();
    const [closed, cut] = [await settledInstall(), await settledInstall()];
    for (const id of [installId, closed, cut]) await pass(id, 3_300);
    await work();
    expect(installationReads()).toBe(0);
    await world.system('UPDATE installs SET revoked_at = now() WHERE install_id = $1', [closed]);
    await world.system(`UPDATE install_tokens SET state = 'reconnect' WHERE install_id = $1`, [cut]);
    for (const id of [installId, closed, cut]) await pass(id, 310);
    const claims = await Promise.all(Array.from({ length: 6 }, claimDueInstallation));
    expect(claims.flatMap((claim) => claim?.installId ?? [])).toEqual([installId]);
    // The worker that claimed the read has died. Its claim (the right to do the read) is valid for about a minute.
    // After that minute, another worker may claim the read.
    await pass(installId, 30);
    expect(await claimDueInstallation()).toBeNull();
    await pass(installId, 32);
    await work();
    expect(installationReads()).toBe(1);
  });

  it('with unchanged scopes reports no change of scopes; a disabled webhook subscription switches live updates off until it is put again', async () => {
    const installId = await settledInstall();
    await pass(installId, 3_601);
    await work();
    expect(proxy.count('PUT /v1/webhooks')).toBe(0);
    proxy.rewrite = (body, line) => (line === 'GET /v1/installation' ? withDisabledWebhook(body) : body);
    await pass(installId, 3_601);
    await refreshDueInstallation();
    expect(await readConnection(installId)).toBe('updatesOff');
    await work();
    proxy.rewrite = (body) => body;
    expect(proxy.count('PUT /v1/webhooks')).toBe(1);
    expect(await readConnection(installId)).toBe('ok');
    expect(received.filter(({ kind }) => kind === 'install')).toEqual([]);
    // The subscription has no id, so the app assumes that the merchant deleted the subscription. The app must not
    // create a new one.
    await world.system('UPDATE webhook_secrets SET subscription_id = NULL WHERE install_id = $1', [
      installId,
    ]);
    proxy.rewrite = (body, line) => (line === 'GET /v1/installation' ? withDisabledWebhook(body) : body);
    await pass(installId, 3_601);
    await work();
    proxy.rewrite = (body) => body;
    expect(proxy.count('PUT /v1/webhooks')).toBe(1);
  });

  it('with texts that PostgreSQL cannot store is saved, and the same texts are no change of scopes later', async () => {
    const installId = await settledInstall();
    proxy.rewrite = (body, line) => (line === 'GET /v1/installation' ? withHostileTexts(body) : body);
    for (let read = 1; read <= 2; read++) {
      await work();
      received.length = 0;
      await pass(installId, 3_601);
      await refreshDueInstallation();
    }
    proxy.rewrite = (body) => body;
    const [row] = await world.system(
      'SELECT store_name, store_slug, timezone, country, currency FROM installs WHERE install_id = $1',
      [installId],
    );
    expect(row).toEqual(
      Object.fromEntries(
        ['store_name', 'store_slug', 'timezone', 'country', 'currency'].map((name) => [
          name,
          'a\uFFFD\uFFFD',
        ]),
      ),
    );
    expect(await effectiveOf(installId)).toContain('a\uFFFD\uFFFD');
    expect(received.filter(({ kind }) => kind === 'install')).toEqual([]);
  });

  it('with texts that PostgreSQL cannot store does not end a sign-in, and screens can open', async () => {
    const tokens = await world.grant();
    const { body } = await installClient(await world.takeIn(tokens), 'person').getInstallation();
    const done = await completeInstall(tokens, withHostileTexts(body).data);
    expect(done).toEqual({ ok: true, installId: tokens.install_id });
    const sent = [
      {
        name: sessionCookieName(tokens.install_id),
        value: await sealSession(await startSession(tokens.install_id, null)),
      },
    ];
    const opened = await openInstall(sent, tokens.install_id);
    expect(opened).toMatchObject({ ok: true, context: { store: { timezone: 'UTC' } } });
  });

  it.each([-1, 19, 2 ** 40])('with %s decimals is an answer that the app does not save', async (decimals) => {
    const installId = await settledInstall();
    proxy.rewrite = (body, line) => {
      if (line !== 'GET /v1/installation') return body;
      const { data } = dataOf(Installation).parse(body);
      return { data: { ...data, store: { ...data.store, decimals } } };
    };
    await expect(installClient(installId, 'person').getInstallation()).rejects.toMatchObject({
      code: 'bad_answer',
    });
    proxy.rewrite = (body) => body;
  });

  it('that finds changed scopes while the subscription is being put leads to another PUT', async () => {
    const installId = await settledInstall();
    await world.system('UPDATE webhook_secrets SET checked_at = NULL WHERE install_id = $1', [installId]);
    await pass(installId, 3_601);
    await world.sandbox.control('POST', '/faults', {
      on: 'api',
      match: 'PUT /v1/webhooks',
      effect: 'delay',
      delay_ms: 1_500,
      count: 1,
    });
    const putting = finishInstalls();
    await expect.poll(() => proxy.count('PUT /v1/webhooks'), patience).toBe(1);
    await change(installId, { effective_scopes: ['discounts:read'] });
    await refreshDueInstallation();
    await putting;
    // The scopes changed while the worker's first PUT of the subscription was in progress, so the platform
    // refused this PUT. The worker sends another PUT only after its claim (the right to work on the install)
    // has expired.
    await world.system('UPDATE install_tokens SET finish_claimed_until = now() WHERE install_id = $1', [
      installId,
    ]);
    await work();
    expect(await topicsOf(installId)).toEqual(['app.uninstalled']);
  });
});

function withDisabledWebhook(body: unknown): unknown {
  const text = JSON.stringify(body, (key, value: unknown) =>
    key === 'webhook' && value !== null ? { ...value, status: 'disabled' } : value,
  );
  return JSON.parse(text);
}

/** Returns a response of GET /installation whose texts contain characters that PostgreSQL refuses. */
function withHostileTexts(body: unknown): { data: Installation } {
  const { data } = dataOf(Installation).parse(body);
  const text = 'a\0\ud83d';
  const { install, store } = data;
  return {
    data: {
      install: { ...install, effective_scopes: [...install.effective_scopes, text] },
      store: { ...store, name: text, slug: text, timezone: text, country: text, currency: text },
    },
  };
}
