import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/system/log';
import { metrics } from '@/lib/system/metrics/metrics';

/**
 * Default maximum duration of one call of `work`; a loop can set another maximum. It is enough for any single step of
 * the work, because a request to the platform or a transaction takes at most 20 s.
 */
const turnMaxMs = 120_000;

/**
 * A running loop. `isHanging`: the current call of `work` has lasted longer than allowed, so the process
 * should be restarted.
 */
export type PollLoop = { wake(): void; isHanging(): boolean; stop(): Promise<void> };

/**
 * Calls `work` again and again until the loop is stopped. If there may be more work, the next call follows immediately.
 * If not, the next call follows after `intervalMs`, or earlier if wake() is called. An error of `work`, for example
 * because the database cannot be reached, is logged, and the next call follows after `intervalMs`. The first call is
 * made after startPollLoop has returned.
 */
export function startPollLoop(loop: {
  name: string;
  intervalMs: number;
  /** Does one piece of work. Returns true if there may be more. */
  work(): Promise<boolean>;
  turnMaxMs?: number;
}): PollLoop {
  const stopping = new AbortController();
  let woken = false;
  let sleeper = new AbortController();
  let turnedAtMs = performance.now();
  metrics().loopFailures.inc({ loop: loop.name }, 0);
  const running = (async () => {
    // The first call of `work` creates the Prisma client, which blocks the process. So it starts only after
    // startPollLoop has returned, and the caller can open its metrics port first.
    await nextTurn();
    while (!stopping.signal.aborted) {
      woken = false;
      turnedAtMs = performance.now();
      metrics().loopTurn.set({ loop: loop.name }, Date.now() / 1_000);
      const more = await loop.work().catch((error: unknown) => {
        metrics().loopFailures.inc({ loop: loop.name });
        log.error({ error, loop: loop.name }, 'worker loop iteration failed; retrying');
        return false;
      });
      if (more || woken || stopping.signal.aborted) continue;
      sleeper = new AbortController();
      await sleep(loop.intervalMs, undefined, { signal: sleeper.signal }).catch(() => undefined);
    }
  })();
  return {
    wake() {
      woken = true;
      sleeper.abort();
    },
    isHanging: () => performance.now() - turnedAtMs > loop.intervalMs + (loop.turnMaxMs ?? turnMaxMs),
    async stop() {
      stopping.abort();
      sleeper.abort();
      await running;
    },
  };
}
