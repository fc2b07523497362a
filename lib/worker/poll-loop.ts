import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/system/log';

/**
 * Works until stopped: again at once while there was work, else when woken or after `intervalMs`. A failure of the
 * work itself (a database that is down) is logged and waited out; it never ends the loop.
 */
export function startPollLoop(loop: {
  name: string;
  intervalMs: number;
  /** Answers whether there may be more to do. */
  work(): Promise<boolean>;
}): { wake(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let woken = false;
  let sleeper = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = false;
      const more = await loop.work().catch((error: unknown) => {
        log.error({ error, loop: loop.name }, 'the loop goes on');
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
