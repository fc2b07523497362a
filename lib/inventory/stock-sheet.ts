import { z } from 'zod';
import type { BulkRefusal } from '@/lib/operations/bulk/bulk-run';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { InstallId } from '@/lib/shared/ids';

/** Stock of a variant as it may be shown (as lib/catalogue/product-view has it): never zero for what is not known. */
type Stock = { code: 'known'; quantity: number } | { code: 'hidden' } | { code: 'unknown' };

/** A line of a stock sheet as it was read: which variant, and how many more or fewer. */
const Entry = z.object({
  line: z.int().min(1),
  code: z.string().trim().min(1).max(128),
  delta: z.int().min(-1_000_000).max(1_000_000),
});
export type StockEntry = z.infer<typeof Entry>;

/** A sheet as it was read from what was pasted. Nothing of it is recorded. */
export const MatchStockSheetCommand = z.object({
  installId: InstallId,
  entries: z.array(Entry).min(1).max(bulkTargetsMax),
});
export type MatchStockSheetCommand = z.infer<typeof MatchStockSheetCommand>;

/** unknown: no variant has this code or id; several: more than one has. */
export type StockVerdict = 'ok' | 'unknown' | 'several';

/** A line of the sheet and what would come of it. */
export type StockSheetRow = StockEntry & {
  verdict: StockVerdict;
  variantId: string | null;
  name: string | null;
  sku: string | null;
  /** What there is before this line, those above it counted in; and after it, if nothing is sold meanwhile. */
  before: Stock;
  after: Stock;
  /** Other lines about the same variant: all of them count, each as a movement of its own. */
  alsoOn: number[];
};

/** What a preview shows; minutes at the pace of the budget. isWhole: every product has been read once. */
export type StockSheetMatch = {
  code: 'matched';
  status: 200;
  rows: StockSheetRow[];
  minutes: number;
  isWhole: boolean;
};

/** The door of the action may have refused. */
export type StockSheetMatchOutcome =
  | StockSheetMatch
  | BulkRefusal
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 };
