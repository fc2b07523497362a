import { availabilityRank } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { MatchedItem, PastedLine } from '@/lib/catalogue/message-match';
import { parseAmount } from '@/lib/shared/numbers/money';
import { cutText } from '@/lib/shared/text/cut-text';

/**
 * Row of the review of a pasted message: one item that was found in the message, and what the merchant chose for it.
 * `choice` is the id of a variant, or one of `undecided`, `custom` (a custom line) and `leave_out`.
 */
export type ReviewRow = {
  item: MatchedItem;
  choice: string | 'undecided' | 'custom' | 'leave_out';
  /** Quantity, as the text that the merchant typed. */
  quantity: string;
};

/** Maximum number of characters in the name of an order line (platform: Limits). */
const nameLengthMax = 255;
const quantityMax = 1_000_000;

/**
 * Returns the initial row for an item of the message. If exactly one variant matches, that variant is chosen. If
 * several variants match, the merchant has to decide. A text without a match becomes a custom line if it names a
 * quantity. A text without a match and without a quantity is left out.
 */
export function reviewRow(item: MatchedItem): ReviewRow {
  const quantity = String(item.quantity);
  if (item.code === 'none') return { item, choice: item.isQuantitySaid ? 'custom' : 'leave_out', quantity };
  const [{ hit }] = item.candidates;
  // If the only matching variant is no longer offered, it is not chosen automatically. The merchant then
  // decides whether to sell it.
  const isSure = item.code === 'hit' && availabilityRank(hit) < 2;
  return { item, choice: isSure ? hit.variantId : 'undecided', quantity };
}

/** Returns the variant that is chosen in a row of the review; null if no variant is chosen. */
export function chosenHit({ item, choice }: ReviewRow): CatalogueHit | null {
  return item.candidates.find(({ hit }) => hit.variantId === choice)?.hit ?? null;
}

/**
 * Changes the choice of a variant in a row. A quantity that the merchant has typed stays. If the merchant typed none,
 * the row gets the quantity that fits the new variant (for example, its pack size).
 */
export function withChoice(row: ReviewRow, choice: string): ReviewRow {
  const ofChoice = (one: string) =>
    row.item.candidates.find(({ hit }) => hit.variantId === one)?.quantity ?? row.item.quantity;
  const isTyped = row.quantity !== String(ofChoice(row.choice));
  return { ...row, choice, quantity: isTyped ? row.quantity : String(ofChoice(choice)) };
}

/** Returns the quantity of a row as a number. Returns null if the typed text is not a number from 1 to 1,000,000. */
export function quantityOf({ quantity }: ReviewRow): number | null {
  const parsed = parseAmount(quantity, 0);
  return parsed.ok && parsed.amountMinor >= 1 && parsed.amountMinor <= quantityMax
    ? parsed.amountMinor
    : null;
}

/**
 * True if the merchant has decided about the item of the row. Either the item is left out, or the row has a choice and
 * a valid quantity.
 */
export function isDecided(row: ReviewRow): boolean {
  return row.choice === 'leave_out' || (row.choice !== 'undecided' && quantityOf(row) !== null);
}

/**
 * Returns the order lines of the items that the user has reviewed in a pasted message. A row gives no line if the user
 * left it out, has not chosen a product, or has not entered a valid quantity. `priceOf` returns the price that the user
 * accepted for a row.
 */
export function linesOfReview(
  rows: readonly ReviewRow[],
  priceOf: (row: number) => string | null = () => null,
): PastedLine[] {
  return rows.flatMap((row, n) => {
    const quantity = quantityOf(row);
    if (!isDecided(row) || row.choice === 'leave_out' || quantity === null) return [];
    const hit = chosenHit(row);
    const name = hit ? [hit.productName, hit.variantName].filter(Boolean).join(' - ') : row.item.text;
    return [{ hit, name: cutText(name, nameLengthMax), quantity, price: priceOf(n) }];
  });
}
