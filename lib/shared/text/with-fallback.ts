/** Type of a tree of texts with the keys of `Texts`, in which each text may be absent. */
type SomeOf<Texts> = { [Key in keyof Texts]?: Texts[Key] extends object ? SomeOf<Texts[Key]> : Texts[Key] };

/**
 * Completes the texts `some` of one language with the texts `all` of another language. A text that is absent or empty
 * in `some` is taken from `all`. A text that is missing in `all` is left out. The texts may be compiled (by next-intl)
 * or not: a compiled text is an array.
 */
export function withFallback<Texts extends object>(all: Texts, some: SomeOf<Texts>): Texts {
  return merged(all, some) as Texts;
}

function merged(all: unknown, some: unknown): unknown {
  if (!isTree(all)) return some === undefined || some === '' || isTree(some) ? all : some;
  const given = isTree(some) ? some : {};
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, merged(value, given[key])]));
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
