import 'server-only';
import { expireQuotes } from '@/lib/quotes/end-quotes.server';
import { shipLedgerOrExit } from '@/lib/worker/ship-ledger-or-exit.server';
import { onWork, type Work } from '@/lib/system/live/notify';
import { log } from '@/lib/system/log';
import { repairReadyList } from '@/lib/system/queues/ready-list.server';
import { startPollLoop } from '@/lib/worker/poll-loop';
import { findWork } from '@/lib/worker/find-work.server';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { purgeAll, startPurgeFailures } from '@/lib/worker/purge.server';
import { refreshDueInstallation } from '@/lib/worker/refresh-due-installation.server';
import { bulkItems, workBulkProgress } from '@/lib/worker/work-bulk-runs.server';
import { dueOperations } from '@/lib/worker/work-operations.server';
import { dirtyEntities, dirtyProducts, dueSweeps, workInbox } from '@/lib/worker/work-mirror.server';

/**
 * A running worker. `hangingLoops` returns the names of the loops whose current call of `work` has lasted
 * longer than allowed.
 */
export type Worker = { hangingLoops(): string[]; stop(): Promise<void> };

/**
 * Maximum duration of one call of a loop that deletes data in many batches, for example all rows of an
 * uninstalled store.
 */
const purgeMaxMs = 60 * 60_000;

/**
 * Time after which a loop looks for its work itself. Normally a notification or the loop `search` wakes the loop
 * earlier, so this time matters only if `search` fails.
 */
const wokenLoopMs = 15_000;

/**
 * Starts the loops of the worker. The loops apply received events, read dirty entities, and send operations that were
 * not sent because of a crash or an outage. Further loops run sweeps (repeated reads of platform data) and purges, and
 * copy new secrets to the secret ledger (a database on another server). Several workers may run at the same time,
 * because each piece of work is claimed by a lease.
 */
export function startWorker(): Worker {
  startPurgeFailures();
  const queues = {
    dirty: dirtyEntities(() => loops.dirty.wake()),
    products: dirtyProducts(() => loops.products.wake()),
    sweeps: dueSweeps(() => loops.sweeps.wake()),
    operations: dueOperations(() => loops.operations.wake()),
    bulk: bulkItems(() => loops.bulk.wake()),
  };
  const marked = () => {
    loops.dirty.wake();
    loops.products.wake();
    loops.sweeps.wake();
  };
  const wakeLoops = async () => {
    for (const name of await findWork()) loops[name].wake();
    return false;
  };
  const loops = {
    inbox: startPollLoop({ name: 'inbox', intervalMs: wokenLoopMs, work: () => workInbox(marked) }),
    dirty: startPollLoop({ name: 'dirty', intervalMs: wokenLoopMs, work: queues.dirty.work }),
    products: startPollLoop({ name: 'dirty products', intervalMs: wokenLoopMs, work: queues.products.work }),
    sweeps: startPollLoop({ name: 'sweeps', intervalMs: wokenLoopMs, work: queues.sweeps.work }),
    operations: startPollLoop({ name: 'operations', intervalMs: wokenLoopMs, work: queues.operations.work }),
    bulk: startPollLoop({ name: 'bulk', intervalMs: wokenLoopMs, work: queues.bulk.work }),
    bulkProgress: startPollLoop({ name: 'bulk progress', intervalMs: wokenLoopMs, work: workBulkProgress }),
    installs: startPollLoop({ name: 'installs', intervalMs: 15_000, work: finishInstalls }),
    installations: startPollLoop({ name: 'installations', intervalMs: 15_000, work: refreshDueInstallation }),
    quotes: startPollLoop({ name: 'quotes', intervalMs: 60_000, work: endQuotes, turnMaxMs: purgeMaxMs }),
    ledger: startPollLoop({ name: 'ledger', intervalMs: wokenLoopMs, work: shipLedgerOrExit }),
    search: startPollLoop({ name: 'search', intervalMs: 1_000, work: wakeLoops }),
    repair: startPollLoop({ name: 'ready list', intervalMs: 10 * 60_000, work: repair }),
    purge: startPollLoop({ name: 'purge', intervalMs: 10 * 60_000, work: purge, turnMaxMs: purgeMaxMs }),
  };
  const wakes: Record<Work, (keyof typeof loops)[]> = {
    inbox: ['inbox'],
    marks: ['dirty', 'products'],
    sweeps: ['sweeps'],
    operations: ['operations', 'bulkProgress'],
    bulk: ['bulk', 'bulkProgress'],
    installs: ['installs', 'installations'],
  };
  const listening = onWork((work) => {
    const woken = work ? wakes[work] : Object.values(wakes).flat();
    for (const name of woken) loops[name].wake();
  });
  return {
    hangingLoops: () => Object.entries(loops).flatMap(([name, loop]) => (loop.isHanging() ? [name] : [])),
    async stop() {
      listening.stop();
      await Promise.all(Object.values(loops).map((loop) => loop.stop()));
      await Promise.all(Object.values(queues).map((queue) => queue.settled()));
    },
  };
}

async function endQuotes(): Promise<boolean> {
  await expireQuotes();
  return false;
}

async function purge(): Promise<boolean> {
  await purgeAll();
  return false;
}

async function repair(): Promise<boolean> {
  const installs = await repairReadyList();
  if (installs > 0)
    log.warn({ installs }, 'installs with waiting work were not in the ready list; added them');
  return false;
}
