import { z } from 'zod';
import type { BulkRefusal } from '@/lib/operations/bulk/bulk-run';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import type { Busy } from '@/lib/system/http/costly-actions';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';

/**
 * Stock of a variant, as screens show it. The type is the same as StockView in lib/catalogue/product-view.ts. Stock
 * that is hidden or unknown must never be shown as zero.
 */
type Stock = { code: 'known'; quantity: number } | { code: 'hidden' } | { code: 'unknown' };

/** One parsed line of a stock sheet: the code of a variant, and the change of its stock in pieces. */
const Entry = z.object({
  line: z.int().min(1),
  code: Text.trim().min(1).max(128),
  delta: z.int().min(-1_000_000).max(1_000_000),
});
export type StockEntry = z.infer<typeof Entry>;

/**
 * Input of the action that makes a preview of a stock sheet. `entries` are the parsed lines of the pasted text.
 * `unreadCodes` are the codes of lines that are left out; a page of an earlier release does not send them. Nothing is
 * recorded.
 */
export const MatchStockSheetCommand = z.object({
  installId: InstallId,
  entries: z.array(Entry).min(1).max(bulkTargetsMax),
  unreadCodes: z.array(Entry.shape.code).max(bulkTargetsMax).optional(),
});
export type MatchStockSheetCommand = z.infer<typeof MatchStockSheetCommand>;

/**
 * Result for one line of a stock sheet.
 *
 * - `ok`: exactly one variant has the code or id of the line.
 * - `unknown`: no variant has this code or id.
 * - `several`: more than one variant has this code or id.
 */
export type StockVerdict = 'ok' | 'unknown' | 'several';

/** A line of a stock sheet and the variant that was found for it. */
export type StockSheetRow = StockEntry & {
  verdict: StockVerdict;
  variantId: string | null;
  name: string | null;
  sku: string | null;
  /**
   * `before`: stock of the variant after all earlier lines of the sheet. `after`: stock after this line, if no piece is
   * sold until then.
   */
  before: Stock;
  after: Stock;
  /**
   * Numbers of all other lines of the sheet that have the same variant. Each line is sent as a separate stock movement.
   */
  alsoOn: number[];
};

/**
 * Preview of a stock sheet. `minutes`: the estimated time of the bulk run, because the request budget allows only some
 * writes per minute. `isWhole`: the app has read all products of the store. If `isWhole` is false, a variant may be
 * missing in the preview. `unreadNames`: pairs of a code in `unreadCodes` and the name of its only variant; absent in a
 * response of an earlier release.
 */
export type StockSheetMatch = {
  code: 'matched';
  status: 200;
  rows: StockSheetRow[];
  minutes: number;
  isWhole: boolean;
  unreadNames?: [code: string, name: string][];
};

/** Result of the action that makes a preview of a stock sheet. */
export type StockSheetMatchOutcome =
  | StockSheetMatch
  | BulkRefusal
  | Busy
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 };
