import { Hono } from 'hono';
import { z } from 'zod';
import { reinstallKeepsInstallId } from 'commerce-platform-client/assumptions';
import { scopes } from 'commerce-platform-client/contract/scopes';
import { install, installsOf, uninstall } from '@/sandbox/domain/installs';
import { isRefusal, refuse } from '@/sandbox/domain/refusal';
import { effectiveScopes } from '@/sandbox/domain/scopes';
import { issueTokens } from '@/sandbox/domain/tokens';
import type { InstallRecord } from '@/sandbox/world/records';
import { asMerchant, controlAnswer, controlBody } from './control-request';
import { tokenAnswer } from './oauth';
import type { Runtime, SandboxEnv } from './runtime';

const NewInstall = z.strictObject({
  store_id: z.string(),
  app_id: z.string().optional(),
  scopes: z.array(z.enum(scopes)).default([...scopes]),
  dpa_accepted: z.boolean().default(true),
  reuse_install_id: z.boolean().default(reinstallKeepsInstallId),
});
const InstallEdit = z.strictObject({
  effective_scopes: z.array(z.enum(scopes)).optional(),
  dpa_accepted: z.boolean().optional(),
  member_active: z.boolean().optional(),
});

/**
 * Returns the control endpoints with which tests install the app without a browser, and change installs as a merchant
 * would (sandbox-control: installs).
 */
export function controlInstalls(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  app.post('/', async (c) => {
    const body = await controlBody(c, NewInstall);
    if (isRefusal(body)) return controlAnswer(c, body);
    const { world } = runtime;
    const store = world.stores.get(body.store_id);
    const client = body.app_id === undefined ? world.apps.values()[0] : world.apps.get(body.app_id);
    if (!store || !client) return controlAnswer(c, refuse('not_found', 'no such store or app'));
    const last = installsOf(world, store.id).findLast((row) => row.app_id === client.id);
    const reuseId = body.reuse_install_id ? last?.id : undefined;
    const grant = { scopes: body.scopes, dpaAccepted: body.dpa_accepted };
    const row = install(world, client, store, grant, reuseId);
    return controlAnswer(c, tokenAnswer(runtime, { install: row, ...issueTokens(world, row.id) }), 201);
  });

  app.get('/:id', (c) => {
    const row = runtime.world.installs.get(c.req.param('id'));
    return controlAnswer(c, row ? describe(runtime, row) : refuse('not_found', 'no such install'));
  });

  app.patch('/:id', async (c) => {
    const body = await controlBody(c, InstallEdit);
    const row = runtime.world.installs.get(c.req.param('id'));
    if (isRefusal(body)) return controlAnswer(c, body);
    if (!row) return controlAnswer(c, refuse('not_found', 'no such install'));
    const changed = runtime.world.installs.put({
      ...row,
      allowed_scopes: body.effective_scopes ?? row.allowed_scopes,
      dpa_accepted: body.dpa_accepted ?? row.dpa_accepted,
      member_active: body.member_active ?? row.member_active,
    });
    return controlAnswer(c, describe(runtime, changed));
  });

  app.delete('/:id', (c) => {
    const row = runtime.world.installs.get(c.req.param('id'));
    if (!row) return controlAnswer(c, refuse('not_found', 'no such install'));
    uninstall(asMerchant(runtime.world, row.store_id), row);
    return c.body(null, 204);
  });

  return app;
}

/**
 * Describes an install for tests. The description includes all data of its webhook subscription, even the
 * signing secrets.
 */
function describe(runtime: Runtime, row: InstallRecord) {
  const subscription = runtime.world.subscriptions.get(row.id);
  return {
    install_id: row.id,
    app_id: row.app_id,
    store_id: row.store_id,
    status: row.status,
    granted_scopes: row.granted_scopes,
    effective_scopes: effectiveScopes(row),
    dpa_accepted: row.dpa_accepted,
    member_active: row.member_active,
    webhook: subscription
      ? {
          id: subscription.subscription_id,
          endpoint_url: subscription.endpoint_url,
          topics: subscription.topics,
          status: subscription.status,
          consecutive_failures: subscription.consecutive_failures,
          activated_at: subscription.activated_at,
          disabled_at: subscription.disabled_at,
          secret: subscription.secret,
          previous_secret: subscription.previous_secret,
        }
      : null,
  };
}
