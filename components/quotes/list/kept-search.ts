/**
 * The texts of searches, in this browser tab. A text can be a customer's phone or name, which must not be in a URL,
 * because proxies log URLs (S8). The URL has only the key of the text.
 */
const inMemory = new Map<string, string>();
const prefix = 'daftar.quote-search.';

/** Keeps a text and returns its key for the URL. Back and reload find the text by that key. */
export function keepSearch(text: string): string {
  const key = crypto.randomUUID().slice(0, 8);
  inMemory.set(key, text);
  try {
    sessionStorage.setItem(prefix + key, text);
  } catch {
    // A browser may refuse storage in an iframe. Then the text is lost at a reload.
  }
  return key;
}

/** Returns the text of a key, or '' if this tab does not have it. */
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
