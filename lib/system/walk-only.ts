import 'server-only';
import type { Tx } from '@/lib/system/db';

/**
 * Lists have indexes in their order. The planner may yet find it cheaper to read a store whole and sort it, when it
 * knows little of it: after a backfill, or of a status that is new. For the rest of the transaction it walks.
 */
export async function walkOnly(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT set_config(name, 'off', true) FROM unnest(ARRAY[
    'enable_sort', 'enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) AS name`;
}
