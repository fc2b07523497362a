import { foldText } from '@/lib/shared/fold-text';

/**
 * Returns the rank of an order that a search has found: 0 if its number begins with the search text, 1 if its number
 * contains the text, and 2 if only an item, a tag or a tracking number matches. A "#" before the number is ignored.
 * `folded` is the search text, as foldText returns it.
 */
export function rankByNumber(orderNumber: string, folded: string): 0 | 1 | 2 {
  const place = foldText(orderNumber).replace(/^#/, '').indexOf(folded.replace(/^#/, ''));
  return place === 0 ? 0 : place > 0 ? 1 : 2;
}
