/**
 * Returns the likeness of two folded (simplified) words, from 0 to 1. Two words are alike if they are equal, differ
 * only in grammatical endings, have the same root, or differ by a typing error. Names in messages and in the catalogue
 * are compared in this way.
 */
export function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [stemOf(one), stemOf(other)];
  if (a === b) return 0.95;
  // Numbers, and words of one or two letters, count as alike only if they are equal.
  if (Math.min(a.length, b.length) < 3 || /\d/.test(a + b)) return 0;
  const typo = typoLikeness(a, b);
  return haveOneRoot(one, other) ? Math.max(typo, 0.85) : typo;
}

function haveOneRoot(one: string, other: string): boolean {
  if (!isArabic(one) || !isArabic(other)) return false;
  // Compares two roots of each word: one with and one without the ending. In a word such as قفاطين, the letters that
  // look like an ending are a part of the word.
  const roots = [withoutArticle(one), stemOf(one)].map(rootOf);
  return [withoutArticle(other), stemOf(other)]
    .map(rootOf)
    .some((root) => root.length >= 3 && roots.includes(root));
}

const isArabic = (word: string) => /^[\u0621-\u064A]+$/.test(word);

/** Returns a word without its article and without feminine and plural endings. */
export function stemOf(word: string): string {
  return isArabic(word)
    ? arabicStem(word)
    : word
        .replace(/ves$/, 'f')
        .replace(/ies$/, 'y')
        .replace(/(?<=[a-z]{2}(?:s|x|ch|sh))es$|(?<=[a-z]{3})s$/, '');
}

function arabicStem(word: string): string {
  return withoutArticle(word)
    .replace(/(?<=.{3})(?:ات|ين|ون)$/, '')
    .replace(/(?<=.{2})ه$/, '');
}

const withoutArticle = (word: string) => word.replace(/^(?:وال|بال|لل|ال)(?=.{3})/, '');

/**
 * Returns the consonants of a word. The consonants stay the same in an Arabic plural: صحون and صحن, فناجين and فنجان.
 */
function rootOf(word: string): string {
  return word.replace(/[اويئؤء]/g, '');
}

/**
 * Returns the likeness of two words by the number of edits, relative to the longer word. An edit is a letter that was
 * added, left out or replaced, or two letters that were swapped. If the edits are more than a third of the longer word,
 * the likeness is 0.
 */
function typoLikeness(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  // The difference in length is the minimum number of edits. If it is more than a third of the longer word, the
  // likeness is 0 and the edits need not be counted.
  if (Math.abs(a.length - b.length) * 3 > length) return 0;
  const edits = editsBetween(a, b);
  return edits * 3 <= length ? 0.9 * (1 - edits / length) : 0;
}

function editsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, back: number) => rows[i - up]?.[j - back] ?? 0;
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const turned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(1, 0) + 1,
          (row[j - 1] ?? 0) + 1,
          at(1, 1) + same,
          turned ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/**
 * Whether the word is the Arabic dual of a name: فستانين ("two dresses") is the dual of فستان. The result is false if
 * the name itself has the ending of a dual.
 */
export function isDualOf(word: string, name: string): boolean {
  return /^[\u0621-\u064A]{3,}ين$/.test(word) && stemOf(word) === stemOf(name) && !name.endsWith('ين');
}
