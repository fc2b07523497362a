import { log } from '@/lib/system/log';

/**
 * Keeps up to `limit` pieces of work under way, so that one that waits holds nobody else back; the work of a poll loop.
 */
export function workAtOnce<Item>(pieces: {
  limit: number;
  claim: (free: number) => Promise<Item[]>;
  work: (item: Item) => Promise<void>;
  /** A piece has ended: what it left (a next page, its install's next mark or item) need not wait for the next look. */
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
          .catch((error: unknown) => log.error({ error }, 'a piece of work broke; its claim runs out'))
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
