/**
 * Errors that this process has already logged, so that each error is logged once. Next reports the same error
 * up to three times: when it occurs, when it is thrown again, and to instrumentation.ts. The set is on the
 * global object, because Next loads this module more than once.
 */
const place: typeof globalThis & { daftarLoggedErrors?: WeakSet<object> } = globalThis;

/** Returns true for the first call with this error in the process, and false for later calls. */
export function isFirstReport(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true;
  place.daftarLoggedErrors ??= new WeakSet();
  if (place.daftarLoggedErrors.has(error)) return false;
  place.daftarLoggedErrors.add(error);
  return true;
}
