import { describe, expect, it } from 'vitest';
import { readRemittanceSheet } from '@/lib/cash/sheet/remittance-sheet';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

describe('the empty field for a remittance sheet', () => {
  it.each([
    ['Arabic', ar],
    ['English', en],
  ])('shows an example that the app can read: %s', (_, { cashSheet }) => {
    const { rows } = readRemittanceSheet(cashSheet.example, { columns: null, mark: null });
    expect(rows.map(({ kind, tracking, amount }) => [kind, tracking, amount.ok && amount.digits])).toEqual([
      ['heading', expect.any(String), false],
      ['entry', 'SY-88123', 182_000n],
      ['entry', 'SY-88124', 356_000n],
    ]);
  });
});
