import { createFairShares, ShareTimeout } from '@/lib/system/fair-shares';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';

/** Result of an action that was not run, because its install used up its limit. */
export type Busy = { code: 'busy'; status: 429; waitSeconds: number };

/** Limits how often, and how many at a time, the costly actions of one install run in this process (S13). */
export type CostlyActions = {
  /** Runs the action, or returns `busy` with the time after which the user can try again. */
  run<T>(installId: string, action: () => Promise<T>): Promise<T | Busy>;
};

/** Maximum wait of an action for the ones before it, in milliseconds. */
const waitMs = 10_000;

/**
 * Creates a limit for costly actions, with a count of its own. An install starts `perMinute` actions at once, then
 * `perMinute` a minute. Its actions run one after another, because each keeps a CPU core of the app or the database
 * busy. So several actions of one install leave CPU for other installs.
 */
export function limitCostlyActions({ perMinute }: { perMinute: number }): CostlyActions {
  const budget = createTokenBuckets({
    capacity: perMinute,
    refillPerSecond: perMinute / 60,
    keysMax: 10_000,
  });
  const turns = createFairShares({ share: 1, waitMs, waitersMax: perMinute * 2 });
  return {
    async run(installId, action) {
      const waitSeconds = budget.take(installId);
      if (waitSeconds > 0) return { code: 'busy', status: 429, waitSeconds };
      try {
        return await turns.run(installId, action);
      } catch (error) {
        if (error instanceof ShareTimeout) return { code: 'busy', status: 429, waitSeconds: waitMs / 1_000 };
        throw error;
      }
    },
  };
}
