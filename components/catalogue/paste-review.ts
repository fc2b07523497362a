import { availabilityRank } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { MatchedItem, PastedLine } from '@/lib/catalogue/message-match';
import { parseAmount } from '@/lib/shared/numbers/money';

/** A row of the review: what was read, and what is to become of it. `choice` is a variant's id, or one of these. */
export type ReviewRow = {
  item: MatchedItem;
  choice: string | 'undecided' | 'custom' | 'leave_out';
  /** As typed. */
  quantity: string;
};

/** A name no longer than a line of an order may have (platform: Limits). */
const nameLengthMax = 255;
const quantityMax = 1_000_000;

/** As the review begins: what is sure is chosen, what is open waits, what is no line is left out. */
export function reviewRow(item: MatchedItem): ReviewRow {
  const quantity = String(item.quantity);
  if (item.code === 'none') return { item, choice: item.isQuantitySaid ? 'custom' : 'leave_out', quantity };
  const [{ hit }] = item.candidates;
  // What is not offered any more may be what was meant, and can't simply be sold.
  const isSure = item.code === 'hit' && availabilityRank(hit) < 2;
  return { item, choice: isSure ? hit.variantId : 'undecided', quantity };
}

/** The variant that is chosen, if one is. */
export function chosenHit({ item, choice }: ReviewRow): CatalogueHit | null {
  return item.candidates.find(({ hit }) => hit.variantId === choice)?.hit ?? null;
}

/** Another choice; how many goes with the pack, unless it was typed. */
export function withChoice(row: ReviewRow, choice: string): ReviewRow {
  const ofChoice = (one: string) =>
    row.item.candidates.find(({ hit }) => hit.variantId === one)?.quantity ?? row.item.quantity;
  const isTyped = row.quantity !== String(ofChoice(row.choice));
  return { ...row, choice, quantity: isTyped ? row.quantity : String(ofChoice(choice)) };
}

/** 1 to 1,000,000; null while it is none. */
export function quantityOf({ quantity }: ReviewRow): number | null {
  const parsed = parseAmount(quantity, 0);
  return parsed.ok && parsed.amountMinor >= 1 && parsed.amountMinor <= quantityMax
    ? parsed.amountMinor
    : null;
}

/** Whether it can be added, or is left out. */
export function isDecided(row: ReviewRow): boolean {
  return row.choice === 'leave_out' || (row.choice !== 'undecided' && quantityOf(row) !== null);
}

/** The lines of what is decided. */
export function linesOfReview(rows: readonly ReviewRow[]): PastedLine[] {
  return rows.flatMap((row) => {
    const quantity = quantityOf(row);
    if (!isDecided(row) || row.choice === 'leave_out' || quantity === null) return [];
    const hit = chosenHit(row);
    const name = hit ? [hit.productName, hit.variantName].filter(Boolean).join(' - ') : row.item.text;
    return [{ hit, name: name.slice(0, nameLengthMax), quantity }];
  });
}
