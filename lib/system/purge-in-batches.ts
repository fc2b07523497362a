import 'server-only';

/**
 * Number of rows that one transaction of a purge deletes. A small batch holds locks for milliseconds only, and a crash
 * loses little work.
 */
const purgeBatch = 2_000;

/** Calls `purge` until it deletes fewer rows than a full batch. Returns the total number of deleted rows. */
export async function purgeInBatches(purge: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await purge(purgeBatch);
    removed += count;
    if (count < purgeBatch) return removed;
  }
}
