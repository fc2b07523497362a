import type { MoveReason, StockEntry, StockSheetMatch } from '@/lib/inventory/movement-queries';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { locationProblem, type MoveProblem } from '@/components/products/ledger/move-draft';
import type { StockSheet } from './read-stock-sheet';

/** What is asked for with a sheet: the same place and reason for all of it. */
export type SheetRequest = { entries: StockSheet['entries']; location: string; reason: MoveReason };

export type SheetProblem = {
  sheet?: 'nothing' | 'too_many' | 'too_long';
  location?: NonNullable<MoveProblem['location']>;
};

/** What a server action takes (next.config.ts) without what else is sent with it. */
const bytesMax = 64_500;
/** How long an id of the platform is taken to be before it is known. */
const anyId = 'x'.repeat(28);

/** What is meant, or what is wrong with it; nothing is ever left out by itself. */
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

/** Whether an action takes so much. */
export const fits = (sent: object): boolean =>
  new TextEncoder().encode(JSON.stringify(sent)).length <= bytesMax;

/** What is matched. Notes have no part in it. */
export const linesOf = (entries: SheetRequest['entries']): StockEntry[] =>
  entries.map(({ line, code, delta }) => ({ line, code, delta }));

const targetOf = (variantId: string, delta: number, note: string | null | undefined) => ({
  variantId,
  delta,
  ...(note && { note }),
});

/** What starts the run: the very variants that were shown, so that nothing else can be meant meanwhile. */
export function startOf({ entries, location, reason }: SheetRequest, { rows }: StockSheetMatch) {
  const notes = new Map(entries.map(({ line, note }) => [line, note]));
  const targets = rows.flatMap(({ line, verdict, variantId, delta }) => {
    return verdict === 'ok' && variantId !== null ? [targetOf(variantId, delta, notes.get(line))] : [];
  });
  return { ask: { kind: 'adjust_stock', input: { location_id: location, reason }, targets } };
}
