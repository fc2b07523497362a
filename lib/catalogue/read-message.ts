import { countAt, type Measure, measureAt, numberText, priceAt } from '@/lib/catalogue/message-readings';
import { linesOf, type Token, tokensOf } from '@/lib/catalogue/message-tokens';
import {
  isAside,
  isCounter,
  isCountMark,
  isJoiner,
  isNoise,
  measureOfWord,
  numberOfWord,
  partOfWord,
  sizeOfWord,
} from '@/lib/catalogue/message-words';
import { cutText } from '@/lib/shared/text/cut-text';

/** One item that a customer requests in a message. The item is read from the message only, without the catalogue. */
export type MessageItem = {
  /** Name of the requested product as it is written, without greetings, quantity and price. */
  name: string;
  /**
   * Words of the product name, in the sequence of the message. `folded` is the simplified form in which texts are
   * compared. `mayJoin`: the word may begin with the Arabic "and" ("وصابون").
   */
  words: { folded: string; raw: string; mayJoin: boolean }[];
  /** Requested quantity; 1 if the message gives none. */
  quantity: number;
  isQuantitySaid: boolean;
  /**
   * Requested weight or volume, such as "2 kilos"; null if the message gives none. The customer may mean one pack of
   * this size, or several smaller packs.
   */
  measure: Measure | null;
  /**
   * True if the quantity is written after the product name. The place of the quantity matters if the item is
   * later split into several products. A quantity after the names belongs to the last product, and a quantity
   * before the names belongs to the first product.
   */
  isCountAfter: boolean;
  /** Price next to the product name, as it is written; null if there is none. The price is only a hint for the user. */
  price: string | null;
};

/** Maximum number of items that are read from one message. */
export const messageItemsMax = 30;
/**
 * Limits of the words that are compared with the catalogue: words per item, and characters per word. No product name
 * needs more. The limits are needed because each word is compared with each word of all products that were found. In
 * addition, folding (foldText) can replace one character by 18 (U+FDFA).
 */
const itemWordsMax = 24;
const wordLengthMax = 32;

/**
 * Reads the requested items from a chat message. Quantities may be in words, or in Latin or Arabic digits. Greetings
 * and the text of a chat program are left out. Pure function: it does not use the catalogue.
 */
export function readMessage(text: string): MessageItem[] {
  const items: MessageItem[] = [];
  for (const piece of numberedLines(linesOf(text)).flatMap((line) => piecesOf(tokensOf(line)))) {
    const item = readPiece(piece);
    const before = items.at(-1);
    if (before && item.words.every(({ folded }) => sizeOfWord(folded))) addTo(before, item);
    else if (item.words.length > 0) items.push(item);
  }
  for (const item of items)
    item.words = item.words
      .slice(0, itemWordsMax)
      .map((word) => ({ ...word, folded: cutText(word.folded, wordLengthMax) }));
  return items.slice(0, messageItemsMax);
}

/**
 * Adds a quantity or size to an item if the customer wrote it after the item's name, in a separate piece.
 * Example: "Have you zaatar? I want 2".
 */
function addTo(before: MessageItem, more: MessageItem): void {
  before.words.push(...more.words);
  before.name = [before.name, more.name].filter(Boolean).join(' ');
  if (more.isQuantitySaid && !before.isQuantitySaid)
    Object.assign(before, { quantity: more.quantity, isQuantitySaid: true });
  before.measure ??= more.measure;
  before.price ??= more.price;
}

const numbering = /^\s*(\p{Nd}{1,2})\s*[-.)ـ]\s*(?=\S)/u;

/** Removes the line numbers of a numbered list (1, 2, 3 …), because they are not quantities. */
function numberedLines(lines: string[]): string[] {
  const heads = lines.map((line) => Number(numberText(numbering.exec(line)?.[1] ?? '') || Number.NaN));
  const isList =
    heads.filter((head) => head > 0).length > 1 &&
    heads.filter((head) => head > 0).every((head, n) => head === n + 1);
  return isList ? lines.map((line) => line.replace(numbering, '')) : lines;
}

/** Splits a line of a message into pieces. Each piece requests one item. */
function piecesOf(tokens: Token[]): Token[][] {
  return splitAt(withoutPrefixes(tokens), ({ kind, folded }) => kind === 'word' && isJoiner(folded))
    .flatMap((part) => withoutAsides(splitAt(part, ({ kind }) => kind === 'stop')))
    .flatMap(splitAtNumbers);
}

/**
 * Removes the pieces of a line that are about an address, a contact or a total. The pieces after them are
 * removed too, because an address may continue after a comma. If a later piece begins with a quantity, it is
 * a request and is not removed.
 */
function withoutAsides(pieces: Token[][]): Token[][] {
  let isAsideOn = false;
  return pieces.filter((piece) => {
    if (piece.some(({ kind, folded }) => kind === 'word' && isAside(folded))) isAsideOn = true;
    else if (countAt(piece, 0)) isAsideOn = false;
    return !isAsideOn;
  });
}

