import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/system/log';

/**
 * Runs `work` until stopped. It runs again immediately while there is more work, else on wake or after `intervalMs`. An
 * error of the work (such as a database that is down) is logged, and the loop waits and retries. An error never ends
 * the loop.
 */
export function startPollLoop(loop: {
  name: string;
  intervalMs: number;
  /** Returns whether there may be more work. */
  work(): Promise<boolean>;
}): { wake(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let woken = false;
  let sleeper = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = false;
      const more = await loop.work().catch((error: unknown) => {
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
    async stop() {
      stopping.abort();
      sleeper.abort();
      await running;
    },
  };
}
