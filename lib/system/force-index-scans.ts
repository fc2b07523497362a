import 'server-only';
import type { Tx } from '@/lib/system/db';

/**
 * Makes PostgreSQL read lists by their indexes for the rest of the transaction. There is an index for the sort order of
 * each list. But the statistics of PostgreSQL can be outdated, after the first read of all data or for a new status.
 * PostgreSQL could then choose to read and sort all rows of a store.
 */
export async function forceIndexScans(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT set_config(name, 'off', true) FROM unnest(ARRAY[
    'enable_sort', 'enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) AS name`;
}
