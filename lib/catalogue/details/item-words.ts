import type { ChatItem } from '@/lib/catalogue/details/chat-details';
import { wordsOf } from '@/lib/catalogue/details/detail-words';
import { isCounter, measureOfWord } from '@/lib/catalogue/message-words';

/**
 * Returns the stem of a word. The article is removed, together with an "and", "by" or "for" before it, because Arabic
 * writes all of them as one word. Plural and feminine endings are removed too.
 */
const stemOfItem = (folded: string) =>
  folded.replace(/^[وف]?(?:[بكل]?ال|لل)(?=\p{L}{3})/u, '').replace(/(?:ات|ه|ين|s)$/u, '');

/**
 * Returns a function that returns the indexes of the items that a word can name. The word must be folded (simplified by
 * foldText).
 */
export function itemsOfWord(items: readonly ChatItem[]): (folded: string) => number[] {
  const stems = items.map(({ text }) =>
    wordsOf(text).flatMap(({ folded }) =>
      folded.length > 2 && !/\d/.test(folded) && !isCounter(folded) && measureOfWord(folded) === undefined
        ? [stemOfItem(folded)]
        : [],
    ),
  );
  return (folded) => {
    if (folded.length < 3 || /\d/.test(folded)) return [];
    const forms = [folded, folded.replace(/^[وبل](?=\p{L}{3})/u, '')].map(stemOfItem);
    return stems.flatMap((own, item) => (own.some((stem) => forms.includes(stem)) ? [item] : []));
  };
}
