import { Random } from '@/sandbox/world/random';
import type { FaultEffect } from '@/sandbox/world/records';

/**
 * Maximum number of faults that can be set at the same time, far more than anyone sets by hand. If one more is set, the
 * oldest is deleted.
 */
const faultsMax = 100;

/** A failure that a test or a person sets on purpose (sandbox-control: faults). */
export type Fault = {
  on: 'api' | 'oauth' | 'delivery';
  /**
   * The requests or deliveries that the fault applies to. For requests, it is method and path such as "POST /v1/orders"
   * (a trailing * matches any end). For webhook deliveries, it is the topic. If omitted, the fault applies to every
   * request and delivery.
   */
  match?: string | undefined;
  effect: FaultEffect;
  /** The status of the response if the fault has the effect `status`; 503 if omitted. */
  status?: number | undefined;
  delay_ms?: number | undefined;
  /** How many times the fault applies before it is deleted. If omitted, it applies without limit. */
  count?: number | undefined;
  probability?: number | undefined;
  /**
   * For `drop_response`: called after the request was handled. The caller waits for the answer until the promise
   * resolves, and then the connection breaks. Only code of the sandbox can set it.
   */
  whileHeld?: (() => Promise<void>) | undefined;
};

/**
 * Error for a connection that a simulated fault broke. If the sandbox runs as a server, it destroys the socket of the
 * request. In tests that call the sandbox without a network, fetch rejects with this error.
 */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/**
 * The active faults, in the sequence in which they were set. If a fault has a probability, a random number from the
 * seed decides for each request or delivery whether the fault applies.
 */
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

  /** Returns the active faults, in the sequence in which the sandbox checks whether they apply. */
  list(): { id: string; fault: Fault }[] {
    return [...this.active].map(([id, fault]) => ({ id, fault }));
  }

  clear(seed?: string): void {
    this.active.clear();
    if (seed !== undefined) this.random = new Random(`${seed}/faults`);
  }

  /**
   * Returns the first active fault that applies to a call or delivery, and counts it as used. Returns null if none
   * applies.
   */
  take(on: Fault['on'], subject: string): Fault | null {
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
