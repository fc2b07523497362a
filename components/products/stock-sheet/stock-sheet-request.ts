import type { MoveReason, StockEntry, StockRequest, StockSheetMatch } from '@/lib/inventory/movement-queries';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { locationProblem, type MoveProblem } from '@/components/products/ledger/move-draft';
import type { StockSheet } from './read-stock-sheet';

/** Stock changes from a pasted sheet. One location and one reason apply to all lines. */
export type SheetRequest = { entries: StockSheet['entries']; location: string; reason: MoveReason };

export type SheetProblem = {
  sheet?: 'nothing' | 'too_many' | 'too_long';
  location?: NonNullable<MoveProblem['location']>;
};

/**
 * Maximum size of the lines in a request, in bytes. It is the body limit of a server action (next.config.ts), minus the
 * size of everything else in the request.
 */
const bytesMax = 64_500;
/**
 * Placeholder with the length of a platform id. It stands for the ids of the variants, which are not known when the
 * size of the request is estimated.
 */
const anyId = 'x'.repeat(28);

/**
 * Builds the request for a pasted stock sheet, or returns the problems of the sheet. A sheet with too many lines is
 * refused as a whole, so that no line is silently left out.
 */
export function requestOf(
  { entries, unread }: StockSheet,
  { location, reason }: Omit<SheetRequest, 'entries'>,
): { ok: true; request: SheetRequest } | { ok: false; problem: SheetProblem } {
  const place = location.trim();
  const wrongPlace = locationProblem(place);
  const wrongSheet = sheetProblem(entries, entries.length + unread.length);
  if (wrongSheet || wrongPlace)
    return {
      ok: false,
      problem: { ...(wrongSheet && { sheet: wrongSheet }), ...(wrongPlace && { location: wrongPlace }) },
    };
  return { ok: true, request: { entries, location: place, reason } };
}

function sheetProblem(entries: SheetRequest['entries'], lines: number): SheetProblem['sheet'] {
  if (entries.length === 0) return 'nothing';
  if (lines > bulkTargetsMax) return 'too_many';
  const targets = entries.map(({ delta, note }) => targetOf(anyId, delta, note));
  return fits(linesOf(entries)) && fits(targets) ? undefined : 'too_long';
}

/** Returns true if the value, as JSON, fits into the body limit of a server action. */
export const fits = (sent: object): boolean =>
  new TextEncoder().encode(JSON.stringify(sent)).length <= bytesMax;

/**
 * Returns the lines that are sent to the server to find their variants. The notes are left out, because the server does
 * not need them to find a variant.
 */
export const linesOf = (entries: SheetRequest['entries']): StockEntry[] =>
  entries.map(({ line, code, delta }) => ({ line, code, delta }));

/**
 * Returns the codes of the lines that are left out, so that the preview can name their variants. The result is empty if
 * the codes and the lines do not fit into one request.
 */
export function unreadCodesOf({ entries, unread }: StockSheet): string[] {
  const codes = [...new Set(unread.flatMap(({ code }) => code ?? []))];
  return fits({ entries: linesOf(entries), codes }) ? codes : [];
}

const targetOf = (variantId: string, delta: number, note: string | null | undefined) => ({
  variantId,
  delta,
  ...(note && { note }),
});

/**
 * Builds the command that starts the bulk run. The command contains the ids of the variants that the preview showed. If
 * a SKU or barcode changes after the preview, the run still uses these variants.
 */
export function startOf(
  { entries, location, reason }: SheetRequest,
  { rows }: StockSheetMatch,
): { request: StockRequest } {
  const notes = new Map(entries.map(({ line, note }) => [line, note]));
  const targets = rows.flatMap(({ line, verdict, variantId, delta }) => {
    return verdict === 'ok' && variantId !== null ? [targetOf(variantId, delta, notes.get(line))] : [];
  });
  return { request: { kind: 'adjust_stock', input: { location_id: location, reason }, targets } };
}
