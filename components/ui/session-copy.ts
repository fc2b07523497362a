/**
 * Stores a copy of typed input in the session storage of this tab. The copy is still there after a reload and is
 * deleted with the tab. Inside an iframe, the browser may block session storage. There is then no copy, and the app
 * asks for confirmation before the user leaves the page (leave-guard). Returns false if the copy was not saved.
 */
export function saveCopy(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Session storage is blocked or full, so the copy was not saved.
    return false;
  }
}

/** Returns the saved copy of the typed input; null if there is none. */
export function loadCopy(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Deletes every saved copy whose content contains the id. It is called after the record with the id was deleted. */
export function forgetCopiesWith(id: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (sessionStorage.getItem(key)?.includes(id)) sessionStorage.removeItem(key);
  } catch {
    // Session storage is blocked, so there is no copy to delete.
  }
}

/** Deletes the saved copy of typed input. It is called after the input was sent or discarded. */
export function forgetCopy(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Session storage is blocked, so there is no copy to delete.
  }
}
