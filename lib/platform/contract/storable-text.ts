/** Error message of the schema `Text`. Users do not see it, because screens show a translated text. */
export const unstorableMessage = 'has a NUL or half of a character';

/**
 * Whether PostgreSQL can store the text in columns of the types text and jsonb. PostgreSQL cannot store a text with NUL
 * or with half of a surrogate pair (a character that was cut in half).
 */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** Whether PostgreSQL can store every key and every text of a JSON value. */
export const isStorableJson = (value: unknown): boolean =>
  value === undefined || storableJson(value) === JSON.stringify(value);

/**
 * Replaces the characters that PostgreSQL refuses by U+FFFD. Texts of the platform are changed in this way, so that
 * their rows can always be stored (M13).
 */
export const storableText = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

/**
 * Converts a value to JSON that PostgreSQL accepts as jsonb. The function `storableText` changes all keys and texts in
 * the value.
 */
export function storableJson(value: unknown): string {
  // JSON.stringify writes half of a surrogate pair as an escape, such as \ud83d. It never writes a complete pair as an
  // escape, so this replacement changes no complete character.
  return JSON.stringify(value).replace(/\\(?:(u0000|ud[89a-f][\da-f]{2})|.)/g, (escape, refused) =>
    refused ? '\uFFFD' : escape,
  );
}

/**
 * Returns a copy of the value without the characters that PostgreSQL refuses (storableJson), for JSON columns
 * that Prisma writes.
 */
export const storableValue = <Value>(value: Value): Value => JSON.parse(storableJson(value)) as Value;
