import type { World } from '@/sandbox/world/world';

/** The actor that changes the sandbox's world (its whole state), and the idempotency key of the request. */
export type Context = {
  world: World;
  actor:
    | { kind: 'app'; app_id: string; install_id: string; name: string }
    | { kind: 'merchant'; name: string }
    | { kind: 'customer' };
  idempotencyKey: string | null;
};

/** The actor name in a timeline row; null for the customer. */
export function actorName(context: Context): string | null {
  return context.actor.kind === 'customer' ? null : context.actor.name;
}

/**
 * Records which change an idempotency key made. The code that makes the change calls it. Tests use these records to
 * verify "at most once" (sandbox-control: effects).
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
