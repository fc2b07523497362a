import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `probe` returns something other than null, undefined or false, and returns that value. When the time
 * limit passes, it throws an error that names `what`. The time limit is long enough for a busy machine.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false>,
  timeoutMs = 50_000,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > until) throw new Error(`did not happen within ${timeoutMs} ms: ${what}`);
    await sleep(50);
  }
}
