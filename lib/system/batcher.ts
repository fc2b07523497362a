/** Items that come one by one and are handled many at a time. */
export type BatcherOptions<In, Out> = {
  /** Handles a batch; answers in the order of its items. When it fails, all of the batch fail. */
  run(items: In[]): Promise<Out[]>;
  inFlightMax: number;
  batchMax: Bound;
  /** More than this waiting is refused at once. */
  waitingMax: Bound;
  /** What an item adds to the weight of a batch, in whatever unit the bounds are; 0 when not given. */
  weigh?(item: In): number;
  /** A batch is gathered for so long. When not given, a lone item is handled in the turn of the event loop it came in. */
  gatherMs?: number;
  /** Whether an item may have brought this error upon the others: then each half is tried by itself. */
  isOfOneItem?(error: unknown): boolean;
};

type Bound = { items: number; weight?: number };

/** More is waiting than can be handled soon. */
export class BatcherFullError extends Error {
  override name = 'BatcherFullError';
}

/**
 * Group commit, and whatever else is cheaper together: while as many batches as may be are in flight, what comes
 * waits for the next one. Items are taken in the order they came.
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

  /** Answers with what tells those who wait. */
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
        // Before anybody is told: what waits is under way while those who are told do their part.
        if (gatherMs === undefined) pump();
        else gather();
        notify();
      });
    }
  }

  function gather(): void {
    if (isGathering || waiting.length === 0 || inFlight >= inFlightMax) return;
    isGathering = true;
    // What this turn of the event loop brings goes together.
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
        return reject(new BatcherFullError('too much is waiting'));
      waiting.push({ item, weight, resolve, reject });
      waitingWeight += weight;
      gather();
    });
}
