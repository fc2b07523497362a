import { log } from '@/lib/system/log';
import { runInContext } from '@/lib/system/process/request-context';
import {
  inSpan,
  isTracing,
  type SpanFacts,
  type SpanName,
  type SpanOrigins,
} from '@/lib/system/tracing/tracing';

type Owned = { installId: string };

/**
 * The span of one piece of work. `origins` returns the traces to which the piece belongs; it is called only if this
 * process exports traces.
 */
type PieceSpan<Item> = {
  name: SpanName;
  facts: (item: Item) => SpanFacts;
  origins?: (item: Item) => Promise<SpanOrigins>;
};

/**
 * Returns the function `work` for a poll loop that does up to `limit` pieces of work at the same time. So a piece that
 * waits for the platform does not block other pieces. All log lines of a piece have the same request id and the install
 * id.
 */
export function workAtOnce<Item extends Owned | Owned[]>(pieces: {
  limit: number;
  claim: (free: number) => Promise<Item[]>;
  work: (item: Item) => Promise<void>;
  span?: PieceSpan<Item>;
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
          workInSpan(pieces.work, item, pieces.span).catch((error: unknown) =>
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

async function workInSpan<Item>(
  work: (item: Item) => Promise<void>,
  item: Item,
  span: PieceSpan<Item> | undefined,
): Promise<void> {
  if (!span || !isTracing()) return work(item);
  const origins = await span.origins?.(item);
  await inSpan(span.name, span.facts(item), () => work(item), { ...(origins && { origins }) });
}

/**
 * All parts of one piece of work belong to the same install. So the install id of the first part is written to the log
 * lines.
 */
function contextOf(item: Owned | Owned[]) {
  const installId = Array.isArray(item) ? item[0]?.installId : item.installId;
  return { requestId: crypto.randomUUID(), ...(installId !== undefined && { installId }) };
}
