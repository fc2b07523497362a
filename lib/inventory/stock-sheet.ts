import { z } from 'zod';
import type { BulkRefusal } from '@/lib/operations/bulk/bulk-run';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { InstallId } from '@/lib/shared/ids';
import { Text } from '@/lib/shared/text/text';

/** Stock of a variant to show, in the shape of lib/catalogue/product-view. Stock that is not known is never zero. */
type Stock = { code: 'known'; quantity: number } | { code: 'hidden' } | { code: 'unknown' };

/** A parsed line of a stock sheet: the code of a variant, and the change in pieces. */
const Entry = z.object({
  line: z.int().min(1),
  code: Text.trim().min(1).max(128),
  delta: z.int().min(-1_000_000).max(1_000_000),
});
export type StockEntry = z.infer<typeof Entry>;

/** Input of the action: a sheet parsed from pasted text. Nothing of it is recorded. */
export const MatchStockSheetCommand = z.object({
  installId: InstallId,
  entries: z.array(Entry).min(1).max(bulkTargetsMax),
});
export type MatchStockSheetCommand = z.infer<typeof MatchStockSheetCommand>;

/** unknown: no variant has this code or id; several: more than one variant has it. */
export type StockVerdict = 'ok' | 'unknown' | 'several';

/** A line of the sheet and its result. */
export type StockSheetRow = StockEntry & {
  verdict: StockVerdict;
  variantId: string | null;
  name: string | null;
  sku: string | null;
  /** Stock before this line, with the lines above it included, and stock after it if nothing is sold meanwhile. */
  before: Stock;
  after: Stock;
  /** Other lines of the same variant. All lines count, and each is sent as its own movement. */
  alsoOn: number[];
};

/**
 * The preview of a sheet. `minutes` is the duration at the pace of the budget. isWhole: every product has been read
 * once.
 */
export type StockSheetMatch = {
  code: 'matched';
  status: 200;
  rows: StockSheetRow[];
  minutes: number;
  isWhole: boolean;
};

/** The preview, or a refusal by the access check of the action. */
export type StockSheetMatchOutcome =
  | StockSheetMatch
  | BulkRefusal
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 };
