/**
 * Returns the result of the promise, unless the signal aborts first. Then the signal's reason is thrown, and a later
 * result of the promise is ignored.
 */
export async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {};
  try {
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
    // `aborted` is first, so that an aborted signal wins over a settled promise.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    promise.catch(() => undefined);
  }
}
