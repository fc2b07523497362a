/** How guardStream limits a stream. */
export type StreamGuard = {
  /** Resolves to true if the user may still read the file. */
  isAllowed: () => Promise<boolean>;
  /** Time after which the stream ends even if it is not complete, in milliseconds. */
  lifeMs: number;
  /** Signal that is aborted if the client closes the connection. */
  signal: AbortSignal;
  /** Called once, when the stream has ended in any way. */
  onEnd: () => void;
};

/**
 * Returns a stream with the same chunks that checks the access again before each chunk (S6). A chunk is made only when
 * the client has read the previous ones, so the client of a long file may have signed out in the meantime. If the
 * access has ended or the time is over, the stream fails, and the browser reports an incomplete file.
 */
export function guardStream(
  source: ReadableStream<Uint8Array>,
  { isAllowed, lifeMs, signal, onEnd }: StreamGuard,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let end = (_reason?: Error) => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false;
        const timer = setTimeout(() => end(new Error('the client did not read the file in time')), lifeMs);
        timer.unref();
        const onAbort = () => end(new Error('the client closed the connection'));
        end = (reason) => {
          if (isOver) return;
          isOver = true;
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          onEnd();
          if (!reason) return;
          controller.error(reason);
          void reader.cancel(reason).catch(() => undefined);
        };
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
      },
      async pull(controller) {
        try {
          if (!(await isAllowed())) return end(new Error('the user may no longer read the file'));
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          end(error instanceof Error ? error : new Error(String(error)));
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    // The stream makes no chunk before the client reads it, so that no chunk waits while the access ends.
    { highWaterMark: 0 },
  );
}
