import { createHash } from 'node:crypto';

/** The start state of a stream of random numbers. */
export type RandomState = readonly [number, number, number];

/** Returns the state with which the random numbers of a seed start. */
export function stateOf(seed: string): RandomState {
  const digest = createHash('sha256').update(seed).digest();
  return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8)];
}

/**
 * Returns stream number n of a seed. A seed has many independent streams of random numbers. Each stream is computed
 * directly from n; no other stream and no hash is needed.
 */
export function nthRandom([a, b, c]: RandomState, n: number): Random {
  const random = new Random([a ^ n, (b + Math.imul(n, 0x9e37_79b1)) | 0, c]);
  // Streams with similar numbers n begin with similar random numbers. The first 12 random numbers of each stream are
  // therefore skipped.
  for (let round = 0; round < 12; round++) random.next();
  return random;
}

/** A seeded stream of random numbers (sfc32). The same seed always gives the same numbers. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: string | RandomState) {
    [this.a, this.b, this.c] = typeof seed === 'string' ? stateOf(seed) : seed;
  }

  /** Returns a random number that is at least 0 and less than 1. */
  next(): number {
    const sum = (this.a + this.b + this.counter++) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return (sum >>> 0) / 0x1_0000_0000;
  }

  /** Returns a random integer between two bounds, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Returns one of the items, with a probability proportional to its weight. */
  weighted<Item>(choices: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of choices) {
      left -= weight;
      if (left < 0) return item;
    }
    return this.pick(choices)[1];
  }
}

/**
 * Returns the id with number n of a sandbox, as a UUID. The same seed always gives the same ids. The ids do
 * not show in which sequence they were created.
 */
export function uuidOf(seed: string, n: number): string {
  const hex = createHash('sha1').update(`${seed}#${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
