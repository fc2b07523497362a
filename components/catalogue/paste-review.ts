import { availabilityRank } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { MatchedItem, PastedLine } from '@/lib/catalogue/message-match';
import { parseAmount } from '@/lib/shared/numbers/money';

/**
 * A row of the review: the item that was read, and the merchant's choice. `choice` is a variant's id or one of the
 * listed words.
 */
export type ReviewRow = {
  item: MatchedItem;
  choice: string | 'undecided' | 'custom' | 'leave_out';
  /** The quantity as typed. */
  quantity: string;
};

/** Maximum length of the name in an order line (platform: Limits). */
const nameLengthMax = 255;
const quantityMax = 1_000_000;

/**
 * Returns the initial row of an item. A sure match is chosen, several candidates stay undecided, and text without a
 * match is a custom line or is left out.
 */
export function reviewRow(item: MatchedItem): ReviewRow {
  const quantity = String(item.quantity);
  if (item.code === 'none') return { item, choice: item.isQuantitySaid ? 'custom' : 'leave_out', quantity };
  const [{ hit }] = item.candidates;
  // A variant that is no longer offered may be the right match, but it cannot be sold without a decision.
  const isSure = item.code === 'hit' && availabilityRank(hit) < 2;
  return { item, choice: isSure ? hit.variantId : 'undecided', quantity };
}

/** Returns the chosen variant; null if no variant is chosen. */
export function chosenHit({ item, choice }: ReviewRow): CatalogueHit | null {
  return item.candidates.find(({ hit }) => hit.variantId === choice)?.hit ?? null;
}

/** Changes the choice. The quantity becomes that of the new pack, unless the merchant typed a quantity. */
export function withChoice(row: ReviewRow, choice: string): ReviewRow {
  const ofChoice = (one: string) =>
    row.item.candidates.find(({ hit }) => hit.variantId === one)?.quantity ?? row.item.quantity;
  const isTyped = row.quantity !== String(ofChoice(row.choice));
  return { ...row, choice, quantity: isTyped ? row.quantity : String(ofChoice(choice)) };
}

/** Returns the quantity, 1 to 1,000,000; null while the text is not valid. */
export function quantityOf({ quantity }: ReviewRow): number | null {
  const parsed = parseAmount(quantity, 0);
  return parsed.ok && parsed.amountMinor >= 1 && parsed.amountMinor <= quantityMax
    ? parsed.amountMinor
    : null;
}

/** Whether the row is left out or has a choice and a valid quantity. */
export function isDecided(row: ReviewRow): boolean {
  return row.choice === 'leave_out' || (row.choice !== 'undecided' && quantityOf(row) !== null);
}

/** Returns the order lines of the decided rows. */
export function linesOfReview(rows: readonly ReviewRow[]): PastedLine[] {
  return rows.flatMap((row) => {
    const quantity = quantityOf(row);
    if (!isDecided(row) || row.choice === 'leave_out' || quantity === null) return [];
    const hit = chosenHit(row);
    const name = hit ? [hit.productName, hit.variantName].filter(Boolean).join(' - ') : row.item.text;
    return [{ hit, name: name.slice(0, nameLengthMax), quantity }];
  });
}
