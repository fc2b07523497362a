import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/**
 * Maximum time that the process waits at shutdown until running work has ended. It is longer than a write to the
 * platform takes (15 s). After this time, the process exits immediately. No write is lost, because every write can be
 * continued after a crash.
 */
const graceMs = 20_000;

/**
 * Calls `stop` once, on SIGTERM or SIGINT, or when the parent process has ended (DAFTAR_PARENT=pipe). Then the process
 * exits.
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
