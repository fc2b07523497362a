import type { MoveReason, StockEntry, StockRequest, StockSheetMatch } from '@/lib/inventory/movement-queries';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { locationProblem, type MoveProblem } from '@/components/products/ledger/move-draft';
import type { StockSheet } from './read-stock-sheet';

/** A bulk stock change from a sheet. All lines have the same location and reason. */
export type SheetRequest = { entries: StockSheet['entries']; location: string; reason: MoveReason };

export type SheetProblem = {
  sheet?: 'nothing' | 'too_many' | 'too_long';
  location?: NonNullable<MoveProblem['location']>;
};

/** Body limit of a server action (next.config.ts), minus the data that is sent besides the sheet. */
const bytesMax = 64_500;
/** Assumed length of a platform id, used until the real id is known. */
const anyId = 'x'.repeat(28);

/** Returns the request for the sheet, or its problems. No line is left out silently. */
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

/** Returns whether the value fits into the body limit of a server action. */
export const fits = (sent: object): boolean =>
  new TextEncoder().encode(JSON.stringify(sent)).length <= bytesMax;

/** Lines to match with variants. Notes are not needed for the match. */
export const linesOf = (entries: SheetRequest['entries']): StockEntry[] =>
  entries.map(({ line, code, delta }) => ({ line, code, delta }));

const targetOf = (variantId: string, delta: number, note: string | null | undefined) => ({
  variantId,
  delta,
  ...(note && { note }),
});

/**
 * Command that starts the bulk run. It names the exact variants that were shown, so a later change of codes has no
 * effect.
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
