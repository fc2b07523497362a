import type { Random } from '@/sandbox/world/random';

/** What went wrong on purpose, by name, and the ways out that were taken; over all worlds of a run. */
export const fired: Record<string, number> = {};
export const recovered: Record<string, number> = {};
/** Statuses other than 200 that deliveries were answered with: what followed from the faults, not one of them. */
export const answered: Record<string, number> = {};
/** Installs whose tokens were refused, and why; for whoever looks into a run that does not come to rest. */
export const disconnected: string[] = [];
/** Errors of the code's own, which no fault explains. */
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

/** A worker that is no more: it writes nothing after this. */
export class ProcessDied extends Error {
  override name = 'ProcessDied';
}

const dying: { probability: number; random: Random | null } = { probability: 0, random: null };

/** From now on a worker that is about to store what it read dies so often. */
export function setDeaths(probability: number, random: Random): void {
  Object.assign(dying, { probability, random });
}

/** Throws where a process dies by the seed. */
export function strike(name: string): void {
  if (!dying.random?.chance(dying.probability)) return;
  noteFault(name);
  throw new ProcessDied(name);
}

const dead = new Set<string>();

/** Once for each death: the claim that died has written nothing, and is gone. */
export function isDead(what: string): boolean {
  return dead.delete(what);
}

/** In place of the log: a death is remembered, so that its claim is not given back; what nothing explains is kept. */
export function noteLog(about: unknown): void {
  if (typeof about !== 'object' || about === null || !('error' in about)) return;
  const { error } = about;
  const place = about as { installId?: string; entity?: string; sweep?: string };
  if (error instanceof Error && error.name === 'ReconnectRequired')
    disconnected.push(`${place.installId}: ${error.message} (${String(error.cause)})`);
  if (error instanceof ProcessDied) dead.add(`${place.installId} ${place.entity ?? place.sweep}`);
  else if (!(error instanceof Error && /^(PlatformError|ReconnectRequired)$/.test(error.name)))
    unexpected.push(about);
}

const deliveryIds = new Map<string, string>();

/** Which delivery brought an event last, as its header says. */
export function deliveryIdOf(eventId: string): string {
  return deliveryIds.get(eventId) ?? eventId;
}

export function noteDeliveryId(eventId: string, deliveryId: string): void {
  deliveryIds.set(eventId, deliveryId);
}
