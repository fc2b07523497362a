/**
 * What the promise comes to, unless the signal aborts first: then its reason is thrown, and what the promise comes
 * to later is nobody's.
 */
export async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {};
  try {
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
    // First, so that a signal that has aborted wins over a promise that is done.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    promise.catch(() => undefined);
  }
}
