import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import { type MessageItem, messageItemsMax } from '@/lib/catalogue/read-message';
import { wordLikeness } from '@/lib/catalogue/word-likeness';
import { foldText } from '@/lib/shared/fold-text';

/**
 * Minimum likeness at which a complete word of the message counts as a word of the catalogue. Such a word is not split.
 */
const sameMin = 0.9;
/**
 * Minimum likeness at which the rest of a word counts as a word of the catalogue. The rest is the word
 * without its first letter, the Arabic "and" (و).
 */
const alikeMin = 0.7;

/**
 * Splits items of a message at an Arabic "and" (و) that is joined to the next word ("زعتر وصابون غار"). An item is
 * split only if the catalogue contains the word without the "and" and does not contain the complete word. For example,
 * وشاح (a scarf) is one word and is not split.
 */
export function splitJoined(items: readonly MessageItem[], hits: readonly CatalogueHit[]): MessageItem[] {
  const known = [...new Set(hits.flatMap(({ productName }) => foldText(productName).split(' ')))];
  const knows = (word: string, least: number) => known.some((name) => wordLikeness(word, name) >= least);
  return items
    .flatMap((item) => {
      const parts: MessageItem['words'][] = [[]];
      for (const word of item.words) {
        const rest = word.folded.slice(1);
        const isAnd = word.mayJoin && !knows(word.folded, sameMin) && knows(rest, alikeMin);
        if (isAnd) parts.push([{ folded: rest, raw: word.raw.slice(1), mayJoin: false }]);
        else parts.at(-1)?.push(word);
      }
      const named = parts.filter((words) => words.length > 0);
      const saidOf = item.isCountAfter ? named.length - 1 : 0;
      return named.map((words, n) => partOf(item, words, n === saidOf));
    })
    .slice(0, messageItemsMax);
}

/**
 * Makes an item from one part of a split item. If `isSaidOf` is true, the part gets the quantity, measure and price of
 * the original item. If it is false, the part has the quantity 1.
 */
function partOf(item: MessageItem, words: MessageItem['words'], isSaidOf: boolean): MessageItem {
  const name = words.map(({ raw }) => raw).join(' ');
  return isSaidOf
    ? { ...item, name, words }
    : { ...item, name, words, quantity: 1, isQuantitySaid: false, measure: null, price: null };
}
