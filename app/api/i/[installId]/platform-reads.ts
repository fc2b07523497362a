import { createTokenBuckets } from '@/lib/system/http/token-buckets';

/**
 * Rate limit per install for reads that a user's browser makes on the platform: a burst of 30, then 30 a minute (S13).
 * All requests of a store share one budget on the platform, so without this limit, one user could use it up. A copy of
 * the data, or a later read, is enough for the screens.
 */
export const platformReads = createTokenBuckets({ capacity: 30, refillPerSecond: 30 / 60, keysMax: 10_000 });
