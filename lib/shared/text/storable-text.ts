/** Message of the field problem of a text that `Text` refuses. Screens show their own words for it. */
export const unstorableMessage = 'has a NUL or half of a character';

/** True if PostgreSQL can store the text as text and in jsonb: no NUL and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** True if PostgreSQL can store every key and every text of a JSON value. */
export const isStorableJson = (value: unknown): boolean =>
  value === undefined || storableJson(value) === JSON.stringify(value);

/** Replaces what PostgreSQL refuses by U+FFFD. For texts of the platform, which must not keep their row out (M13). */
export const storableText = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

/** Converts a value to JSON that PostgreSQL's jsonb accepts. Keys and texts are changed as in `storableText`. */
export function storableJson(value: unknown): string {
  // In JSON.stringify's output, half of a surrogate pair is always an escape, and a whole pair never is.
  return JSON.stringify(value).replace(/\\(?:(u0000|ud[89a-f][\da-f]{2})|.)/g, (escape, refused) =>
    refused ? '\uFFFD' : escape,
  );
}

/** The same value as `storableJson`, for a column that Prisma writes. */
export const storableValue = <Value>(value: Value): Value => JSON.parse(storableJson(value)) as Value;
