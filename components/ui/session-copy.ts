/**
 * Copies of what is typed, in this tab's session storage, gone with the tab: they survive a reload. Storage may be
 * refused inside an iframe; then there is no copy, and leaving asks first (leave-guard).
 */
export function saveCopy(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // No storage here.
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

/** Forgets the copy: it was sent, or thrown away. */
export function forgetCopy(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // No storage here.
  }
}
