import 'server-only';
import { Gauge, Registry } from 'prom-client';
import { problemReasons } from '@/lib/ops/find-problems';
import { readStores, type StoresView } from '@/lib/ops/read-stores.server';
import { countLedgerMarks } from '@/lib/system/ledger/ship-ledger';
import { shareFor } from '@/lib/system/process/share-for';

/** Time in ms for which all scrapes of the metrics share the results of the SQL statements. */
const sharedForMs = 1_000;
const sharedValues = shareFor(sharedForMs, () => Promise.all([readStores(), countLedgerMarks()]));

/**
 * Returns the gauges that are read from the database, in the text format of Prometheus. These gauges describe the whole
 * deployment and not one process, so they are not in the registry of the process. Throws if the database cannot be
 * read. The scrape then fails, and Prometheus records `up` as 0.
 */
export async function readDatabaseMetrics(): Promise<{ contentType: string; body: string }> {
  const registry = databaseRegistry(...(await sharedValues()));
  return { contentType: registry.contentType, body: await registry.metrics() };
}

/**
 * Returns a new registry whose gauges have the values of `view`. It has no gauge of the secret ledger if `ledgerMarks` is
 * null, because no ledger is configured.
 */
export function databaseRegistry(view: StoresView, ledgerMarks: number | null): Registry {
  const registry = new Registry();
  for (const [name, help, values] of gaugesOf(view, ledgerMarks)) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels, value } of values) gauge.set(labels, value);
  }
  return registry;
}

type Value = { labels: Record<string, string>; value: number };

const alone = (value: number): Value[] => [{ labels: {}, value }];
const by = (label: string, values: Record<string, number>): Value[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));

function gaugesOf(
  { states, stuck, queues, backlog }: StoresView,
  ledgerMarks: number | null,
): [name: string, help: string, Value[]][] {
  const { inbox, marks, sweeps, operations, bulk, budget } = queues;
  const stuckBy = Object.fromEntries(
    problemReasons.map((reason) => [
      reason,
      stuck.filter(({ problems }) => problems.some((problem) => problem.reason === reason)).length,
    ]),
  );
  const help = 'Stores whose newest secrets are not in the ledger yet.';
  const ledgerGauges: ReturnType<typeof gaugesOf> =
    ledgerMarks === null ? [] : [['daftar_ledger_marks', help, alone(ledgerMarks)]];
  return [
    ['daftar_stores', 'Stores that are not erased, by state.', by('state', states)],
    [
      'daftar_stores_stuck',
      'Stores with a problem that a person must solve, by reason.',
      by('reason', stuckBy),
    ],
    ['daftar_inbox_waiting_events', 'Received events that no worker has applied yet.', alone(inbox.events)],
    ['daftar_inbox_oldest_waiting_seconds', 'Age of the oldest event that waits.', alone(inbox.seconds)],
    [
      'daftar_inbox_quarantined_events',
      'Events of the last 24 hours that could not be used.',
      alone(inbox.quarantined),
    ],
    ['daftar_dirty_marks', 'Orders, products and installs that must be read.', alone(marks.entities)],
    ['daftar_dirty_oldest_due_seconds', 'How long the oldest read has been due.', alone(marks.dueSeconds)],
    ['daftar_sweeps_due', 'Sweeps that are due.', alone(sweeps.due)],
    ['daftar_sweeps_oldest_due_seconds', 'How long the oldest sweep has been due.', alone(sweeps.dueSeconds)],
    [
      'daftar_operations_open',
      'Writes to the platform that have not ended, by state.',
      by('state', operations.open),
    ],
    [
      'daftar_operations_oldest_open_seconds',
      'Age of the oldest write that has not ended.',
      alone(operations.seconds),
    ],
    ['daftar_operations_to_review', 'Writes whose outcome a person must decide.', alone(operations.toReview)],
    ['daftar_bulk_items_waiting', 'Items of running bulk runs that were not sent yet.', alone(bulk.items)],
    ['daftar_budget_waiting_requests', 'Requests that wait for a request budget now.', alone(budget.waiting)],
    [
      'daftar_budget_blocked_stores',
      'Stores that the platform told to wait (Retry-After).',
      alone(budget.blockedStores),
    ],
    [
      'daftar_store_waiting_work',
      'Waiting events, reads, sweeps and writes of the ten stores with most of them.',
      backlog.map(({ installId, waiting }) => ({ labels: { install_id: installId }, value: waiting })),
    ],
    ...ledgerGauges,
  ];
}
