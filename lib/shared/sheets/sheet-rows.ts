/** A non-empty line of a sheet that the user pasted. `line` counts from 1. `cells` are the texts without quotes. */
export type SheetRow = { line: number; text: string; cells: string[] };

/**
 * Parses the rows of a sheet that a user copied from a spreadsheet, a message or a CSV file. If most lines have no
 * separator, each line is split into cells at matches of the pattern `words`.
 */
export function readSheetRows(text: string, words: RegExp): SheetRow[] {
  const lines = text
    .replace(invisible, '')
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, text: content }))
    .filter((line) => line.text.trim() !== '');
  const separator = separatorOf(lines.map((line) => line.text));
  return lines.map((line) => ({ ...line, cells: cellsOf(line.text, separator, words) }));
}

/**
 * Invisible characters of pasted text that are removed: direction marks, joiners, the byte order mark, and NUL, which
 * no database column can store.
 */
const invisible = /[\0\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/g;

const separators = ['\t', ';', '؛', '|', ',', '،'];

/** Returns the cell separator that most lines contain; null if the cells are words separated by spaces or a colon. */
function separatorOf(lines: readonly string[]): string | null {
  const isCommon = (separator: string) =>
    2 * lines.filter((line) => line.includes(separator)).length > lines.length;
  return separators.find(isCommon) ?? null;
}

function cellsOf(line: string, separator: string | null, words: RegExp): string[] {
  const cells = separator === null ? line.trim().split(words) : splitQuoted(line, separator);
  return cells.map(clean);
}

/** Splits a line of a sheet into cells. A separator between quotes is part of the cell (RFC 4180). */
function splitQuoted(line: string, separator: string): string[] {
  const cells = [''];
  let inQuotes = false;
  for (const letter of line) {
    if (letter === '"') inQuotes = !inQuotes;
    if (letter === separator && !inQuotes) cells.push('');
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
