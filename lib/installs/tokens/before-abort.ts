/**
 * Returns the result of the promise. If the signal is aborted first, throws the reason of the signal and ignores the
 * result of the promise.
 */
export async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {};
  try {
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
    // `aborted` is the first promise in Promise.race. So if both promises are already settled, the reason of the signal
    // is thrown.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    promise.catch(() => undefined);
  }
}
