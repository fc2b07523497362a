import { z } from 'zod';
import type { BulkRefusal } from '@/lib/operations/bulk/bulk-run';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { InstallId } from '@/lib/shared/ids';
import { Text } from '@/lib/shared/text/text';

/**
 * Stock of a variant, as screens show it; the same shape as in lib/catalogue/product-view. Stock that is hidden or
 * unknown is never shown as zero.
 */
type Stock = { code: 'known'; quantity: number } | { code: 'hidden' } | { code: 'unknown' };

/** One line of a stock sheet after parsing: the code of a variant, and the change of its stock in pieces. */
const Entry = z.object({
  line: z.int().min(1),
  code: Text.trim().min(1).max(128),
  delta: z.int().min(-1_000_000).max(1_000_000),
});
export type StockEntry = z.infer<typeof Entry>;

/** Input of the action that previews a stock sheet, parsed from the pasted text. The action records nothing. */
export const MatchStockSheetCommand = z.object({
  installId: InstallId,
  entries: z.array(Entry).min(1).max(bulkTargetsMax),
});
export type MatchStockSheetCommand = z.infer<typeof MatchStockSheetCommand>;

/**
 * Result of matching one line of a stock sheet. ok: one variant has this code or id. unknown: no variant has it.
 * several: more than one variant has it.
 */
export type StockVerdict = 'ok' | 'unknown' | 'several';

/** A line of a stock sheet and the result of matching it with a variant. */
export type StockSheetRow = StockEntry & {
  verdict: StockVerdict;
  variantId: string | null;
  name: string | null;
  sku: string | null;
  /**
   * `before`: stock before this line, after all lines above it. `after`: stock after this line, if nothing is sold
   * meanwhile.
   */
  before: Stock;
  after: Stock;
  /**
   * Numbers of the other lines of the sheet with the same variant. Every line counts, and each is sent as a stock
   * movement of its own.
   */
  alsoOn: number[];
};

/**
 * Preview of a stock sheet. `minutes` is how long the bulk run will take within the request budget. `isWhole` is true
 * if the mirror has read every product once.
 */
export type StockSheetMatch = {
  code: 'matched';
  status: 200;
  rows: StockSheetRow[];
  minutes: number;
  isWhole: boolean;
};

/** Outcome of the action that previews a stock sheet: the preview or a refusal. */
export type StockSheetMatchOutcome =
  | StockSheetMatch
  | BulkRefusal
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 };
