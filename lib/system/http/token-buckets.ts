/** Rate limit per key: `capacity` actions immediately, then `refillPerSecond` actions per second. */
export type TokenBuckets = {
  /**
   * Takes a token from the bucket of the key before an action. Returns 0 if there was a token. If the bucket is empty,
   * returns the seconds until its next token, as a whole number.
   */
  take(key: string): number;
  /**
   * Reserves the next token of the key, even if the bucket is empty now. Returns the milliseconds until the bucket has
   * this token.
   */
  reserve(key: string): number;
  /**
   * Takes a token from the key's bucket after an action has failed. Limits that count only failed actions use this
   * function.
   */
  charge(key: string): void;
  /** Whether the bucket of the key is empty, so that its next action is over the limit. */
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
   * Clock in milliseconds that is never set back. If a clock were set back, a key without tokens would get no
   * new token until the clock reached the earlier time again.
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
  const store = (key: string, tokens: number) => {
    buckets.delete(key);
    buckets.set(key, { tokens, atMs: nowMs() });
    if (buckets.size <= keysMax) return;
    for (const oldest of buckets.keys()) {
      buckets.delete(oldest);
      break;
    }
  };
  const charge = (key: string) => store(key, Math.max(0, tokensOf(key) - 1));
  return {
    charge,
    reserve(key) {
      const tokens = tokensOf(key);
      store(key, tokens - 1);
      return Math.max(0, ((1 - tokens) / refillPerSecond) * 1_000);
    },
    isSpent: (key) => tokensOf(key) < 1,
    take(key) {
      const tokens = tokensOf(key);
      if (tokens < 1) return Math.ceil((1 - tokens) / refillPerSecond);
      charge(key);
      return 0;
    },
  };
}
