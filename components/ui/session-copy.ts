/**
 * Copies of typed input in the session storage of this tab. They survive a reload and end with the tab. Inside an
 * iframe the browser may block storage. Then there is no copy, and the app asks before the user leaves (leave-guard).
 */
export function saveCopy(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is not available.
  }
}

/** The saved copy, or null. */
export function loadCopy(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Deletes the copy after the input was sent or discarded. */
export function forgetCopy(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is not available.
  }
}
