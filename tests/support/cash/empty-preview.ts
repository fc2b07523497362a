import type { SheetPreview } from '@/lib/cash/sheet/sheet-commands';

/** The preview of a remittance sheet without lines. The tests that render a preview add what they need. */
export const emptyPreview: SheetPreview = {
  code: 'preview',
  seen: '',
  sheet: {
    columns: { tracking: null, order: 0, amount: 1, currency: null },
    columnNames: ['Order', 'Amount'],
    hasHeader: true,
    mark: null,
  },
  classes: [],
  rows: [],
  missing: { count: 0, sums: [], orders: [] },
  carriers: [],
  carrierId: null,
  day: '2026-11-30',
  postedBefore: null,
};
