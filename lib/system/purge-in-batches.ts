import 'server-only';

/** Rows removed in one transaction: locks are held for milliseconds, and a crash loses little of the work. */
export const purgeBatch = 2_000;

/** Repeats until a batch was not full. Answers how many rows that was together. */
export async function purgeInBatches(purge: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await purge(purgeBatch);
    removed += count;
    if (count < purgeBatch) return removed;
  }
}
