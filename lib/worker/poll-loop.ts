import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/system/log';
import { metrics } from '@/lib/system/metrics/metrics';

/**
 * Default maximum duration of one call of `work`; a loop can set another maximum. The time is enough for any single
 * step of the work: a request to the platform takes at most 20 s, and a transaction takes at most 20 s too.
 */
const turnMaxMs = 120_000;

/**
 * A running loop. `isHanging`: the current call of `work` has lasted longer than allowed, so the process
 * should be restarted.
 */
export type PollLoop = { wake(): void; isHanging(): boolean; stop(): Promise<void> };

/**
 * Calls `work` again and again until the loop is stopped. If there may be more work, the next call follows immediately.
 * If not, the next call follows after `intervalMs`, or earlier if wake() is called. An error of `work` is logged, for
 * example if the database cannot be reached. The next call then also follows after `intervalMs`. The first call is made
 * after startPollLoop has returned.
 */
export function startPollLoop(loop: {
  name: string;
  intervalMs: number;
  /** Does one piece of work. Returns whether there may be more. */
  work(): Promise<boolean>;
  turnMaxMs?: number;
}): PollLoop {
  const stopping = new AbortController();
  let woken = false;
  let sleeper = new AbortController();
  let turnedAtMs = performance.now();
  metrics().loopFailures.inc({ loop: loop.name }, 0);
  const running = (async () => {
    // The first call of `work` starts only after startPollLoop has returned, because the first call creates the Prisma
    // client, which blocks the process. So the caller can open its metrics port before the process is blocked.
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
