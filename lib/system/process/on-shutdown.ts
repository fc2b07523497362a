import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/**
 * Maximum time that the process waits at shutdown until running work has ended. It is longer than a write to the
 * platform takes (15 s). After this time, the process exits immediately. No write is lost, because every write can be
 * continued after a crash.
 */
const graceMs = 20_000;
/**
 * Time in milliseconds for which a second signal is ignored. After Ctrl-C, this process gets SIGINT twice: once from
 * the terminal and once from npm.
 */
const sameSignalMs = 1_000;

/**
 * Calls `stop` once, on SIGTERM or SIGINT, or when the parent process has ended (DAFTAR_PARENT=pipe). Then the process
 * exits. A second signal ends the process at once, with code 1.
 *
 * @param drainSeconds number of seconds that `stop` waits before it begins to end the running work. The maximum time
 * for the running work (graceMs) is counted after these seconds
 */
export function onShutdown(stop: () => Promise<void>, drainSeconds = 0): void {
  let startedMs: number | undefined;
  const shutdown = () => {
    if (startedMs !== undefined) return;
    startedMs = performance.now();
    setTimeout(
      () => {
        log.error(
          'running work did not end in time; exiting with code 1, the work continues in another process',
        );
        process.exit(1);
      },
      graceMs + drainSeconds * 1_000,
    ).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'shutdown failed; exiting with code 1');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (startedMs !== undefined && performance.now() - startedMs > sameSignalMs) {
      log.warn({ signal }, 'second signal; exiting at once without waiting for running work');
      process.exit(1);
    }
    shutdown();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  if (env().DAFTAR_PARENT === 'pipe') process.stdin.once('close', shutdown).once('end', shutdown).resume();
}
