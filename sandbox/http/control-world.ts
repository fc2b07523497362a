import { Hono } from 'hono';
import { z } from 'zod';
import { discountMethods, discountTargets, discountValueTypes } from 'commerce-platform-client/assumptions';
import { projectDiscount } from '@/sandbox/domain/discounts';
import { isRefusal, refuse } from '@/sandbox/domain/refusal';
import { newSecret } from '@/sandbox/domain/tokens';
import { asDocumented } from '@/sandbox/domain/variation';
import { controlAnswer, controlBody } from './control-request';
import type { Runtime, SandboxEnv } from './runtime';

const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

const NewDiscount = z
  .strictObject({
    store_id: z.string(),
    title: z.string().min(1).max(255),
    method: z.enum(discountMethods).optional(),
    code: z.string().min(1).max(100).nullable().default(null),
    value_type: z.enum(discountValueTypes),
    target: z.enum(discountTargets).default('order'),
    percent: z.number().min(0).max(100).nullable().default(null),
    amount_minor: z.int().min(0).nullable().default(null),
    is_active: z.boolean().default(true),
    usage_limit_total: z.int().min(1).nullable().default(null),
    used_count: z.int().min(0).default(0),
    applies_to_pos: z.boolean().default(false),
    applies_to_online: z.boolean().default(true),
    starts_at: Instant.optional(),
    ends_at: Instant.nullable().default(null),
  })
  .refine((body) => (body.value_type === 'percent' ? body.percent : body.amount_minor) !== null, {
    path: ['value_type'],
    message: 'percent needs percent, fixed_amount needs amount_minor',
  });

const NewApp = z.strictObject({
  name: z.string().min(1).max(100),
  origin: z.url().transform((text) => new URL(text).origin),
  redirect_uris: z.array(z.url()).min(1),
});

const Variation = z.strictObject({
  sort: z.enum(['newest_first', 'oldest_first']).default(asDocumented.sort),
  extra_fields: z.boolean().default(false),
  unknown_enums: z.boolean().default(false),
  bodies: z.union([z.boolean(), z.literal('empty')]).default(asDocumented.bodies),
  optional_fields: z.enum(['present', 'null', 'absent']).default(asDocumented.optional_fields),
  payloads: z.enum(['flat', 'nested', 'no_ids']).default(asDocumented.payloads),
});

/**
 * Returns the control endpoints with which tests create discounts and apps, and choose how the API's responses deviate
 * from the documented platform (sandbox-control).
 */
export function controlWorld(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  app.post('/discounts', async (c) => {
    const body = await controlBody(c, NewDiscount);
    if (isRefusal(body)) return controlAnswer(c, body);
    const { world } = runtime;
    if (!world.stores.get(body.store_id)) return controlAnswer(c, refuse('not_found', 'no such store'));
    const now = world.now();
    const row = world.discounts.put({
      ...body,
      id: world.newId('disc'),
      method: body.method ?? (body.code === null ? 'automatic' : 'code'),
      starts_at: body.starts_at ?? now,
      created_at: now,
      updated_at: now,
    });
    return controlAnswer(c, { data: projectDiscount(world, row) }, 201);
  });

  app.post('/apps', async (c) => {
    const body = await controlBody(c, NewApp);
    if (isRefusal(body)) return controlAnswer(c, body);
    const { world } = runtime;
    const id = world.newId('app');
    const row = world.apps.put({ ...body, id, client_id: id, client_secret: newSecret('secret') });
    return controlAnswer(c, { id, client_id: row.client_id, client_secret: row.client_secret }, 201);
  });

  app.put('/variation', async (c) => {
    const body = await controlBody(c, Variation);
    if (isRefusal(body)) return controlAnswer(c, body);
    runtime.variation = body;
    return controlAnswer(c, body);
  });

  return app;
}
