import 'server-only';
import { readDatabaseMetrics } from '@/lib/ops/database-metrics.server';
import { readReadiness } from '@/lib/system/health.server';
import type { MetricsAnswer } from '@/lib/system/metrics/metrics-server';
import type { Worker } from '@/lib/worker/start-worker.server';

/**
 * The paths of the worker's metrics port, in addition to /metrics.
 *
 * - /live: 503 if a loop hangs. The orchestrator then restarts the worker. A database outage does not cause a 503 here,
 * because a restart would not help.
 * - /ready: 503 while the database cannot be used or lacks a migration, a loop hangs or the worker stops.
 * - /metrics/database: gauges that are read from the database. Every worker returns the same values, so Prometheus must
 * read this path from one worker only (docs/operating.md#metrics).
 */
export function workerPaths(
  worker: Pick<Worker, 'hangingLoops'>,
  isStopping: () => boolean,
): Record<string, () => Promise<MetricsAnswer>> {
  const readinessProblems = async () => {
    const readiness = await readReadiness();
    return readiness === 'ready' ? [] : [readiness];
  };
  return {
    '/live': async () => answerOf(worker.hangingLoops().map((loop) => `loop ${loop} hangs`)),
    '/ready': async () =>
      answerOf([
        ...(isStopping() ? ['stopping'] : []),
        ...(await readinessProblems()),
        ...worker.hangingLoops().map((loop) => `loop ${loop} hangs`),
      ]),
    '/metrics/database': async () => ({ status: 200, ...(await readDatabaseMetrics()) }),
  };
}

/** Returns the response to a probe. The body lists the problems, one on each line, for a person who opens the path. */
function answerOf(problems: string[]): MetricsAnswer {
  return {
    status: problems.length === 0 ? 200 : 503,
    contentType: 'text/plain; charset=utf-8',
    body: problems.length === 0 ? 'ok\n' : `${problems.join('\n')}\n`,
  };
}
