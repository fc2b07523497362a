import { createHash } from 'node:crypto';
import { idempotencyScope } from 'commerce-platform-client/assumptions';
import type { World } from '@/sandbox/world/world';

const rememberedMs = 24 * 3_600_000;

/**
 * Returns the fingerprint of a request. Two requests have the same fingerprint if method, path and body are equal byte
 * for byte.
 */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

export type Recalled = { kind: 'new' } | { kind: 'same'; status: number; body: unknown } | { kind: 'other' };

/**
 * Returns how an install has used an idempotency key in the last 24 hours (platform: Idempotency rules). The key is
 * unused, or was used for the same request, or for another request. A key belongs to one install (A32), so two installs
 * can use the same key for different requests.
 */
export function recall(world: World, installId: string, key: string, fingerprint: string): Recalled {
  const row = world.idempotency.get(idempotencyScope(installId, key));
  if (!row || world.nowMs() - row.recorded_ms >= rememberedMs) return { kind: 'new' };
  return row.fingerprint === fingerprint
    ? { kind: 'same', status: row.status, body: row.body }
    : { kind: 'other' };
}

export function remember(
  world: World,
  installId: string,
  key: string,
  record: { fingerprint: string; status: number; body: unknown },
): void {
  world.idempotency.put({ id: idempotencyScope(installId, key), ...record, recorded_ms: world.nowMs() });
}

/**
 * Deletes idempotency keys older than 24 hours. `recall` already ignores them, so this function only frees
 * memory.
 */
export function forgetOldKeys(world: World): void {
  for (const row of world.idempotency.each())
    if (world.nowMs() - row.recorded_ms >= rememberedMs) world.idempotency.drop(row.id);
}
