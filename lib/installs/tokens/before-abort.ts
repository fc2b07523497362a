/**
 * Returns the result of the promise. If the signal aborts first, the reason of the signal is thrown, and a later result
 * of the promise is ignored.
 */
export async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {};
  try {
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
    // In Promise.race, `aborted` comes first, so that an aborted signal wins over a promise that is already settled.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    promise.catch(() => undefined);
  }
}
