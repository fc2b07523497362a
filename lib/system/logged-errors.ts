/**
 * The errors that this process has already logged. Next reports one error up to three times: when it occurs, when it is
 * thrown again, and to instrumentation.ts. Next loads modules of its own, so the set is on the global object.
 */
const place: typeof globalThis & { daftarLoggedErrors?: WeakSet<object> } = globalThis;

/** Returns true for the first call with this error in this process, and false for each later call. */
export function isFirstReport(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true;
  place.daftarLoggedErrors ??= new WeakSet();
  if (place.daftarLoggedErrors.has(error)) return false;
  place.daftarLoggedErrors.add(error);
  return true;
}
