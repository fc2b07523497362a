import { log } from '@/lib/system/log';

/**
 * Runs up to `limit` pieces of work concurrently, so that a waiting piece does not block the others. It is the `work`
 * of a poll loop.
 */
export function workAtOnce<Item>(pieces: {
  limit: number;
  claim: (free: number) => Promise<Item[]>;
  work: (item: Item) => Promise<void>;
  /**
   * Called when a piece ends. Follow-up work (a next page, the next mark or item of its install) then need not wait for
   * the next poll.
   */
  ended: () => void;
}): { work: () => Promise<boolean>; settled: () => Promise<void> } {
  const underWay = new Set<Promise<void>>();
  return {
    async work() {
      if (underWay.size >= pieces.limit) await Promise.race(underWay);
      const claimed = await pieces.claim(pieces.limit - underWay.size);
      for (const item of claimed) {
        const done = pieces
          .work(item)
          .catch((error: unknown) =>
            log.error({ error }, 'worker item failed unexpectedly; its claim expires and it is retried'),
          )
          .finally(() => {
            underWay.delete(done);
            pieces.ended();
          });
        underWay.add(done);
      }
      return claimed.length > 0;
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
