/**
 * A line with text from a pasted sheet. `line`: its number in the sheet, from 1. `cells`: the texts of its cells,
 * without quotes.
 */
export type SheetRow = { line: number; text: string; cells: string[] };

/**
 * Reads the rows of a sheet that was copied from a spreadsheet, a message or a CSV file. A line is split at the
 * separator that most lines contain, such as a tab or a comma. A line without it is split at another separator, or at
 * the matches of the pattern `words` (such as a colon or a space).
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
 * Invisible characters that are removed from pasted text: direction marks, joiners, the byte order mark, and NUL, which
 * PostgreSQL cannot store.
 */
export const invisible = /[\0\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/g;

const separators = ['\t', ';', '؛', '|', ',', '،'];

/** Returns the separator that more than half of the lines contain; null if there is none. */
function commonSeparator(lines: readonly string[]): string | null {
  const isCommon = (separator: string) =>
    2 * lines.filter((line) => line.includes(separator)).length > lines.length;
  return separators.find(isCommon) ?? null;
}

function cellsOf(line: string, common: string | null, words: RegExp): string[] {
  if (common !== null && line.includes(common)) return splitQuoted(line, [common]).map(clean);
  const own = splitQuoted(line, separators).map(clean);
  // Split the line at separators only if the text before the first separator contains no space. For example, "B1 1,500"
  // must not become "B1 1" and "500": its cells are "B1" and "1,500".
  if (own.length > 1 && /^(# ?)?\S+$/.test(own[0] ?? '')) return own;
  const inWords = splitAtWords(line.trim(), words).map(clean);
  // `common` is the separator of most lines of the sheet, and `line` does not contain it. So `line` may be a sentence
  // between the rows. It counts as a row only if each of its first two cells contains a digit. If not, the whole line
  // is one cell.
  const isRow = common === null || inWords.slice(0, 2).every((cell) => /\p{Nd}/u.test(cell));
  return isRow ? inWords : [clean(line)];
}

/**
 * Splits a line at the matches of `words`. If the first match is a gap of several spaces, only such gaps separate
 * cells, and a single space belongs to a cell.
 */
function splitAtWords(line: string, words: RegExp): string[] {
  return /^\s{2,}$/.test(words.exec(line)?.[0] ?? '') ? line.split(/\s{2,}/) : line.split(words);
}

/**
 * Splits a line into cells at each separator. `at` contains the separators, one character each. A separator between
 * quotes is a part of the cell (RFC 4180).
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

/**
 * Removes the quotes of a cell, and the characters with which spreadsheets mark a number as text: '0123 and ="0123".
 */
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
