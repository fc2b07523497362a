/** Rate limit per key: `capacity` actions immediately, then `refillPerSecond` actions per second. */
export type TokenBuckets = {
  /**
   * Takes a token of the key before an action. Returns 0, or, if no token is left, the whole seconds until the next
   * token.
   */
  take(key: string): number;
  /** Takes a token of the key after a failed action, for limits on failures. */
  charge(key: string): void;
  /** Whether the key has no token left. */
  isSpent(key: string): boolean;
};

/**
 * Creates a rate limit with one token bucket per key, in the memory of this process. If there are more than `keysMax`
 * keys, the key that took a token longest ago is dropped. So a client that uses many keys cannot fill the memory.
 */
export function createTokenBuckets(options: {
  capacity: number;
  refillPerSecond: number;
  keysMax: number;
  /**
   * Clock in milliseconds that is never set back. If it were, a key without tokens would wait until the clock had
   * caught up.
   */
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
