import { Random } from '@/sandbox/world/random';
import type { FaultEffect } from '@/sandbox/world/records';

/** More than anyone sets by hand; beyond it the oldest goes. */
const faultsMax = 100;

/** Something that goes wrong on purpose (sandbox-control: faults). */
export type Fault = {
  on: 'api' | 'oauth' | 'delivery';
  /** "POST /v1/orders" (a trailing * matches any end) or, of a delivery, its topic; everything when left out. */
  match?: string | undefined;
  effect: FaultEffect;
  /** Of effect status; 503 when left out. */
  status?: number | undefined;
  delay_ms?: number | undefined;
  /** How often it strikes before it is gone; without end when left out. */
  count?: number | undefined;
  probability?: number | undefined;
};

/** The connection broke: over HTTP the socket is destroyed, in process fetch rejects. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** Faults in the order they were set; chances are drawn from the seed. */
export class Faults {
  private readonly active = new Map<string, Fault>();
  private random: Random;
  private lastId = 0;

  constructor(seed: string) {
    this.random = new Random(`${seed}/faults`);
  }

  add(fault: Fault): string {
    const id = `fault_${++this.lastId}`;
    this.active.set(id, fault);
    const [oldest] = this.active.keys();
    if (this.active.size > faultsMax && oldest !== undefined) this.active.delete(oldest);
    return id;
  }

  /** Those still set, in the order they are tried. */
  list(): { id: string; fault: Fault }[] {
    return [...this.active].map(([id, fault]) => ({ id, fault }));
  }

  clear(seed?: string): void {
    this.active.clear();
    if (seed !== undefined) this.random = new Random(`${seed}/faults`);
  }

  /** The first fault that strikes here; it is counted as used. */
  strike(on: Fault['on'], subject: string): Fault | null {
    for (const [id, fault] of this.active) {
      if (fault.on !== on || !matches(fault.match, subject)) continue;
      if (fault.probability !== undefined && !this.random.chance(fault.probability)) continue;
      if (fault.count !== undefined && --fault.count <= 0) this.active.delete(id);
      return fault;
    }
    return null;
  }
}

function matches(pattern: string | undefined, subject: string): boolean {
  if (pattern === undefined) return true;
  return pattern.endsWith('*') ? subject.startsWith(pattern.slice(0, -1)) : subject === pattern;
}
