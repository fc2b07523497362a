/**
 * Converts a parsed answer to JSON that PostgreSQL's jsonb accepts. NUL and unpaired surrogates, which JSON allows and
 * jsonb refuses, become U+FFFD. One such text must not keep its whole row out of the mirror (M13).
 */
export function jsonDocument(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'string' ? storableText(entry) : entry,
  );
}

/** Replaces the characters that a text column refuses. */
export const storableText = (text: string): string => text.replace(unstorable, '\uFFFD');

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
