import type { Problem, StoreState } from '@/lib/ops/find-problems';
import type { Refusal } from '@/lib/ops/read-refusals.server';
import type { StoreFacts } from '@/lib/ops/store-facts.server';
import type { Overview } from '@/server/ops/read-overview.server';

/**
 * What to do about each problem of a store, for the person who runs the deployment. docs/runbook.md has more details.
 */
export const todo: Record<Problem['reason'], string> = {
  reconnect_needed: 'an owner of the store must open the app and connect again',
  webhook_refused: 'read the error; check APP_URL and the app registration, then ops retry',
  setup_failing: 'read the error and the log of the worker, then ops retry',
  events_quarantined: 'read the reasons under For developers in the store, or npm run db -- --as ID',
  events_waiting: 'check that a worker runs and can reach the database',
  reads_behind: 'check refusals, the request budget and the log of the worker, then ops retry',
  sweep_overdue: 'read the error; check that a worker runs, then ops retry',
  operation_unsettled: 'check the platform and the log of the worker, then ops retry',
  operation_needs_review: 'the merchant decides under Activity whether the write happened',
  budget_blocked: 'wait; if it repeats, ask the platform about the limit of this store',
  erasure_overdue:
    'read the log of the worker for "purge of an uninstalled store failed"; ops erase ID --now',
};

/** Returns the overview of all stores as text for the terminal. */
export function formatOverview(view: Overview): string {
  const { states, stuck, queues, refusals, versions } = view;
  const { inbox, marks, sweeps, operations, bulk, budget } = queues;
  return [
    `stores    ${counts(states)}`,
    `inbox     ${inbox.events} events wait, oldest ${duration(inbox.seconds)}; ${inbox.quarantined} quarantined in 24 h`,
    `reads     ${marks.entities} dirty marks, due for ${duration(marks.dueSeconds)}`,
    `sweeps    ${sweeps.due} due, for ${duration(sweeps.dueSeconds)}`,
    `writes    ${counts(operations.open)}, oldest ${duration(operations.seconds)}; ${operations.toReview} to review; ${bulk.items} bulk items wait`,
    `budget    ${budget.waiting} requests wait; ${budget.blockedStores} stores blocked by the platform`,
    `refused   ${refusalsText(refusals)}`,
    `versions  ${versions.map(({ name, connections }) => `${name} (${connections})`).join(', ') || 'none connected'}`,
    `stuck     ${stuck.length}`,
    ...stuck.flatMap(({ installId, storeId, problems }) => [
      `  ${installId}  ${storeId}`,
      ...problemLines(problems),
    ]),
  ].join('\n');
}

/** Returns the details of one store as text for the terminal. */
export function formatStore(store: {
  state: StoreState;
  problems: Problem[];
  refusals: Refusal[];
  facts: StoreFacts;
}): string {
  const { state, problems, refusals, facts } = store;
  return [
    `${facts.installId}  ${facts.storeId}  ${state}`,
    `problems  ${problems.length}`,
    ...problemLines(problems),
    `refused   ${refusalsText(refusals)}`,
    ...Object.entries(facts).map(([name, value]) => `  ${name.padEnd(22)}${JSON.stringify(value)}`),
  ].join('\n');
}

function problemLines(problems: Problem[]): string[] {
  return problems.flatMap(({ reason, seconds, detail }) => [
    `    ${reason}${seconds === null ? '' : ` ${duration(seconds)}`}: ${detail}`,
    `      ${todo[reason]}`,
  ]);
}

const counts = (values: Record<string, number>) =>
  Object.entries(values)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

const refusalsText = (refusals: Refusal[]) =>
  refusals.map(({ kind, code, writes }) => `${writes} ${kind} ${code}`).join(', ') || 'none in 24 h';

/** Returns a number of seconds as a short text, such as "3 min". */
export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
