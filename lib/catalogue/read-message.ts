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

/**
 * One item that a customer's message requests. It is read from the words of the message alone, without the catalogue.
 */
export type MessageItem = {
  /** Name of the requested product as written, without greetings, quantity and price. */
  name: string;
  /**
   * Folded words of the product name, in the sequence of the message. `mayJoin` marks a word that may be the Arabic
   * "and" joined to another word ("وصابون").
   */
  words: { folded: string; raw: string; mayJoin: boolean }[];
  /** Requested quantity; 1 if the message gives none. */
  quantity: number;
  isQuantitySaid: boolean;
  /**
   * Requested weight or volume, such as "2 kilos"; null if the message gives none. It means one pack of that size, or
   * several packs that add up to it.
   */
  measure: Measure | null;
  /**
   * True if the quantity stands after the product name, false if it stands before. If the item names several products
   * and is split, a quantity after the names belongs to the last product. A quantity before the names belongs to the
   * first product.
   */
  isCountAfter: boolean;
  /** Price that the message gives next to the product name, as written. It is only a hint for the merchant. */
  price: string | null;
};

/** Maximum number of items that are read from one message. */
export const messageItemsMax = 30;
/**
 * Maximum number of words of an item that are compared with the catalogue, and maximum length of such a word. No
 * product name needs more. The limits bound the work: each word is compared with each word of each product found.
 * Folding can also make 18 characters from one (U+FDFA).
 */
const itemWordsMax = 24;
const wordLengthMax = 32;

/**
 * Reads the requested items from a chat message. It splits the text into lines and pieces. It reads quantities in
 * words, and in Latin or Arabic digits. Greetings and the text that a chat program adds are left out. The function is
 * pure and does not use the catalogue.
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
      .map((word) => ({ ...word, folded: word.folded.slice(0, wordLengthMax) }));
  return items.slice(0, messageItemsMax);
}

/** Adds to an item the quantity or the size that the customer wrote after its name: "Have you zaatar? I want 2". */
function addTo(before: MessageItem, more: MessageItem): void {
  before.words.push(...more.words);
  before.name = [before.name, more.name].filter(Boolean).join(' ');
  if (more.isQuantitySaid && !before.isQuantitySaid)
    Object.assign(before, { quantity: more.quantity, isQuantitySaid: true });
  before.measure ??= more.measure;
  before.price ??= more.price;
}

const numbering = /^\s*(\p{Nd}{1,2})\s*[-.)ـ]\s*(?=\S)/u;

/** Removes the numbers with which the lines of a numbered list begin (1, 2, 3 …), because they are not quantities. */
function numberedLines(lines: string[]): string[] {
  const heads = lines.map((line) => Number(numberText(numbering.exec(line)?.[1] ?? '') || Number.NaN));
  const isList =
    heads.filter((head) => head > 0).length > 1 &&
    heads.filter((head) => head > 0).every((head, n) => head === n + 1);
  return isList ? lines.map((line) => line.replace(numbering, '')) : lines;
}

/** Splits a line of a message into pieces, so that each piece requests one item. */
function piecesOf(tokens: Token[]): Token[][] {
  return splitAt(withoutPrefixes(tokens), ({ kind, folded }) => kind === 'word' && isJoiner(folded))
    .flatMap((part) => withoutAsides(splitAt(part, ({ kind }) => kind === 'stop')))
    .flatMap(splitAtNumbers);
}

/**
 * Removes the pieces of a message that are about an address, a contact or a total. The pieces after such a piece are
 * removed too, because an address may continue after a comma. A piece that begins with a quantity is a request again.
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

/** Splits the Arabic "and" (و) from the known word that it is joined to, as in "وتلات", "وكيلو", "وبدي". */
function withoutPrefixes(tokens: Token[]): Token[] {
  const and: Token = { kind: 'word', raw: 'و', folded: 'و' };
  return tokens.flatMap((token, at) => {
    const { folded, raw, kind } = token;
    const rest = folded.slice(1);
    if (kind !== 'word' || !folded.startsWith('و') || folded === 'و' || isKnown(folded)) return [token];
    // The text "كيلو ونص" means one and a half kilos, so it is not split at its "and".
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
 * Splits a piece of a message that has several quantities with only words between them. If the piece begins with a
 * quantity, each quantity belongs to the name after it. If not, each quantity belongs to the name before it.
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
 * Whether the word at this position is no part of a product name. A word for a counted unit, such as حبة ("piece"), is
 * part of a name in most positions, as in حبة البركة. It is no part of a name if it is the first word of the item or
 * stands next to a quantity.
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

/** Whether a word begins with the Arabic letter for "and" and is long enough to be that "and" joined to a name. */
const mayJoin = ({ kind, folded }: Token) => kind === 'word' && folded.startsWith('و') && folded.length > 3;
