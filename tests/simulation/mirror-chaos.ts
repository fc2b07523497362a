import type { Random } from '@/sandbox/world/random';

/**
 * Numbers of injected faults (`fired`) and of recoveries by the app (`recovered`), by name. Each number is a sum over
 * all worlds (platforms with one store each).
 */
export const fired: Record<string, number> = {};
export const recovered: Record<string, number> = {};
/**
 * Numbers of the app's responses to webhook deliveries, by HTTP status, without status 200. Injected faults cause these
 * responses, so the responses are not counted as faults of their own.
 */
export const answered: Record<string, number> = {};
/**
 * Installs that must reconnect because the platform refused their tokens, with the reason. With this list, a developer
 * can analyze a simulation that does not end.
 */
export const disconnected: string[] = [];
/** Errors that the app's own code threw and that no injected fault explains. The simulation fails if there is one. */
export const unexpected: unknown[] = [];

export function noteFault(name: string): void {
  fired[name] = (fired[name] ?? 0) + 1;
}

export function noteAnswer(status: number): void {
  answered[status] = (answered[status] ?? 0) + 1;
}

export function noteRecovery(name: string): void {
  recovered[name] = (recovered[name] ?? 0) + 1;
}

/** The error that simulates the death of a worker process. After this error, the worker writes nothing more. */
export class ProcessCrashed extends Error {
  override name = 'ProcessCrashed';
}

const crashes: { probability: number; random: Random | null } = { probability: 0, random: null };

/** Sets the probability, from 0 to 1, that a worker dies just before it stores what it read. */
export function setCrashes(probability: number, random: Random): void {
  Object.assign(crashes, { probability, random });
}

/**
 * Marks a point in the code at which a worker may die. Throws ProcessCrashed if the random generator chooses a death
 * here.
 */
export function crashAtRandom(name: string): void {
  if (!crashes.random?.chance(crashes.probability)) return;
  noteFault(name);
  throw new ProcessCrashed(name);
}

const dead = new Set<string>();

/**
 * Returns true if a simulated worker died during the work `what`. The text `what` names the install id, and the entity
 * that was read or the sweep (read of a whole list). Each death is reported only once. The dead worker has written
 * nothing about the work and has lost its claim on it.
 */
export function isDead(what: string): boolean {
  return dead.delete(what);
}

/**
 * Receives each warning and error of the app in place of the log. If an entry reports the simulated death of a worker,
 * the function records what the worker was reading, so that `isDead` can find it. The function also collects errors
 * that no injected fault explains.
 */
export function noteLog(level: 'warn' | 'error', about: unknown): void {
  if (typeof about !== 'object' || about === null) return;
  if (!('error' in about)) {
    // An injected fault reaches the log only as a caught error. So an entry of the level `error` without a caught error
    // has another cause, for example that the app does not find the OAuth endpoints and refreshes no token.
    if (level === 'error') unexpected.push(about);
    return;
  }
  const { error } = about;
  const place = about as { installId?: string; entity?: string; sweep?: string };
  if (error instanceof Error && error.name === 'ReconnectRequired')
    disconnected.push(`${place.installId}: ${error.message} (${String(error.cause)})`);
  if (error instanceof ProcessCrashed) dead.add(`${place.installId} ${place.entity ?? place.sweep}`);
  else if (!(error instanceof Error && /^(PlatformError|ReconnectRequired)$/.test(error.name)))
    unexpected.push(about);
}

const deliveryIds = new Map<string, string>();

/** Returns the delivery id in the header of the latest webhook delivery of this event. */
export function deliveryIdOf(eventId: string): string {
  return deliveryIds.get(eventId) ?? eventId;
}

export function noteDeliveryId(eventId: string, deliveryId: string): void {
  deliveryIds.set(eventId, deliveryId);
}
