import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeOperations } from '@/lib/operations/close-operations.server';
import { closeUnlessActive } from '@/lib/installs/close-unless-active.server';
import { confirmUninstall } from '@/lib/installs/confirm-uninstall.server';
import { installClient } from '@/lib/installs/install-client.server';
import { findSession, startSession } from '@/lib/installs/sign-in/session.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { dataOf } from 'commerce-platform-client/contract/common';
import { Installation } from 'commerce-platform-client/contract/installation';
import { ReconnectRequired } from 'commerce-platform-client/platform-error';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { decrypt } from '@/lib/system/keys/crypto';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { startWorker } from '@/lib/worker/start-worker.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { eventually } from '@/tests/support/stack/eventually';
import { type Proxy, startProxy } from '@/tests/support/platform/proxy';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

let world: AppWorld;
let endpoint: WebhookEndpoint;
let worker: { stop(): Promise<void> };
let proxy: Proxy;

beforeAll(async () => {
  endpoint = await startWebhookEndpoint();
  proxy = await startProxy();
  world = await startAppWorld({ appUrl: endpoint.appUrl, proxy });
  worker = startWorker();
});
afterAll(async () => {
  await worker.stop();
  await endpoint.stop();
  await world.stop();
  await proxy.stop();
});
afterEach(() => {
  proxy.rewrite = (body) => body;
});

async function subscribed(): Promise<InstallId> {
  const installId = await world.install();
  while (await finishInstalls());
  await eventually('the subscription is in place', async () => {
    const rows = await world.system(
      `SELECT 1 FROM webhook_secrets WHERE install_id = $1 AND status = 'active'`,
      [installId],
    );
    return rows.length === 1;
  });
  return installId;
}

type State = { revoked_at: Date | null; tokens: number; sessions: number; marks: number };
async function stateOf(installId: InstallId): Promise<State | undefined> {
  const [row] = await world.system<State>(
    `SELECT revoked_at,
       (SELECT count(*)::int FROM install_tokens t WHERE t.install_id = i.install_id) AS tokens,
       (SELECT count(*)::int FROM sessions s WHERE s.install_id = i.install_id) AS sessions,
       (SELECT count(*)::int FROM dirty_marks d WHERE d.install_id = i.install_id) +
       (SELECT count(*)::int FROM inbox e WHERE e.install_id = i.install_id AND e.state = 'stored') AS marks
     FROM installs i WHERE install_id = $1`,
    [installId],
  );
  return row;
}

/**
 * Signs an app.uninstalled event as the platform does and posts it to the webhook receiver. Resolves when the worker
 * has processed the event.
 */
async function deliverUninstalled(installId: InstallId): Promise<void> {
  const [stored] = await world.system<{ current_enc: string }>(
    'SELECT current_enc FROM webhook_secrets WHERE install_id = $1',
    [installId],
  );
  const secret = decrypt(stored?.current_enc ?? '', {
    installId,
    column: 'webhook_secrets.current_enc',
    row: [],
  });
  const event = eventOf(installId, world.stores[0]?.id ?? '', {
    topic: 'app.uninstalled',
    data: { install_id: installId },
  });
  await eventually(
    'the delivery is stored',
    async () => (await receive(signed(installId, secret, event))).status === 200,
  );
  await eventually('the worker dealt with it', async () => (await stateOf(installId))?.marks === 0);
}

