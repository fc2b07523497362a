type Problem = { path: string; message: string };

/**
 * Returns a problem for each string in a JSON value that cannot be stored. The database refuses a string with NUL, and
 * UTF-8 cannot encode a lone surrogate. The object key `__proto__` is a problem too, because JavaScript would set the
 * prototype of the object.
 */
export function textProblems(value: unknown, path: string[] = []): Problem[] {
  if (typeof value === 'string') return isPlain(value) ? [] : [problem(path, 'not plain text')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const place = [...path, key];
    return isPlain(key) && key !== '__proto__'
      ? textProblems(entry, place)
      : [problem(place, 'not a name for a field')];
  });
}

/** Matches a single half of a UTF-16 surrogate pair (a lone surrogate). */
const loneSurrogate = /\p{Surrogate}/u;

function isPlain(text: string): boolean {
  return !text.includes('\0') && !loneSurrogate.test(text);
}

function problem(path: string[], message: string): Problem {
  const shown = path
    .join('.')
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
  return { path: shown, message };
}
