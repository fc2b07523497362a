type Problem = { path: string; message: string };

/**
 * What in a JSON value is no text that can be kept: NUL, which a database refuses, and half a surrogate pair, which
 * UTF-8 cannot write. `__proto__` as a key is refused with them, since it is a name to JSON and a trap to JavaScript.
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

/** Halves of a surrogate pair that stand alone. */
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
