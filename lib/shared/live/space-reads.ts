/** Minimum time between the starts of two reads, in milliseconds. */
const spacingMs = 1_000;
/** Time in milliseconds after which a read without a response is started again, as on a connection that has died. */
const hangsMs = 30_000;

type Reading = {
  /** Starts the read. */
  read: () => void;
  /** Returns true while an earlier read is waiting for its response. */
  isReading: () => boolean;
};

/** Reads that start at most once a second. `stop` cancels a read that was asked for and has not started. */
export type SpacedReads = { ask: () => void; stop: () => void };

/**
 * Spaces the reads of data that many live changes concern. The first full read after an installation (backfill) reports
 * many changes in a second.
 *
 * A read interrupts an earlier read only if that one has no response after `hangsMs`. If each change started the read again, no read would end while changes arrive
 * faster than the server responds. The screen would then keep its old data.
 *
 * A change can arrive while a read waits for its response. The response may lack that change, so one more read starts
 * after it.
 */
export function spaceReads({ read, isReading }: Reading): SpacedReads {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedMs = -Infinity;
  const start = () => {
    timer = undefined;
    if (isReading() && performance.now() - startedMs < hangsMs) return wait(spacingMs);
    startedMs = performance.now();
    read();
  };
  const wait = (ms: number) => {
    timer = setTimeout(start, ms);
  };
  return {
    ask: () => {
      if (timer !== undefined) return;
      const restMs = startedMs + spacingMs - performance.now();
      if (restMs > 0) wait(restMs);
      else start();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
