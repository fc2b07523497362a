/** Problem message for a text that the schema `Text` refuses. Screens show their own translated text for it. */
export const unstorableMessage = 'has a NUL or half of a character';

/**
 * Whether PostgreSQL can store the text in columns of the types text and jsonb. It cannot if the text contains NUL or
 * half of a surrogate pair.
 */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** Whether PostgreSQL can store every key and every text of a JSON value. */
export const isStorableJson = (value: unknown): boolean =>
  value === undefined || storableJson(value) === JSON.stringify(value);

/**
 * Replaces the characters that PostgreSQL refuses by U+FFFD. It is used for texts from the platform, so that such a
 * character does not prevent storing the row (M13).
 */
export const storableText = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

/** Converts a value to JSON that PostgreSQL accepts as jsonb. Keys and texts are changed as `storableText` does. */
export function storableJson(value: unknown): string {
  // JSON.stringify writes half of a surrogate pair always as an escape, and a whole pair never as an escape.
  return JSON.stringify(value).replace(/\\(?:(u0000|ud[89a-f][\da-f]{2})|.)/g, (escape, refused) =>
    refused ? '\uFFFD' : escape,
  );
}

/**
 * Returns a copy of the value without the characters that PostgreSQL refuses (storableJson), for a JSON column that
 * Prisma writes.
 */
export const storableValue = <Value>(value: Value): Value => JSON.parse(storableJson(value)) as Value;
