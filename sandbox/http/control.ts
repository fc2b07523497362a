import { Hono } from 'hono';
import { z } from 'zod';
import { replay } from '@/sandbox/domain/deliveries';
import { dumpStore } from '@/sandbox/domain/dump-store';
import { isRefusal, refuse } from '@/sandbox/domain/refusal';
import { effectiveScopes } from '@/sandbox/domain/scopes';
import { currencyDecimals } from '@/sandbox/world/seed-stores';
import { answerRefusal } from './answers';
import { controlInstalls } from './control-installs';
import { controlMerchant } from './control-merchant';
import { controlAnswer, controlBody } from './control-request';
import { controlWorld } from './control-world';
import { faultEffects } from '@/sandbox/world/records';
import type { Runtime, SandboxEnv } from './runtime';

const Reset = z.strictObject({
  seed: z.string().min(1).optional(),
  orders: z.int().min(0).max(1_000_000).optional(),
});
const Advance = z.strictObject({
  advance_s: z
    .number()
    .min(0)
    .max(10 * 366 * 86_400),
});
const Fault = z.strictObject({
  on: z.enum(['api', 'oauth', 'delivery']),
  match: z.string().min(1).optional(),
  effect: z.enum(faultEffects),
  status: z.int().min(200).max(599).optional(),
  delay_ms: z.int().min(0).max(600_000).optional(),
  count: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
});

/**
 * Returns the control endpoints under /_sandbox, with which tests in any language control the sandbox. The real
 * platform does not have these endpoints (sandbox-control).
 */
export function control(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.use(async (c, next) => {
    // Requests from other origins are refused, so that a web page in a developer's browser cannot control the
    // sandbox.
    const sender = c.req.header('origin');
    return sender === undefined || sender === runtime.origin
      ? next()
      : answerRefusal(c, refuse('forbidden', 'control calls do not come from other sites'));
  });
  app.onError((error, c) => {
    process.stderr.write(`${c.get('requestId')} ${error.stack}\n`);
    return answerRefusal(c, refuse('internal_error', 'internal error'));
  });

  app.get('/', (c) => controlAnswer(c, describe(runtime)));
  app.post('/reset', async (c) => {
    const body = await controlBody(c, Reset);
    if (isRefusal(body)) return controlAnswer(c, body);
    runtime.reset(body.seed, body.orders);
    return controlAnswer(c, describe(runtime));
  });
  app.post('/clock', async (c) => {
    const body = await controlBody(c, Advance);
    if (isRefusal(body)) return controlAnswer(c, body);
    await runtime.courier.advance(body.advance_s * 1000);
    return controlAnswer(c, { now: runtime.world.now() });
  });

  app.route('/installs', controlInstalls(runtime));
  app.route('/', controlMerchant(runtime));
  app.route('/', controlWorld(runtime));

  app.get('/dump', (c) => {
    const { store_id: storeId = '', app_id: appId } = c.req.query();
    return controlAnswer(c, dumpStore(runtime.world, storeId, appId));
  });
  app.post('/faults', async (c) => {
    const body = await controlBody(c, Fault);
    return isRefusal(body) ? controlAnswer(c, body) : controlAnswer(c, { id: runtime.faults.add(body) }, 201);
  });
  app.delete('/faults', (c) => {
    runtime.faults.clear();
    return c.body(null, 204);
  });

  app.get('/deliveries', (c) => controlAnswer(c, { data: deliveries(runtime, c.req.query('install_id')) }));
  app.post('/deliveries/:id/replay', async (c) => {
    const row = runtime.world.deliveries.get(c.req.param('id'));
    if (!row) return controlAnswer(c, refuse('not_found', 'no such delivery'));
    if (!replay(runtime.world, row))
      return controlAnswer(c, refuse('conflict', 'not dead, or replayed before'));
    return controlAnswer(c, { id: row.id, status: 'pending' }, 202);
  });
  app.get('/requests', (c) => controlAnswer(c, { data: runtime.audit.of(c.req.query('install_id')) }));
  app.get('/effects', (c) => controlAnswer(c, { data: effects(runtime, c.req.query('idempotency_key')) }));
  app.all('*', (c) => controlAnswer(c, refuse('not_found', 'no such control call')));
  return app;
}

function describe({ world }: Runtime) {
  const app = world.apps.values()[0];
  return {
    now: world.now(),
    seed: world.seed,
    stores: world.stores.values().map((store) => ({
      id: store.id,
      slug: store.slug,
      name: store.name,
      currency: store.currency,
      decimals: currencyDecimals[store.currency],
      is_development: store.is_development,
      locations: store.location_ids,
    })),
    app: app && {
      id: app.id,
      client_id: app.client_id,
      client_secret: app.client_secret,
      origin: app.origin,
      redirect_uris: app.redirect_uris,
    },
    installs: world.installs.values().map((row) => ({
      install_id: row.id,
      store_id: row.store_id,
      status: row.status,
      effective_scopes: effectiveScopes(row),
    })),
  };
}

function deliveries({ world }: Runtime, installId: string | undefined): object[] {
  return world.deliveries
    .values()
    .filter((row) => installId === undefined || row.install_id === installId)
    .map(({ next_attempt_ms, ...row }) => ({
      ...row,
      next_attempt_at: next_attempt_ms === null ? null : new Date(next_attempt_ms).toISOString(),
    }));
}

function effects({ world }: Runtime, key: string | undefined): object[] {
  return world.effects
    .values()
    .filter((row) => key === undefined || row.idempotency_key === key)
    .map((row) => ({ at: row.at, kind: row.kind, id: row.entity_id, idempotency_key: row.idempotency_key }));
}
