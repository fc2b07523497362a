import type { Context as HonoContext } from 'hono';
import type { z } from 'zod';
import { fieldProblems } from 'commerce-platform-client/assumptions';
import type { Context } from '@/sandbox/domain/context';
import { isRefusal, type Refusal, refuse, refuseFields } from '@/sandbox/domain/refusal';
import type { World } from '@/sandbox/world/world';
import { answerRefusal, parseJson } from './answers';
import type { SandboxEnv } from './runtime';

type Call = HonoContext<SandboxEnv>;

/** Parses the body of a control request with its schema. An empty body is parsed as an empty object. */
export async function controlBody<Schema extends z.ZodType>(
  c: Call,
  schema: Schema,
): Promise<z.output<Schema> | Refusal> {
  const json = parseJson((await c.req.text()) || '{}');
  if ('problem' in json) return refuse('invalid_request', json.problem);
  const parsed = schema.safeParse(json.value);
  return parsed.success ? parsed.data : refuseFields(400, fieldProblems(parsed.error));
}

/** Sends the response of a control request: a refusal in the error envelope, or the value as JSON. */
export function controlAnswer(c: Call, value: object, status = 200): Response {
  return isRefusal(value) ? answerRefusal(c, value) : Response.json(value, { status });
}

/** Returns the context of a change by the store owner, as if the owner made the change in the store admin. */
export function asMerchant(world: World, storeId: string): Context {
  const name = world.stores.get(storeId)?.staff[0]?.name ?? '';
  return { world, actor: { kind: 'merchant', name }, idempotencyKey: null };
}
