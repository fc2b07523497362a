/** Value of a setting. A template has one text for each language. */
type SettingValue = number | boolean | Readonly<Record<string, string>>;

/**
 * Returns the value to store for a setting that a user has changed in a form. `seen` is the value with which the form
 * was opened. If the user has not changed it, the stored value stays. The languages of a template are handled one by
 * one. Returns null if another user has changed the same value in the meantime.
 */
export function mergeSetting<Value extends SettingValue>(
  typed: Value,
  seen: Value,
  stored: Value,
): Value | null {
  if (typeof typed === 'object' && typeof seen === 'object' && typeof stored === 'object') {
    const parts = Object.entries(typed).map(([name, text]) => {
      const [seenText, storedText]: unknown[] = [seen, stored].map((texts) =>
        new Map(Object.entries(texts)).get(name),
      );
      return [name, mergePart<unknown>(text, seenText, storedText)] as const;
    });
    if (parts.some(([, part]) => part === null)) return null;
    return Object.fromEntries(parts) as Value;
  }
  return mergePart(typed, seen, stored);
}

function mergePart<Part>(typed: Part, seen: Part, stored: Part): Part | null {
  if (typed === seen || typed === stored) return stored;
  return seen === stored ? typed : null;
}
