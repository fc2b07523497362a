/** A line of what was pasted that holds something; `line` counts from 1. Cells stand as they were written, without quotes. */
export type SheetRow = { line: number; text: string; cells: string[] };

/**
 * The rows of a sheet as it is copied from a spreadsheet, a message or a CSV file. `words` parts a line where most lines
 * have no separator.
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

/** Marks of direction and joiners that are copied along, and the byte order mark; NUL, which no column can hold. */
const invisible = /[\0\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/g;

const separators = ['\t', ';', '؛', '|', ',', '،'];

/** The one that most lines have; null: words with spaces or a colon between. */
function separatorOf(lines: readonly string[]): string | null {
  const isCommon = (separator: string) =>
    2 * lines.filter((line) => line.includes(separator)).length > lines.length;
  return separators.find(isCommon) ?? null;
}

function cellsOf(line: string, separator: string | null, words: RegExp): string[] {
  const cells = separator === null ? line.trim().split(words) : splitQuoted(line, separator);
  return cells.map(clean);
}

/** Cells of a line; a separator between quotes is none (RFC 4180). */
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

/** Without quotes, and without what spreadsheets put around a number to keep it a text: '0123 and ="0123". */
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
