import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/** Longer than anything under way needs; then the process ends as it is, which every write here survives. */
const graceMs = 10_000;

/** Runs `stop` once on SIGTERM, SIGINT, or when a supervising parent is gone (DAFTAR_PARENT=pipe), then exits. */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
  const shutdown = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', shutdown);
  process.once('SIGINT', shutdown);
  if (env().DAFTAR_PARENT === 'pipe') process.stdin.once('close', shutdown).once('end', shutdown).resume();
}
