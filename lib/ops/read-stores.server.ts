import 'server-only';
import {
  findProblems,
  type Problem,
  type ProblemReason,
  type StoreState,
  storeState,
} from '@/lib/ops/find-problems';
import { readStoreFacts, type StoreFacts } from '@/lib/ops/store-facts.server';

/** A stuck store (one that cannot repair itself), with all its problems. */
export type StuckStore = { installId: string; storeId: string; problems: Problem[] };

/**
 * The amount of work that waits in the database for a worker, and the age of the oldest work in seconds. Kinds of work:
 * events, dirty marks (rows for data that must be read), sweeps, writes, bulk items and requests. An age is 0 if
 * nothing waits.
 */
export type Queues = {
  inbox: { events: number; seconds: number; quarantined: number };
  marks: { entities: number; dueSeconds: number };
  sweeps: { due: number; dueSeconds: number };
  operations: { open: Record<string, number>; seconds: number; toReview: number };
  bulk: { items: number };
  budget: { waiting: number; blockedStores: number };
};

/** The states, queues and problems of all stores that are not yet erased. */
export type StoresView = {
  states: Record<StoreState, number>;
  stuck: StuckStore[];
  queues: Queues;
  /**
   * The stores with the most waiting work (events, dirty marks, sweeps and writes), the largest amount first; at most
   * `backlogMax`.
   */
  backlog: { installId: string; waiting: number }[];
};

/**
 * Maximum number of stores that have their own time series in the metrics. Without this limit, Prometheus would store
 * one time series for each store.
 */
const backlogMax = 10;

/**
 * Returns how many stores are in each state, how much work waits for workers, and which stores are stuck and why. One
 * SQL statement reads all of it.
 */
export async function readStores(): Promise<StoresView> {
  return summarize(await readStoreFacts());
}

/** Returns the stores that are stuck (findProblems), each with its reasons, for `npm run doctor`. */
export async function readStuckStores(): Promise<{ installId: string; reasons: ProblemReason[] }[]> {
  const { stuck } = await readStores();
  return stuck.map(({ installId, problems }) => ({
    installId,
    reasons: problems.map(({ reason }) => reason),
  }));
}

/** Sums up the facts of all stores. */
export function summarize(all: StoreFacts[]): StoresView {
  const states = { active: 0, reconnect: 0, paused: 0, closed: 0 };
  const stuck: StuckStore[] = [];
  for (const facts of all) {
    states[storeState(facts)]++;
    const problems = findProblems(facts);
    if (problems.length > 0) stuck.push({ installId: facts.installId, storeId: facts.storeId, problems });
  }
  return { states, stuck, queues: queuesOf(all), backlog: backlogOf(all) };
}

function queuesOf(all: StoreFacts[]): Queues {
  // The waiting work of a paused or closed store must not count as late, because a person has paused or closed the
  // store. So the ages leave out such stores. A disconnected store gets no reads, sweeps or writes until its merchant
  // connects it again, so only its received events can be late.
  const active = all.filter((facts) => storeState(facts) === 'active');
  const receiving = all.filter((facts) => ['active', 'reconnect'].includes(storeState(facts)));
  const sum = (value: (facts: StoreFacts) => number) => all.reduce((total, facts) => total + value(facts), 0);
  const oldest = (stores: StoreFacts[], value: (facts: StoreFacts) => number | null) =>
    stores.reduce((max, facts) => Math.max(max, value(facts) ?? 0), 0);
  const open: Record<string, number> = { recorded: 0, sending: 0, unknown: 0 };
  for (const { operations } of all)
    for (const [state, count] of Object.entries(operations)) open[state] = (open[state] ?? 0) + count;
  return {
    inbox: {
      events: sum(({ inbox }) => inbox),
      seconds: oldest(receiving, ({ inboxAge }) => inboxAge),
      quarantined: sum(({ quarantined }) => quarantined),
    },
    marks: {
      entities: sum(({ marks }) => marks),
      dueSeconds: oldest(active, ({ marksDueAge }) => marksDueAge),
    },
    sweeps: {
      due: sum(({ sweepsDue }) => sweepsDue),
      dueSeconds: oldest(active, ({ sweepDueAge }) => sweepDueAge),
    },
    operations: {
      open,
      seconds: oldest(active, ({ operationAge }) => operationAge),
      toReview: sum(({ toReview }) => toReview),
    },
    bulk: { items: sum(({ bulkWaiting }) => bulkWaiting) },
    budget: {
      waiting: sum(({ budgetWaiting }) => budgetWaiting),
      blockedStores: all.filter(({ blockedSeconds }) => blockedSeconds > 0).length,
    },
  };
}

function backlogOf(all: StoreFacts[]): StoresView['backlog'] {
  return all
    .map((facts) => ({
      installId: facts.installId,
      waiting:
        facts.inbox +
        facts.marks +
        facts.sweepsDue +
        Object.values(facts.operations).reduce((total, count) => total + count, 0),
    }))
    .filter(({ waiting }) => waiting > 0)
    .sort((one, other) => other.waiting - one.waiting)
    .slice(0, backlogMax);
}
