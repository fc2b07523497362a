import { log } from '@/lib/system/log';
import { runInContext } from '@/lib/system/process/request-context';

type Owned = { installId: string };

/**
 * Returns the function `work` for a poll loop that does up to `limit` pieces of work at the same time. So one piece
 * that waits does not block the others. The log lines of a piece have one request id and the install id.
 */
export function workAtOnce<Item extends Owned | Owned[]>(pieces: {
  limit: number;
  claim: (free: number) => Promise<Item[]>;
  work: (item: Item) => Promise<void>;
  /**
   * Called when a piece of work ends. The worker can then look for the work that follows (such as the next page or the
   * next item) without waiting for its next poll.
   */
  ended: () => void;
}): { work: () => Promise<boolean>; settled: () => Promise<void> } {
  const underWay = new Set<Promise<void>>();
  return {
    async work() {
      if (underWay.size >= pieces.limit) await Promise.race(underWay);
      const claimed = await pieces.claim(pieces.limit - underWay.size);
      for (const item of claimed) {
        const done = runInContext(contextOf(item), () =>
          pieces
            .work(item)
            .catch((error: unknown) =>
              log.error({ error }, 'worker item failed unexpectedly; its claim expires and it is retried'),
            ),
        ).finally(() => {
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

/** All parts of one piece of work belong to one install. */
function contextOf(item: Owned | Owned[]) {
  const installId = Array.isArray(item) ? item[0]?.installId : item.installId;
  return { requestId: crypto.randomUUID(), ...(installId !== undefined && { installId }) };
}
