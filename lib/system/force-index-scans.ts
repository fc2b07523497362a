import 'server-only';
import type { Tx } from '@/lib/system/db';

/**
 * Makes the planner read lists through their indexes for the rest of the transaction. Lists have indexes in their sort
 * order. With poor statistics, the planner may still choose to read and sort a whole store: after a backfill, or for a
 * new status.
 */
export async function forceIndexScans(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT set_config(name, 'off', true) FROM unnest(ARRAY[
    'enable_sort', 'enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) AS name`;
}
