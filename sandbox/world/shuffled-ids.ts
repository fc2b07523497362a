import { nthRandom, type RandomState, stateOf } from './random';

/**
 * Makes ids for numbered rows. An id looks random, but its number can be computed from it, so the sandbox needs no
 * table of ids. The first 8 hex digits are the number after a 32-bit permutation. The other 12 digits are a checksum,
 * by which invented ids are recognized.
 */
export class ShuffledIds {
  private readonly state: RandomState;

  constructor(
    seed: string,
    private readonly count: number,
  ) {
    this.state = stateOf(`${seed}/ids`);
  }

  /** Returns id number `n`, as 20 hex digits. */
  digitsOf(n: number): string {
    const random = nthRandom(this.state, n);
    return hex(this.shuffle(n), 8) + hex(random.int(0, 0xff_ffff), 6) + hex(random.int(0, 0xff_ffff), 6);
  }

  /** Returns the number from which an id (20 hex digits) was made; -1 if the id is not valid. */
  numberOf(digits: string): number {
    if (!/^[0-9a-f]{20}$/.test(digits)) return -1;
    const n = this.unshuffle(Number.parseInt(digits.slice(0, 8), 16));
    return n < this.count && this.digitsOf(n) === digits ? n : -1;
  }

  /**
   * Permutes 32-bit numbers with a Feistel network of four rounds. A Feistel network is a permutation for any
   * round function.
   */
  private shuffle(n: number): number {
    let left = n >>> 16;
    let right = n & 0xffff;
    for (let round = 0; round < 4; round++) [left, right] = [right, left ^ this.mix(right, round)];
    return ((left << 16) | right) >>> 0;
  }

  private unshuffle(shuffled: number): number {
    let left = shuffled >>> 16;
    let right = shuffled & 0xffff;
    for (let round = 3; round >= 0; round--) [left, right] = [right ^ this.mix(left, round), left];
    return ((left << 16) | right) >>> 0;
  }

  private mix(half: number, round: number): number {
    const key = this.state[round % 3] ?? 0;
    const product = Math.imul(half ^ (key >>> (round * 4)), 0x85eb_ca6b) + key;
    return (product ^ (product >>> 15)) & 0xffff;
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
