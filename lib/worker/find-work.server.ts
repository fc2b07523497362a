import 'server-only';
import { z } from 'zod';
import { systemMessage } from '@/lib/system/db';

/**
 * The loops of the worker that findWork checks for waiting work. Their names are the same as in
 * start-worker.server.ts.
 */
const loopNames = [
  'inbox',
  'dirty',
  'products',
  'sweeps',
  'operations',
  'bulk',
  'bulkProgress',
  'ledger',
] as const;
type LoopName = (typeof loopNames)[number];
const Found = z.array(z.object({ loop: z.enum(loopNames) }));

/**
 * Returns the loops for which work may be waiting now. One statement checks the work of all loops, so an idle worker
 * sends one statement per second. Each condition reads an index of the rows that wait. A loop may be returned although
 * it can do nothing yet, for example because an earlier write to the same order has not ended.
 */
export async function findWork(): Promise<LoopName[]> {
  const rows = await systemMessage({
    text: `SELECT loop FROM (VALUES
       ('inbox', EXISTS (SELECT FROM inbox WHERE state = 'stored')),
       ('dirty', EXISTS (SELECT FROM due_installs WHERE queue = 'orders' AND due_at <= now())),
       ('products', EXISTS (SELECT FROM due_installs WHERE queue = 'products' AND due_at <= now())),
       ('sweeps', EXISTS (SELECT FROM due_installs WHERE queue = 'sweeps' AND due_at <= now())),
       ('operations', EXISTS (SELECT FROM due_installs WHERE queue = 'operations' AND due_at <= now())),
       ('bulk', EXISTS (SELECT FROM due_installs WHERE queue = 'bulk' AND due_at <= now())),
       ('bulkProgress', EXISTS (SELECT FROM bulk_items WHERE state = 'sent')
         OR EXISTS (SELECT FROM bulk_runs WHERE needs_notification)),
       ('ledger', EXISTS (SELECT FROM ledger_marks)
         OR EXISTS (SELECT FROM ledger_state WHERE shipments = 0))
     ) found (loop, waits) WHERE waits`,
    values: [],
  });
  return Found.parse(rows).map(({ loop }) => loop);
}
