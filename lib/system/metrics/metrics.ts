import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { processFacts } from '@/lib/system/process/process-facts';

/**
 * Why a read did not use the read replica (lib/system/read-replica.ts).
 *
 * - `behind`: the replica had not yet replayed everything that the primary had committed.
 * - `busy`: all connections to the replica, or to the primary that is asked first, were in use.
 * - `conflict`: the replica cancelled the query, because it needed the rows to replay a change (recovery conflict).
 * - `paused`: a read failed for one of the other reasons shortly before.
 * - `slow`: a statement took longer than the replica may take, and the replica cancelled it.
 * - `unfit`: the server is not a replica of this primary, or the primary did not return its position.
 * - `unreachable`: the replica did not answer, or a connection to it was lost.
 */
export type PrimaryReason = (typeof primaryReasons)[number];
const primaryReasons = ['behind', 'busy', 'conflict', 'paused', 'slow', 'unfit', 'unreachable'] as const;

/** Upper bounds of the histogram buckets in seconds. */
const fastBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/**
 * Interval in milliseconds of the timer that measures the event loop lag. Each measured value contains this interval,
 * so an idle process reports 50 ms. With prom-client's default of 10 ms, the timer alone costs about 1 % of a CPU core.
 */
const lagPrecisionMs = 50;

/**
 * The metrics of one process. All labels have few possible values: no install id, no path, no text of a request. The
 * names are documented in docs/operating.md, and a test compares dashboard and alerts with them.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics are on the global object, because Next loads this module once more in the same process. So the numbers of
 * the server entry and of Next's pages are added up.
 */
const place: typeof globalThis & { daftarMetrics?: Metrics } = globalThis;

/**
 * Returns the metrics of this process. The process counts them even if METRICS_PORT is not set. The port is only needed
 * to read them.
 */
export function metrics(): Metrics {
  place.daftarMetrics ??= createMetrics();
  return place.daftarMetrics;
}

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const pools = new Set<Pool>();
  let hasDefaults = false;
  const ofPools = (count: (pool: Pool) => number) =>
    [...pools].reduce((sum, pool) => sum + (pool.ended ? 0 : count(pool)), 0);

  new Gauge({
    name: 'daftar_build_info',
    help: 'Always 1; the labels name the service and the version.',
    labelNames: ['service', 'version'],
    registers,
    collect() {
      const { service, version } = processFacts();
      this.set({ service, version }, 1);
    },
  });
  new Gauge({
    name: 'daftar_db_pool_connections',
    help: 'Open database connections of this process.',
    labelNames: ['state'],
    registers,
    collect() {
      const idle = ofPools(({ idleCount }) => idleCount);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'used' }, ofPools(({ totalCount }) => totalCount) - idle);
    },
  });
  new Gauge({
    name: 'daftar_db_pool_waiting',
    help: 'Callers that wait for a database connection of this process.',
    registers,
    collect() {
      this.set(ofPools(({ waitingCount }) => waitingCount));
    },
  });

  const made = {
    registry,
    /**
     * Includes a connection pool in the gauges of database connections. A process of the app has two pools:
     * one of the server entry and one of Next's pages.
     */
    watchPool: (pool: Pool) => void pools.add(pool),
    /** Starts the metrics of Node.js and the process: event loop lag, CPU, memory, garbage collection. */
    startDefaults() {
      if (!hasDefaults)
        collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagPrecisionMs });
      hasDefaults = true;
    },
    /**
     * Histogram of webhook deliveries. The label `result` is the `code` of the response (DeliveryAnswer). The series
     * with the suffix _count is the number of deliveries.
     */
    webhookAcknowledgement: new Histogram({
      name: 'daftar_webhook_acknowledgement_seconds',
      help: 'Time from the headers of a webhook delivery to its answer, by result.',
      labelNames: ['result'],
      buckets: fastBuckets,
      registers,
    }),
    /**
     * Counter of requests to the platform. The label `status` is the HTTP status of the response, or the error code if
     * there was no response (OwnErrorCode).
     */
    platformRequests: new Counter({
      name: 'daftar_platform_requests_total',
      help: 'Requests that were sent to the platform, by endpoint and by HTTP status or error code.',
      labelNames: ['endpoint', 'status'],
      registers,
    }),
    platformDuration: new Histogram({
      name: 'daftar_platform_request_duration_seconds',
      help: 'Time from sending a request to the platform to its complete response, without waits.',
      labelNames: ['endpoint'],
      buckets: callBuckets,
      registers,
    }),
    /**
     * Histogram of the times that requests waited for the request budget (the requests that are allowed per minute).
     * The label `result` is `granted` if the request was then sent, or `refused` if the caller's deadline passed
     * before.
     */
    budgetWait: new Histogram({
      name: 'daftar_platform_budget_wait_seconds',
      help: 'Time that a request waited for the request budget of its install, by lane.',
      labelNames: ['lane', 'result'],
      buckets: [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 20],
      registers,
    }),
    /** Counter of the reads that may use the read replica. Without DATABASE_READ_URL, none is counted. */
    dbReads: new Counter({
      name: 'daftar_db_reads_total',
      help: 'Reads that may use the read replica, by server and reason.',
      labelNames: ['server', 'reason'],
      registers,
    }),
    tokenRefreshes: new Counter({
      name: 'daftar_token_refreshes_total',
      help: 'Token refreshes that were sent, by outcome: refreshed, invalid_grant, unknown.',
      labelNames: ['outcome'],
      registers,
    }),
    operationsEnded: new Counter({
      name: 'daftar_operations_ended_total',
      help: 'Writes to the platform that this process ended, by final state.',
      labelNames: ['state'],
      registers,
    }),
    loopTurn: new Gauge({
      name: 'daftar_worker_loop_last_turn_timestamp_seconds',
      help: 'When a loop of the worker last began a turn, in Unix time.',
      labelNames: ['loop'],
      registers,
    }),
    loopFailures: new Counter({
      name: 'daftar_worker_loop_failures_total',
      help: 'Turns of a loop of the worker that ended with an error.',
      labelNames: ['loop'],
      registers,
    }),
    /**
     * Counter of purges that failed. The label `purge` is a name in `purges` (lib/worker/purge.server.ts). A run in which
     * the data of an uninstalled store could not be deleted counts once as `uninstalled`.
     */
    purgeFailures: new Counter({
      name: 'daftar_purge_failures_total',
      help: 'Purges of expired data that failed, by purge.',
      labelNames: ['purge'],
      registers,
    }),
  };
  // Prometheus detects no increase if a counter appears only with its first event, because Prometheus then has no
  // earlier value. So the counters of rare outcomes that an alert watches begin at 0.
  for (const state of ['succeeded', 'refused', 'needs_review']) made.operationsEnded.inc({ state }, 0);
  for (const reason of primaryReasons) made.dbReads.inc({ server: 'primary', reason }, 0);
  for (const outcome of ['refreshed', 'invalid_grant', 'unknown']) made.tokenRefreshes.inc({ outcome }, 0);
  for (const result of ['stored', 'quarantined', 'bad_signature', 'overloaded', 'unavailable'])
    made.webhookAcknowledgement.zero({ result });
  return made;
}