function splitAt(tokens: Token[], isEnd: (token: Token) => boolean): Token[][] {
  const pieces: Token[][] = [[]];
  for (const token of tokens)
    if (isEnd(token)) pieces.push([]);
    else pieces.at(-1)?.push(token);
  return pieces.filter((piece) => piece.length > 0);
}

/** Separates the Arabic "and" (و) from a known word after it, as in "وتلات", "وكيلو", "وبدي". */
function withoutPrefixes(tokens: Token[]): Token[] {
  const and: Token = { kind: 'word', raw: 'و', folded: 'و' };
  return tokens.flatMap((token, at) => {
    const { folded, raw, kind } = token;
    const rest = folded.slice(1);
    if (kind !== 'word' || !folded.startsWith('و') || folded === 'و' || isKnown(folded)) return [token];
    // "كيلو ونص" means one and a half kilos, so the "and" before "half" does not separate two items.
    if (partOfWord(rest) && measureOfWord(tokens[at - 1]?.folded ?? '')) return [token];
    return isKnown(rest) ? [and, { kind, raw: raw.slice(1), folded: rest }] : [token];
  });
}

function isKnown(word: string): boolean {
  return (
    [numberOfWord, partOfWord, measureOfWord].some((read) => read(word) !== undefined) ||
    [isNoise, isAside, isJoiner, isCounter, isCountMark].some((is) => is(word))
  );
}

/**
 * Splits a piece that has several quantities. If the piece begins with a quantity, each quantity belongs to the name
 * after it. If it begins with a name, each quantity belongs to the name before it.
 */
function splitAtNumbers(tokens: Token[]): Token[][] {
  const pieces: Token[][] = [[]];
  let isBefore: boolean | null = null;
  let counted = false;
  let named = false;
  const cut = () => {
    pieces.push([]);
    counted = false;
    named = false;
  };
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const taken = priceAt(tokens, at) || (measureAt(tokens, at)?.length ?? 0);
    const count = taken > 0 ? null : countAt(tokens, at);
    const length = taken || count?.length || 1;
    const isName =
      taken === 0 && !count && (token.kind === 'word' || token.kind === 'code') && !isFiller(tokens, at);
    if (count) isBefore ??= !named;
    if (count && counted && named && isBefore && !isCountMark(tokens[at - 1]?.folded ?? '')) cut();
    if (isName && counted && named && isBefore === false) cut();
    counted ||= Boolean(count);
    named ||= isName;
    pieces.at(-1)?.push(...tokens.slice(at, at + length));
    at += length;
  }
  return pieces.filter((piece) => piece.length > 0);
}

/**
 * Returns whether the word at the given position is a filler, which is not a part of a product name. A word for pieces,
 * such as حبة ("piece"), can belong to a name, as in حبة البركة. Such a word does not belong to a name if it is the
 * first word of the item or is next to a quantity.
 */
function isFiller(tokens: Token[], at: number): boolean {
  const word = tokens[at]?.folded ?? '';
  if (isNoise(word) || isCountMark(word)) return true;
  if (!isCounter(word)) return false;
  const isFirst = tokens.slice(0, at).every(({ folded }) => isNoise(folded));
  return isFirst || countAt(tokens, at - 1) !== null || countAt(tokens, at + 1) !== null;
}

function readPiece(tokens: Token[]): MessageItem {
  const item: MessageItem = {
    name: '',
    words: [],
    quantity: 1,
    isQuantitySaid: false,
    measure: null,
    isCountAfter: false,
    price: null,
  };
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const price = priceAt(tokens, at);
    const measure = price > 0 ? null : measureAt(tokens, at);
    const count = price > 0 || measure ? null : countAt(tokens, at);
    if (price > 0) item.price ??= rawOf(tokens.slice(at, at + price));
    else if (measure && item.measure === null) item.measure = measure.measure;
    else if (count && !item.isQuantitySaid)
      Object.assign(item, {
        quantity: count.value,
        isQuantitySaid: true,
        isCountAfter: item.words.length > 0,
      });
    else if (
      !measure &&
      (token.kind === 'word' || token.kind === 'code' || token.kind === 'number') &&
      !isFiller(tokens, at)
    )
      item.words.push({ folded: token.folded, raw: token.raw, mayJoin: mayJoin(token) });
    at += price || measure?.length || count?.length || 1;
  }
  item.name = item.words.map(({ raw }) => raw).join(' ');
  return item;
}

const rawOf = (tokens: Token[]) => tokens.map(({ raw }) => raw).join(' ');

/**
 * Whether a word may be the Arabic "and" (و) joined to a name: it begins with this letter and has more than three
 * letters.
 */
const mayJoin = ({ kind, folded }: Token) => kind === 'word' && folded.startsWith('و') && folded.length > 3;
