import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTableRows, tableSeparators } from '@/lib/shared/sheets/table-rows';

const cellsOf = (text: string) => readTableRows(text).rows.map(({ cells }) => cells);

/** Writes a cell as spreadsheets do: in quotes if it has a separator, a quote or a line break. */
const quoted = (cell: string) => (/[",;|\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const hostile = fc.constantFrom(
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r',
  ' ',
  'a',
  '٣',
  '\ufeff',
  '\u200f',
  '\0',
  '=',
  "'",
);

describe('a table from CSV or a spreadsheet', () => {
  it('with any separator, line break, byte order mark and quotes has the cells that were written', () => {
    const cell = fc
      .string({
        unit: fc.constantFrom('a', 'ب', '٣', '7', ' ', ',', ';', '|', '\t', '"', '\n', '\u00a0', '.'),
        maxLength: 8,
      })
      .map((text) => text.replace(/\s+/g, ' ').trim());
    const rows = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
      .filter((table) => table.every((row) => row.some((one) => one !== '')));
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(...tableSeparators),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom('', '\ufeff'),
        (table, separator, lineBreak, mark) => {
          const text = mark + table.map((row) => row.map(quoted).join(separator)).join(lineBreak);
          expect(readTableRows(`sep=${separator}\n${text}`).rows.map(({ cells }) => cells)).toEqual(table);
        },
      ),
    );
  });

  it.each([
    ['tabs', 'a\tb\n1,5\t2'],
    ['semicolons with decimal commas', 'a;b\n1,5;2'],
    ['commas', 'a,b\n"1,5",2'],
    ['bars', 'a|b\n1,5|2'],
    ['a separator in quotes', 'a,b\n"1,5","2"'],
    ['direction marks and non-breaking spaces', '\u200fa\t\u202bb\u202c\n1,5\u00a0\t\u202f2'],
    ['empty rows', '\n\na\tb\n\t\n\n1,5\t2\n\n'],
  ])('finds the separator: %s', (_, text) =>
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ]),
  );

  it('reports the line on which each row begins, also after a cell with line breaks', () => {
    expect(readTableRows('a,"x\ny\nz"\n\nb,c').rows).toEqual([
      { line: 1, cells: ['a', 'x y z'] },
      { line: 5, cells: ['b', 'c'] },
    ]);
  });

  it('is read up to the given number of rows, without the row that names the separator', () => {
    for (const text of ['a\nb\nc\nd', 'sep=;\na\n\nb\nc'])
      expect(readTableRows(text, 2).rows.map(({ cells }) => cells)).toEqual([['a'], ['b']]);
  });

  it('takes a quote without its end as a character, so that no row is lost', () => {
    expect(cellsOf('"a,1\nb 5" x,2\nc,3')).toEqual([
      ['"a', '1'],
      ['b 5" x', '2'],
      ['c', '3'],
    ]);
  });

  it('never throws, and each row has text, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: hostile, maxLength: 80 }), (text) => {
        const { rows } = readTableRows(text);
        expect(new Set(rows.map(({ line }) => line)).size).toBe(rows.length);
        for (const { cells } of rows) expect(cells.join('')).not.toBe('');
      }),
    );
  });
});
