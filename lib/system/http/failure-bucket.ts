/** Limits how often each key may fail: `capacity` failures immediately, then `refillPerSecond` failures a second. */
export type FailureBuckets = {
  /** Counts a failure of this key. */
  charge(key: string): void;
  /** Whether the key has no failures left. */
  isSpent(key: string): boolean;
};

/**
 * Creates one token bucket per key, in the memory of this process. Only failures take tokens. If there are more than
 * `keysMax` keys, the key that failed longest ago is dropped.
 */
export function createFailureBuckets(options: {
  capacity: number;
  refillPerSecond: number;
  keysMax: number;
  nowMs?: () => number;
}): FailureBuckets {
  const { capacity, refillPerSecond, keysMax, nowMs = Date.now } = options;
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  const tokensOf = (key: string) => {
    const bucket = buckets.get(key);
    if (!bucket) return capacity;
    const refilled = (Math.max(0, nowMs() - bucket.atMs) / 1_000) * refillPerSecond;
    return Math.min(capacity, bucket.tokens + refilled);
  };
  return {
    charge(key) {
      const tokens = Math.max(0, tokensOf(key) - 1);
      buckets.delete(key);
      buckets.set(key, { tokens, atMs: nowMs() });
      if (buckets.size <= keysMax) return;
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest);
        break;
      }
    },
    isSpent: (key) => tokensOf(key) < 1,
  };
}
