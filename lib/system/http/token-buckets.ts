/** Limits how often each key may do something: `capacity` times immediately, then `refillPerSecond` times a second. */
export type TokenBuckets = {
  /** Takes a token before a costly action. Returns 0, or the whole seconds until the next token if none is left. */
  take(key: string): number;
  /** Takes a token after a failure, for limits on failures. */
  charge(key: string): void;
  /** Whether the key has no tokens left. */
  isSpent(key: string): boolean;
};

/**
 * Creates one token bucket per key, in the memory of this process. If there are more than `keysMax` keys, the key that
 * took a token longest ago is dropped, so that a client with many keys cannot fill the memory.
 */
export function createTokenBuckets(options: {
  capacity: number;
  refillPerSecond: number;
  keysMax: number;
  /** A clock that is never set back; a spent key would otherwise wait until the clock had caught up. */
  nowMs?: () => number;
}): TokenBuckets {
  const { capacity, refillPerSecond, keysMax, nowMs = () => performance.now() } = options;
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  const tokensOf = (key: string) => {
    const bucket = buckets.get(key);
    if (!bucket) return capacity;
    const refilled = ((nowMs() - bucket.atMs) / 1_000) * refillPerSecond;
    return Math.min(capacity, bucket.tokens + refilled);
  };
  const charge = (key: string) => {
    const tokens = Math.max(0, tokensOf(key) - 1);
    buckets.delete(key);
    buckets.set(key, { tokens, atMs: nowMs() });
    if (buckets.size <= keysMax) return;
    for (const oldest of buckets.keys()) {
      buckets.delete(oldest);
      break;
    }
  };
  return {
    charge,
    isSpent: (key) => tokensOf(key) < 1,
    take(key) {
      const tokens = tokensOf(key);
      if (tokens < 1) return Math.ceil((1 - tokens) / refillPerSecond);
      charge(key);
      return 0;
    },
  };
}
