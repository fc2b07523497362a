import type { World } from '@/sandbox/world/world';

/**
 * The context of a change in the sandbox's world (its whole state): who makes the change, and the idempotency key of
 * the request. The key is null if the request has none.
 */
export type Context = {
  world: World;
  actor:
    | { kind: 'app'; app_id: string; install_id: string; name: string }
    | { kind: 'merchant'; name: string }
    | { kind: 'customer' };
  idempotencyKey: string | null;
};

/** Returns the name that an order's timeline shows for the actor; null for the customer. */
export function actorName(context: Context): string | null {
  return context.actor.kind === 'customer' ? null : context.actor.name;
}

/**
 * Records that a request with an idempotency key made a change. Every function that makes a change on behalf of a
 * request calls this function. Tests use the records to verify that a key has at most one effect (sandbox-control:
 * effects).
 */
export function recordEffect(context: Context, kind: string, entityId: string): void {
  if (context.idempotencyKey === null) return;
  const { world, idempotencyKey } = context;
  world.effects.put({
    id: world.newId('eff'),
    at: world.now(),
    kind,
    entity_id: entityId,
    idempotency_key: idempotencyKey,
  });
}
