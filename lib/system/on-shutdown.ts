import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/**
 * Time for running work to end, longer than any work needs. After it the process exits immediately; every write here
 * survives that.
 */
const graceMs = 10_000;

/**
 * Runs `stop` once on SIGTERM or SIGINT, or when a supervising parent has ended (DAFTAR_PARENT=pipe). Then exits the
 * process.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
  const shutdown = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'shutdown failed; exiting with code 1');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', shutdown);
  process.once('SIGINT', shutdown);
  if (env().DAFTAR_PARENT === 'pipe') process.stdin.once('close', shutdown).once('end', shutdown).resume();
}
