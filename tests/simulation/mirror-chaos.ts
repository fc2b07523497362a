import type { Random } from '@/sandbox/world/random';

/** Number of injected faults (`fired`) and of recovery paths used (`recovered`) by name, over all worlds of a run. */
export const fired: Record<string, number> = {};
export const recovered: Record<string, number> = {};
/** Number of webhook answers by status other than 200. They are effects of the faults and not faults themselves. */
export const answered: Record<string, number> = {};
/**
 * Installs that must reconnect because their tokens were refused, with the reason. They help to analyse a run that does
 * not settle.
 */
export const disconnected: string[] = [];
/** Errors in the app's own code that no injected fault explains. */
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

/** The error of a worker whose process died. The worker writes nothing after it. */
export class ProcessCrashed extends Error {
  override name = 'ProcessCrashed';
}

const crashes: { probability: number; random: Random | null } = { probability: 0, random: null };

/** Sets the probability that a worker dies just before it stores what it read. */
export function setCrashes(probability: number, random: Random): void {
  Object.assign(crashes, { probability, random });
}

/** Throws ProcessCrashed if the process dies at this point according to the seed. */
export function strike(name: string): void {
  if (!crashes.random?.chance(crashes.probability)) return;
  noteFault(name);
  throw new ProcessCrashed(name);
}

const dead = new Set<string>();

/** Returns true once for each death. The claim of the dead process has written nothing and is lost. */
export function isDead(what: string): boolean {
  return dead.delete(what);
}

/**
 * Replaces the log. Records each death, so that its claim is not postponed. Also records errors that no injected fault
 * explains.
 */
export function noteLog(about: unknown): void {
  if (typeof about !== 'object' || about === null || !('error' in about)) return;
  const { error } = about;
  const place = about as { installId?: string; entity?: string; sweep?: string };
  if (error instanceof Error && error.name === 'ReconnectRequired')
    disconnected.push(`${place.installId}: ${error.message} (${String(error.cause)})`);
  if (error instanceof ProcessCrashed) dead.add(`${place.installId} ${place.entity ?? place.sweep}`);
  else if (!(error instanceof Error && /^(PlatformError|ReconnectRequired)$/.test(error.name)))
    unexpected.push(about);
}

const deliveryIds = new Map<string, string>();

/** Returns the id of the delivery that last delivered an event, as its header says. */
export function deliveryIdOf(eventId: string): string {
  return deliveryIds.get(eventId) ?? eventId;
}

export function noteDeliveryId(eventId: string, deliveryId: string): void {
  deliveryIds.set(eventId, deliveryId);
}
