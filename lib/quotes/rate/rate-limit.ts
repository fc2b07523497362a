import { z } from 'zod';
import type { ExchangeRate } from '@/lib/shared/numbers/money';

/**
 * The rate limit of a version of a quote. The customer can accept while the store's rate of the pair differs from the
 * base rate by at most `permille` thousandths. The base rate is the store's rate at the time of sending.
 */
export const RateLimit = z.object({
  one: z.string(),
  other: z.string(),
  rate: z.object({ scaled: z.int().positive(), scale: z.int().min(0).max(18) }),
  permille: z.int().positive(),
});
export type RateLimit = z.infer<typeof RateLimit>;

/**
 * Converts the rate limit of a version (how far the exchange rate may move) to its database columns. Without a limit,
 * all columns are null.
 */
export const rateColumns = (limit: RateLimit | null) => ({
  rateOne: limit?.one ?? null,
  rateOther: limit?.other ?? null,
  rateScaled: limit ? BigInt(limit.rate.scaled) : null,
  rateScale: limit?.rate.scale ?? null,
  ratePermille: limit?.permille ?? null,
});

export const isSameRate = (a: ExchangeRate, b: ExchangeRate) => a.scaled === b.scaled && a.scale === b.scale;
