import type { Random } from '@/sandbox/world/random';

/**
 * Texts that are likely to cause errors in a text or JSON column of PostgreSQL, an index, a length limit, a
 * parser or an object prototype.
 */
export const hostileTexts = {
  nul: 'a\0b',
  highHalf: 'a\ud83d',
  lowHalf: '\udc16a',
  swappedHalves: '\udc16\ud83d',
  escapedNul: '\\u0000',
  backslash: '\\',
  nonCharacter: '\uffff',
  noText: '',
  proto: '__proto__',
  template: '{{7*7}}${7*7}\'";--',
  rightToLeft: '\u202e\u200f',
  longWord: 'x'.repeat(65_536),
  longNuls: '\0'.repeat(65_536),
  longHalves: '\ud83d'.repeat(65_536),
  longEmoji: '🐖'.repeat(16_384),
  hugeNumber: '9'.repeat(400),
  yearZero: '0000-01-01T00:00:00Z',
  lastYear: '9999-12-31T23:59:59.999Z',
} as const;
export const hostileNumbers = [0, -1, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER, 1e308, -1e308, 5e-324, 0.1];

type Place = { holder: Record<string, unknown>; key: string };

/** Returns the paths of all texts, numbers and nulls inside a JSON value. */
function leavesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([key, entry]) =>
    typeof entry === 'object' && entry !== null ? leavesOf(entry) : [{ holder, key }],
  );
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[random.int(0, items.length - 1)] as Item;

/**
 * Returns a copy of a JSON value in which a hostile text replaces one text, number or null, or sometimes the
 * name of an object key.
 */
export function spoil<Value>(random: Random, value: Value): Value {
  const copy = structuredClone(value);
  const leaves = leavesOf(copy);
  if (leaves.length === 0) return copy;
  const { holder, key } = pick(random, leaves);
  const text = pick(random, Object.values(hostileTexts));
  if (!Array.isArray(holder) && random.chance(0.1)) holder[text] = holder[key];
  else if (typeof holder[key] === 'number') holder[key] = pick(random, hostileNumbers);
  else holder[key] = text;
  return copy;
}
