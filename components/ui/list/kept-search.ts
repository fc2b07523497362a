import { useSyncExternalStore } from 'react';

/**
 * Search texts of lists, by their keys. They are stored only in this browser tab, because a search text can be a
 * customer's phone or name. A URL contains only the key of the text, because proxies log URLs (S8).
 */
const inMemory = new Map<string, string>();
const prefix = 'daftar.search.';

/**
 * Stores a search text in this tab and returns its key for the URL. After Back or a reload, the text is found by this
 * key.
 */
export function keepSearch(text: string): string {
  const key = crypto.randomUUID().slice(0, 8);
  inMemory.set(key, text);
  try {
    sessionStorage.setItem(prefix + key, text);
  } catch {
    // A browser may block session storage inside an iframe. The search text is then lost at a reload.
  }
  return key;
}

/** Returns the search text that this tab has stored under a key of the URL; '' if nothing is stored under the key. */
export function searchOfKey(key: string | null): string {
  if (key === null) return '';
  const known = inMemory.get(key);
  if (known !== undefined) return known;
  try {
    return sessionStorage.getItem(prefix + key) ?? '';
  } catch {
    return '';
  }
}

/**
 * Subscribe function for useSyncExternalStore that never reports a change. No change is possible, because each new
 * search text gets a new key.
 */
const never = () => () => undefined;

/**
 * Hook that returns the search text that this tab has stored under a key of the URL. On the server, the text is always
 * empty, because only the browser tab has it. The rows in the server's HTML are therefore those without a search.
 */
export function useKeptSearch(key: string | null): string {
  return useSyncExternalStore(
    never,
    () => searchOfKey(key),
    () => '',
  );
}
