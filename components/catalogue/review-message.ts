import type { ChatDetails } from '@/lib/catalogue/details/chat-details';
import { isPartOfDetails } from '@/lib/catalogue/details/part-of-details';
import { readDetails } from '@/lib/catalogue/details/read-details';
import type { MatchedItem } from '@/lib/catalogue/message-match';
import { type ReviewRow, reviewRow } from './paste-review';

/**
 * Makes the review of a message: the rows of its items, and the details of the customer. `itemRows` lists the indexes
 * of the rows that can have a price. Some text gets no row: text that matches nothing in the catalogue and is part of
 * the name, the address or the phone number.
 */
export function reviewMessage(
  text: string,
  items: readonly MatchedItem[],
): { rows: ReviewRow[]; itemRows: number[]; details: ChatDetails } {
  const known = items.filter(({ code }) => code !== 'none');
  const customer = readDetails(text, known);
  const rows = items
    .filter((item) => item.code !== 'none' || !isPartOfDetails(item.text, customer))
    .map(reviewRow);
  const itemRows = rows.flatMap(({ choice }, row) => (choice === 'leave_out' ? [] : [row]));
  const details = readDetails(
    text,
    itemRows.flatMap((row) => rows[row]?.item ?? []),
  );
  return { rows, itemRows, details };
}
