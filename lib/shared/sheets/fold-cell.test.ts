import { describe, expect, it } from 'vitest';
import { foldCell, isComparable } from '@/lib/shared/sheets/fold-cell';

describe('a cell of a sheet', () => {
  it.each([
    ['#١٠٤٢', '#1042'],
    ['الإجمالي', 'الاجمالي'],
    ['﷼', 'ریال'],
    ['7'.repeat(200), '7'.repeat(200)],
  ])('with up to 200 characters is folded: %s', (cell, folded) => {
    expect(isComparable(cell)).toBe(true);
    expect(foldCell(cell)).toBe(folded);
  });

  it.each([
    ['too long', '7'.repeat(201)],
    ['too long after folding', `1${'\ufdfa'.repeat(100)}`],
  ])('that is %s is not compared', (_, cell) => {
    expect(isComparable(cell)).toBe(false);
    expect(foldCell(cell)).toBe('');
  });
});
