import { invisible } from '@/lib/shared/sheets/sheet-rows';

/** A row of a table. `line` is the line of the text on which the row begins; the first line is 1. */
export type TableRow = { line: number; cells: string[] };

/**
 * Characters that can separate cells. If several characters fit equally well, the first one is chosen. A tab is hardly
 * ever in the text of a cell, but a comma often is.
 */
export const tableSeparators = ['\t', ';', '|', ','] as const;
export type TableSeparator = (typeof tableSeparators)[number];

/**
 * Reads a table from CSV or from cells that were copied from a spreadsheet (RFC 4180). The separator is the character
 * that splits most rows into the same number of cells.
 *
 * - A cell in quotes may contain separators and line breaks.
 * - A quote without its end is a normal character, so it never hides the rest of the table.
 * - Direction marks and the byte order mark are removed.
 * - Each white space (also a non-breaking one) becomes one space, and rows without any text are left out.
 *
 * At most `rowsMax` rows are read. A short text can have hundreds of thousands of rows.
 */
export function readTableRows(
  text: string,
  rowsMax = Number.POSITIVE_INFINITY,
): { separator: TableSeparator; rows: TableRow[] } {
  const plain = text.replace(invisible, '').replace(/\r\n?/g, '\n');
  // Excel reads and writes the separator of a CSV file in a first line such as "sep=;".
  const named = /^sep=([\t;|,])\n/i.exec(plain)?.[1];
  const separator = tableSeparators.find((one) => one === named) ?? commonSeparator(plain);
  const rows = rowsOf(plain, separator, named === undefined ? rowsMax : rowsMax + 1);
  return { separator, rows: named === undefined ? rows : rows.filter(({ line }) => line > 1) };
}

/** Number of characters at the beginning of the text in which the separator of the cells is searched. */
const comparedLength = 20_000;

function commonSeparator(text: string): TableSeparator {
  const scores = tableSeparators.map((separator) => {
    const counts = new Map<number, number>();
    for (const { cells } of rowsOf(text.slice(0, comparedLength), separator))
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    return { separator, rows: Math.max(0, ...counts.values()) };
  });
  const best = Math.max(...scores.map(({ rows }) => rows));
  return (best > 0 && scores.find(({ rows }) => rows === best)?.separator) || ',';
}

function rowsOf(text: string, separator: string, rowsMax = Number.POSITIVE_INFINITY): TableRow[] {
  const end = separator === '|' ? String.raw`\|` : separator;
  const quoted = new RegExp(String.raw` *"([^"]*(?:""[^"]*)*)" *(?=${end}|\n|$)`, 'y');
  const plain = new RegExp(String.raw`[^${end}\n]*`, 'y');
  const rows: TableRow[] = [];
  let line = 1;
  let at = 0;
  while (at <= text.length && rows.length < rowsMax) {
    const row: TableRow = { line, cells: [] };
    for (;;) {
      quoted.lastIndex = at;
      plain.lastIndex = at;
      const inQuotes = quoted.exec(text);
      const cell = inQuotes?.[1]?.replaceAll('""', '"') ?? plain.exec(text)?.[0] ?? '';
      at = inQuotes ? quoted.lastIndex : plain.lastIndex;
      line += cell.split('\n').length - 1;
      row.cells.push(cell.replace(/\s+/g, ' ').trim());
      if (text[at] !== separator) break;
      at += 1;
    }
    at += 1;
    line += 1;
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
  }
  return rows;
}
