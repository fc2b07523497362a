import type { ReadSheetCommand, SheetPreview } from '@/lib/cash/sheet/sheet-commands';

/**
 * The carrier, date, columns and decimal mark that the user chose for a remittance sheet. If a value is null, the
 * server reads it from the sheet.
 */
export type SheetChoices = Omit<ReadSheetCommand, 'text' | 'full'>;

export const nothingChosen: SheetChoices = { columns: null, mark: null, carrierId: null, day: null };

/**
 * What the user entered for a remittance sheet: the text, the choices and the lines with accepted amounts. `seen` is
 * the hash of the preview in which the user accepted these lines; null if no line was accepted.
 */
export type SheetInput = { text: string; choices: SheetChoices; seen: string | null; accepted: number[] };

export const emptyInput: SheetInput = { text: '', choices: nothingChosen, seen: null, accepted: [] };

/**
 * Returns the lines with accepted amounts. `seen` is a hash of the results of all lines. Accepted lines do not count
 * if the server has found other results since then, for example because an order was paid.
 */
export function acceptedIn(
  { seen, accepted }: SheetInput,
  preview: Pick<SheetPreview, 'seen'> | null,
): ReadonlySet<number> {
  return new Set(preview !== null && preview.seen === seen ? accepted : []);
}

/** Returns the input of a saved copy. Returns null if the copy cannot be read. */
export function restoreSheetInput(saved: unknown): SheetInput | null {
  return isSheetInput(saved) ? saved : null;
}

function isSheetInput(value: unknown): value is SheetInput {
  if (typeof value !== 'object' || value === null) return false;
  if (!('text' in value) || !('choices' in value) || !('seen' in value) || !('accepted' in value))
    return false;
  return typeof value.text === 'string' && typeof value.choices === 'object' && Array.isArray(value.accepted);
}
