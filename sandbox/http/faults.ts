import { Random } from '@/sandbox/world/random';
import type { FaultEffect } from '@/sandbox/world/records';

/** Maximum number of faults, more than anyone sets manually. Beyond it the oldest is deleted. */
const faultsMax = 100;

/** A failure that is set on purpose (sandbox-control: faults). */
export type Fault = {
  on: 'api' | 'oauth' | 'delivery';
  /** "POST /v1/orders" (a trailing * matches any end), or the topic of a delivery. If omitted, everything matches. */
  match?: string | undefined;
  effect: FaultEffect;
  /** The status to answer, for the effect `status`; 503 if omitted. */
  status?: number | undefined;
  delay_ms?: number | undefined;
  /** How many times the fault applies before it is deleted; unlimited if omitted. */
  count?: number | undefined;
  probability?: number | undefined;
};

/** The connection broke: over HTTP the socket is destroyed, in process fetch rejects. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** The faults in the order in which they were set. Probabilities use a random stream from the seed. */
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

  /** The active faults, in the order in which they are tried. */
  list(): { id: string; fault: Fault }[] {
    return [...this.active].map(([id, fault]) => ({ id, fault }));
  }

  clear(seed?: string): void {
    this.active.clear();
    if (seed !== undefined) this.random = new Random(`${seed}/faults`);
  }

  /** Returns the first fault that applies here, and counts it as used. */
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
