import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `probe` answers something other than null, undefined or false; fails with what was awaited. The time is
 * for a machine that is busy with other things: on a quiet one nothing takes so long.
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
