/** A non-empty line of a sheet that the user pasted. `line` counts from 1. `cells` are the texts without quotes. */
export type SheetRow = { line: number; text: string; cells: string[] };

/**
 * Parses the rows of a sheet that a user copied from a spreadsheet, a message or a CSV file. A line is split at the
 * separator that most lines contain. A line without that separator is split at its own separators, or at matches of the
 * pattern `words`.
 */
export function readSheetRows(text: string, words: RegExp): SheetRow[] {
  const lines = text
    .replace(invisible, '')
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, text: content }))
    .filter((line) => line.text.trim() !== '');
  const common = commonSeparator(lines.map((line) => line.text));
  return lines.map((line) => ({ ...line, cells: cellsOf(line.text, common, words) }));
}

/**
 * Invisible characters of pasted text that are removed: direction marks, joiners, the byte order mark, and NUL, which
 * no database column can store.
 */
const invisible = /[\0\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/g;

const separators = ['\t', ';', '؛', '|', ',', '،'];

/** Returns the cell separator that most lines contain; null if no separator is so common. */
function commonSeparator(lines: readonly string[]): string | null {
  const isCommon = (separator: string) =>
    2 * lines.filter((line) => line.includes(separator)).length > lines.length;
  return separators.find(isCommon) ?? null;
}

function cellsOf(line: string, common: string | null, words: RegExp): string[] {
  if (common !== null && line.includes(common)) return splitQuoted(line, [common]).map(clean);
  const own = splitQuoted(line, separators).map(clean);
  // In "B1 1,500", the space comes first. The comma is then a part of the second cell and separates no cells.
  if (own.length > 1 && /^(# ?)?\S+$/.test(own[0] ?? '')) return own;
  const inWords = splitAtWords(line.trim(), words).map(clean);
  // A sentence between the rows of a table is one cell. Codes and numbers have digits.
  const isRow = common === null || inWords.slice(0, 2).every((cell) => /\p{Nd}/u.test(cell));
  return isRow ? inWords : [clean(line)];
}

/** Splits at matches of `words`. If the first one is a gap of several spaces, a single space is part of a cell. */
function splitAtWords(line: string, words: RegExp): string[] {
  return /^\s{2,}$/.test(words.exec(line)?.[0] ?? '') ? line.split(/\s{2,}/) : line.split(words);
}

/**
 * Splits a line of a sheet into cells at each of the separators `at`. A separator between quotes is part of the cell
 * (RFC 4180).
 */
function splitQuoted(line: string, at: readonly string[]): string[] {
  const cells = [''];
  let inQuotes = false;
  for (const letter of line) {
    if (letter === '"') inQuotes = !inQuotes;
    if (at.includes(letter) && !inQuotes) cells.push('');
    else cells.push((cells.pop() ?? '') + letter);
  }
  return cells;
}

/** Removes the quotes of a cell, and the characters by which spreadsheets store a number as text: '0123 and ="0123". */
function clean(cell: string): string {
  return cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .replace(/^'/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
