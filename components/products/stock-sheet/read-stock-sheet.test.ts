import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStockSheet } from './read-stock-sheet';

const read = (text: string) => readStockSheet(text).entries.map(({ code, delta }) => [code, delta]);
const problems = (text: string) => readStockSheet(text).unread.map(({ line, problem }) => [line, problem]);

describe('a pasted stock sheet', () => {
  const wanted = [
    ['MUG-1', 5],
    ['621000000001', -3],
  ];
  it.each([
    ['tabs, as a spreadsheet copies them', 'MUG-1\t+5\n621000000001\t-3'],
    ['commas', 'MUG-1,5\n621000000001,-3'],
    ['semicolons', 'MUG-1;+5\n621000000001;-3'],
    [
      'Windows line ends, a byte order mark and an empty last line',
      '\ufeffMUG-1\t5\r\n621000000001\t-3\r\n\r\n',
    ],
    ['quotes', '"MUG-1","+5"\n"621000000001","-3"'],
    [
      'the characters by which a spreadsheet treats a number as text',
      '\'MUG-1\t="+5"\n="621000000001"\t\'-3',
    ],
    ['Arabic digits', 'MUG-1\t+٥\n621000000001\t-٣'],
    ['Persian digits', 'MUG-1\t۵\n621000000001\t-۳'],
    ['the minus sign U+2212, and a space after the sign', 'MUG-1\t+ 5\n621000000001\t− 3'],
    [
      'Unicode direction marks that were copied with the text',
      '\u200fMUG-1\t\u200e+5\u200e\n621000000001\t\u061c-3',
    ],
    ['spaces', 'MUG-1  5\n621000000001 -3'],
    ['the colons of a chat message', 'MUG-1: +5\n621000000001: -3'],
    ['a header', 'SKU\tChange\nMUG-1\t5\n621000000001\t-3'],
    ['an Arabic header', 'الرمز,الكمية\nMUG-1,5\n621000000001,-3'],
    ['the columns in reverse sequence, found by their header', 'Qty\tBarcode\n5\tMUG-1\n-3\t621000000001'],
    [
      'more columns, of which the most reliable are used',
      'Variant name;On hand;SKU;Quantity;Change\nMug 12;40;MUG-1;45;5\nCup;9;621000000001;6;-3',
    ],
  ])('can be read with %s', (_, text) => expect(read(text)).toEqual(wanted));

  it('keeps each note exactly as written; a note is optional', () => {
    const notes = (text: string) => readStockSheet(text).entries.map(({ note }) => note);
    expect(notes('A\t5\t٣ قطع من حلب\nB\t-1\nC\t1\t')).toEqual(['٣ قطع من حلب', null, null]);
    expect(notes('Note,SKU,Change\n"broken, all",A,-1')).toEqual(['broken, all']);
    expect(notes('A\t1\t=HYPERLINK("https://x")')).toEqual(['=HYPERLINK("https://x")']);
  });

  it('refuses a number that can be read in more than one way', () => {
    const bad = [
      '',
      '-',
      '+',
      '5.0',
      '1,000',
      '1.000',
      '(3)',
      '5-',
      '--5',
      '+-5',
      '5 pcs',
      '=A1+5',
      '=5',
      '1e3',
      '0x10',
      'NaN',
    ];
    for (const cell of bad) expect(read(`A\t${cell}`), cell).toEqual([]);
    // A space separates the code from the number, but a dash does not. The line "MUG-1 - 3" therefore has three cells:
    // "MUG-1", "-" and "3". The second cell must be a number, and a dash alone is not one, so the line is invalid.
    expect(read('MUG-1 - 3')).toEqual([]);
  });

  it('reports the line number and the problem of every line that is left out', () => {
    const text = [
      'A\t0',
      '\t5',
      'B\tmany',
      'C\t1000001',
      '6.21E+12\t4',
      `D\t1\t${'x'.repeat(1001)}`,
      'E\t+0',
      'F\t2',
      `${'x'.repeat(129)}\t1`,
    ].join('\n');
    expect(problems(text)).toEqual([
      [1, 'zero'],
      [2, 'no_code'],
      [3, 'no_number'],
      [4, 'too_many'],
      [5, 'shortened'],
      [6, 'long_note'],
      [7, 'zero'],
      [9, 'no_code'],
    ]);
    expect(read(text)).toEqual([['F', 2]]);
  });

  it('a first line without column names is not a header; it is left out and reported', () => {
    expect(problems('Our stock\tMonday\nA\t5')).toEqual([[1, 'no_number']]);
    expect(read('Our stock\tMonday\nA\t5')).toEqual([['A', 5]]);
  });

  it('any pasted text: no line is reported twice, every entry is valid, and nothing throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const { entries, unread } = readStockSheet(text);
        const lines = [...entries, ...unread].map(({ line }) => line);
        expect(new Set(lines).size).toBe(lines.length);
        for (const { code, delta, note } of entries) {
          expect(code).not.toBe('');
          expect(Number.isSafeInteger(delta) && delta !== 0 && Math.abs(delta) <= 1_000_000).toBe(true);
          expect(note).not.toBe('');
        }
      }),
    );
  });
});
