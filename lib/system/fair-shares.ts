/**
 * Error for a caller that waited for its share of a resource longer than the time limit, or that found too many other
 * callers waiting. The work of this caller was not started.
 */
export class ShareTimeout extends Error {
  override name = 'ShareTimeout';
}

/** Limits how much of a shared resource one key (such as an install) can hold at the same time. */
export type FairShares = {
  /**
   * Runs the work as soon as the key holds less than its share of the resource. Throws a ShareTimeout
   * if the wait exceeds the time limit. Throws it at once if too many callers with the key wait already.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Number of callers with the key that wait for their share. */
  waiting(key: string): number;
};

type ShareLimits = {
  /** Number of callers with one key that run at the same time. */
  share: number;
  /** Maximum wait of a caller, in milliseconds. */
  waitMs: number;
  /**
   * Maximum number of callers with one key that wait at the same time. Each waiting caller needs memory and a timer, so
   * without this limit a client could use up both.
   */
  waitersMax: number;
};

/**
 * Creates one semaphore per key, in the memory of this process. Callers with the same key run in the order of their
 * calls.
 */
export function createFairShares({ share, waitMs, waitersMax }: ShareLimits): FairShares {
  const keys = new Map<string, { inUse: number; waiting: (() => void)[] }>();
  const acquire = async (key: string) => {
    const state = keys.get(key) ?? { inUse: 0, waiting: [] };
    keys.set(key, state);
    if (state.inUse < share) {
      state.inUse += 1;
      return;
    }
    if (state.waiting.length >= waitersMax)
      throw new ShareTimeout(`no free share: ${waitersMax} callers with the same key wait already`);
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        state.waiting.splice(state.waiting.indexOf(next), 1);
        reject(new ShareTimeout(`no free share within ${waitMs} ms: ${share} are in use by the same key`));
      }, waitMs);
      state.waiting.push(next);
    });
  };
  const release = (key: string) => {
    const state = keys.get(key);
    if (!state) return;
    const next = state.waiting.shift();
    // When the work of a caller has ended, its slot goes to the next waiting caller with the same key.
    if (next) next();
    else if (state.inUse > 1) state.inUse -= 1;
    else keys.delete(key);
  };
  return {
    waiting: (key) => keys.get(key)?.waiting.length ?? 0,
    async run(key, work) {
      await acquire(key);
      try {
        return await work();
      } finally {
        release(key);
      }
    },
  };
}
