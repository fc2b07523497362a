/**
 * A parsed answer as PostgreSQL's jsonb takes it: NUL and halves of surrogate pairs, which JSON can spell and jsonb
 * refuses, become U+FFFD. One such text must not keep its whole row out of the mirror (mirror M13).
 */
export function jsonDocument(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'string' ? storableText(entry) : entry,
  );
}

/** Text that a text column takes. */
export const storableText = (text: string): string => text.replace(unstorable, '\uFFFD');

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
