/** Options of a batcher. A batcher collects items that arrive one by one, and handles them in batches. */
export type BatcherOptions<In, Out> = {
  /**
   * Handles a batch and returns one result per item, in the order of the items. If it throws, all items of the batch
   * fail.
   */
  run(items: In[]): Promise<Out[]>;
  inFlightMax: number;
  batchMax: Bound;
  /** Maximum number and maximum total weight of the waiting items. A further item is refused immediately. */
  waitingMax: Bound;
  /**
   * Returns the weight of an item, such as its bytes. The weights of a batch add up to at most `batchMax.weight`.
   * Without this function the weight is 0.
   */
  weigh?(item: In): number;
  /**
   * Time in milliseconds for which items are gathered before a batch is handled. Without `gatherMs`, a batch has only
   * the items that arrived in the same event-loop turn.
   */
  gatherMs?: number;
  /**
   * Whether an error of the whole batch may be caused by one item. If so, the batch is split, and each half is retried
   * separately.
   */
  isOfOneItem?(error: unknown): boolean;
};

type Bound = { items: number; weight?: number };

/** Error for a new item if too many items are waiting already. */
export class BatcherFullError extends Error {
  override name = 'BatcherFullError';
}

/**
 * Creates a batcher, for group commit and other work that is cheaper in batches. While `inFlightMax` batches are being
 * handled, new items wait for the next batch. Items are handled in the order of their arrival.
 */
export function createBatcher<In, Out>(options: BatcherOptions<In, Out>): (item: In) => Promise<Out> {
  const { run, inFlightMax, batchMax, waitingMax, weigh = () => 0, gatherMs, isOfOneItem } = options;
  type Waiting = { item: In; weight: number; resolve(out: Out): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];
  let waitingWeight = 0;
  let inFlight = 0;
  let isGathering = false;

  function next(): Waiting[] {
    let weight = waiting[0]?.weight ?? 0;
    let count = 1;
    for (; count < Math.min(waiting.length, batchMax.items); count++) {
      weight += waiting[count]?.weight ?? 0;
      if (weight > (batchMax.weight ?? Number.POSITIVE_INFINITY)) break;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const one of batch) waitingWeight -= one.weight;
    return batch;
  }

  /** Handles a batch. Returns a function that gives the results to the callers. */
  async function handle(batch: Waiting[]): Promise<() => void> {
    try {
      const answers = await run(batch.map(({ item }) => item));
      return () => batch.forEach(({ resolve }, index) => resolve(answers[index] as Out));
    } catch (error) {
      if (batch.length === 1 || !isOfOneItem?.(error))
        return () => {
          for (const { reject } of batch) reject(error);
        };
      const half = Math.ceil(batch.length / 2);
      const halves = [await handle(batch.slice(0, half)), await handle(batch.slice(half))];
      return () => {
        for (const notify of halves) notify();
      };
    }
  }

  function pump(): void {
    isGathering = false;
    while (inFlight < inFlightMax && waiting.length > 0) {
      inFlight++;
      void handle(next()).then((notify) => {
        inFlight--;
        // The next batch starts before the callers get the results of the finished batch. So the next batch is handled
        // while the callers continue.
        if (gatherMs === undefined) pump();
        else gather();
        notify();
      });
    }
  }

  function gather(): void {
    if (isGathering || waiting.length === 0 || inFlight >= inFlightMax) return;
    isGathering = true;
    // The batch starts later, so that further items can join it: those that arrive in the same event-loop turn, or
    // within `gatherMs`.
    if (gatherMs === undefined) setImmediate(pump);
    else setTimeout(pump, gatherMs);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const weight = weigh(item);
      if (
        waiting.length >= waitingMax.items ||
        waitingWeight + weight > (waitingMax.weight ?? Number.POSITIVE_INFINITY)
      )
        return reject(new BatcherFullError('too many items are waiting'));
      waiting.push({ item, weight, resolve, reject });
      waitingWeight += weight;
      gather();
    });
}