describe('S14 EVT-10: app.uninstalled', () => {
  it('for an active install is ignored, whether it is late or sent by mistake', async () => {
    const installId = await subscribed();
    const session = await startSession(installId, null);
    await deliverUninstalled(installId);
    expect(await stateOf(installId)).toMatchObject({ revoked_at: null, tokens: 1, sessions: 1 });
    expect(await findSession(session)).not.toBeNull();
  });

  it('for an active install whose scopes have changed saves the scopes in the way of the hourly read, which updates the webhook topics', async () => {
    const installId = await subscribed();
    await world.system(`UPDATE installs SET effective_scopes = '{orders:read}' WHERE install_id = $1`, [
      installId,
    ]);
    await world.system(
      `UPDATE install_tokens SET installation_read_at = now() - interval '10 minutes' WHERE install_id = $1`,
      [installId],
    );
    const before = await world.system<{ checked_at: Date }>(
      'SELECT checked_at FROM webhook_secrets WHERE install_id = $1',
      [installId],
    );
    await deliverUninstalled(installId);
    await eventually('the scopes are saved, and the subscription is put again', async () => {
      const rows = await world.system(
        `SELECT 1 FROM installs JOIN webhook_secrets w USING (install_id)
         WHERE install_id = $1 AND cardinality(effective_scopes) > 1 AND w.checked_at > $2`,
        [installId, before[0]?.checked_at],
      );
      return rows.length === 1;
    });
  });

  it('for a real uninstall closes the install and deletes tokens and sessions; a second delivery changes nothing', async () => {
    const installId = await subscribed();
    const session = await startSession(installId, null);
    await world.sandbox.control('DELETE', `/installs/${installId}`);
    const closed = await eventually('the install is closed', async () => {
      const state = await stateOf(installId);
      return state?.revoked_at && state.marks === 0 ? state : null;
    });
    expect(closed).toMatchObject({ tokens: 0, sessions: 0 });
    expect(await findSession(session)).toBeNull();
    await expect(installClient(installId, 'person').getStore()).rejects.toThrow(ReconnectRequired);
    await deliverUninstalled(installId);
    expect(await stateOf(installId)).toEqual(closed);
  });

  it('from before a reinstall under the same id is ignored', async () => {
    const installId = await subscribed();
    await world.sandbox.control('DELETE', `/installs/${installId}`);
    await eventually('the install is closed', async () => (await stateOf(installId))?.revoked_at);
    expect(await world.takeIn(await world.grant({ reuse_install_id: true }))).toBe(installId);
    await deliverUninstalled(installId);
    expect(await stateOf(installId)).toMatchObject({ revoked_at: null, tokens: 1 });
  });

  it('from before a reinstall with a new install id closes only the old install', async () => {
    const old = await subscribed();
    await world.sandbox.control('DELETE', `/installs/${old}`);
    const next = await subscribed();
    expect(next).not.toBe(old);
    await eventually('the old install is closed', async () => (await stateOf(old))?.revoked_at);
    expect(await stateOf(next)).toMatchObject({ revoked_at: null, tokens: 1 });
  });

  it('that is confirmed by a 401 does not delete the tokens of a grant that arrives after the 401', async () => {
    const installId = await subscribed();
    const client: Pick<PlatformClient, 'getInstallation'> = {
      // A fake platform client that gets a 401. At that moment, before the app reacts to the 401, the merchant grants
      // access again.
      async getInstallation() {
        await world.sandbox.control('DELETE', `/installs/${installId}`);
        await installClient(installId, 'person')
          .getInstallation()
          .catch(() => undefined);
        await world.takeIn(await world.grant({ reuse_install_id: true }));
        throw new ReconnectRequired('the tokens of before');
      },
    };
    await expect(confirmUninstall(installId, client, closeOperations)).rejects.toThrow();
    expect(await stateOf(installId)).toMatchObject({ revoked_at: null, tokens: 1 });
    await confirmUninstall(installId, installClient(installId, 'person'), closeOperations);
    expect(await stateOf(installId)).toMatchObject({ revoked_at: null, tokens: 1 });
  });
});

describe('S14: an app.uninstalled that never arrives', () => {
  /** Makes GET /installation report the install as revoked, although the platform still accepts its tokens. */
  function sayRevoked(installId: InstallId): void {
    proxy.rewrite = (body, line) => {
      const read = dataOf(Installation).safeParse(body);
      if (line !== 'GET /v1/installation' || read.data?.data.install.id !== installId) return body;
      const { install, store } = read.data.data;
      return { data: { install: { ...install, status: 'revoked' }, store } };
    };
  }
  /**
   * Makes the hourly read of GET /installation due. The sweeps (reads of whole lists) of the install are postponed,
   * because they would use up the request budget that the read needs.
   */
  async function anHourPasses(installId: InstallId): Promise<void> {
    await world.system(`UPDATE sweeps SET due_at = now() + interval '1 day' WHERE install_id = $1`, [
      installId,
    ]);
    await world.system('UPDATE install_tokens SET installation_due_at = now() WHERE install_id = $1', [
      installId,
    ]);
    await world.system(`SELECT pg_notify('daftar_work', 'installs')`);
  }
  const closed = (installId: InstallId) =>
    eventually('the install is closed', async () => {
      const state = await stateOf(installId);
      return state?.revoked_at ? state : null;
    });

  it('is replaced by the hourly read: this install is closed, and no other', async () => {
    const [installId, other] = [await subscribed(), await subscribed()];
    const session = await startSession(installId, null);
    sayRevoked(installId);
    await anHourPasses(other);
    await anHourPasses(installId);
    expect(await closed(installId)).toMatchObject({ tokens: 0, sessions: 0 });
    expect(await findSession(session)).toBeNull();
    expect(await stateOf(other)).toMatchObject({ revoked_at: null, tokens: 1 });
  });

  it('is replaced by the hourly read, even if the app.uninstalled of an earlier uninstall is stored', async () => {
    const installId = await subscribed();
    await world.sandbox.control('DELETE', `/installs/${installId}`);
    await closed(installId);
    await world.takeIn(await world.grant({ reuse_install_id: true }));
    sayRevoked(installId);
    await anHourPasses(installId);
    expect(await closed(installId)).toMatchObject({ tokens: 0 });
  });

  it('does not delete tokens that were granted after the response', async () => {
    const installId = await subscribed();
    const client: Pick<PlatformClient, 'getInstallation'> = {
      async getInstallation() {
        sayRevoked(installId);
        const answer = await installClient(installId, 'person').getInstallation();
        proxy.rewrite = (body) => body;
        await world.sandbox.control('DELETE', `/installs/${installId}`);
        await world.takeIn(await world.grant({ reuse_install_id: true }));
        return answer;
      },
    };
    await expect(closeUnlessActive(installId, client, closeOperations)).rejects.toThrow('connected again');
    expect(await stateOf(installId)).toMatchObject({ revoked_at: null, tokens: 1 });
  });
});
