import 'server-only';

/** Rows purged in one transaction. A small batch holds locks for milliseconds, and a crash loses little of the work. */
export const purgeBatch = 2_000;

/** Repeats `purge` until a batch is not full. Returns the total number of rows. */
export async function purgeInBatches(purge: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await purge(purgeBatch);
    removed += count;
    if (count < purgeBatch) return removed;
  }
}
