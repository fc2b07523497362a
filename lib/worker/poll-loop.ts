import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/system/log';

/**
 * Calls `work` again and again until it is stopped. If there may be more work, the next call follows immediately.
 * Otherwise it follows after `intervalMs`, or earlier if wake() is called. An error of `work` (such as no connection to
 * the database) is logged and counts as no more work. It never ends the loop.
 */
export function startPollLoop(loop: {
  name: string;
  intervalMs: number;
  /** Does one piece of work. Returns whether there may be more. */
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
