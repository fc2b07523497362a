import type { World } from '@/sandbox/world/world';

/** Who acts on the world, in whose name, and under which idempotency key. */
export type Context = {
  world: World;
  actor:
    | { kind: 'app'; app_id: string; install_id: string; name: string }
    | { kind: 'merchant'; name: string }
    | { kind: 'customer' };
  idempotencyKey: string | null;
};

/** The name a timeline row carries; null for the customer. */
export function actorName(context: Context): string | null {
  return context.actor.kind === 'customer' ? null : context.actor.name;
}

/**
 * Notes what a key changed, called by the code that changes it: the oracle of "at most once"
 * (sandbox-control: effects).
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
