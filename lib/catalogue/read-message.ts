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

/** A thing that a message asks for, as far as words alone tell. */
export type MessageItem = {
  /** As it was written, without greetings, quantity and price. */
  name: string;
  /** The words of the name, folded, in their order; one that may be "and" with another word ("وصابون") is marked. */
  words: { folded: string; raw: string; mayJoin: boolean }[];
  /** 1 where nothing is said. */
  quantity: number;
  isQuantitySaid: boolean;
  /** "2 kilos": a pack of this size, or as many packs as make it up. */
  measure: Measure | null;
  /** How many is said after the name: of several names it is said of the last. */
  isCountAfter: boolean;
  /** A price that stands beside it, as written: a hint, no more. */
  price: string | null;
};

/** More than this is no message any more. */
export const messageItemsMax = 30;

/**
 * What a message of a chat asks for, read plainly: cut into lines and pieces, quantities in digits of either kind and in
 * words, greetings and what a chat adds left out. It knows no catalogue; pure.
 */
export function readMessage(text: string): MessageItem[] {
  const items: MessageItem[] = [];
  for (const piece of numberedLines(linesOf(text)).flatMap((line) => piecesOf(tokensOf(line)))) {
    const item = readPiece(piece);
    const before = items.at(-1);
    if (before && item.words.every(({ folded }) => sizeOfWord(folded))) addTo(before, item);
    else if (item.words.length > 0) items.push(item);
  }
  return items.slice(0, messageItemsMax);
}

/** "Have you zaatar? I want 2": how many, or which size, said after the name. */
function addTo(before: MessageItem, more: MessageItem): void {
  before.words.push(...more.words);
  before.name = [before.name, more.name].filter(Boolean).join(' ');
  if (more.isQuantitySaid && !before.isQuantitySaid)
    Object.assign(before, { quantity: more.quantity, isQuantitySaid: true });
  before.measure ??= more.measure;
  before.price ??= more.price;
}

const numbering = /^\s*(\p{Nd}{1,2})\s*[-.)ـ]\s*(?=\S)/u;

/** Numbers that count the lines (1, 2, 3 …) say nothing of how many. */
function numberedLines(lines: string[]): string[] {
  const heads = lines.map((line) => Number(numberText(numbering.exec(line)?.[1] ?? '') || Number.NaN));
  const isList =
    heads.filter((head) => head > 0).length > 1 &&
    heads.filter((head) => head > 0).every((head, n) => head === n + 1);
  return isList ? lines.map((line) => line.replace(numbering, '')) : lines;
}

/** The parts of a line that ask for one thing each. */
function piecesOf(tokens: Token[]): Token[][] {
  return splitAt(withoutPrefixes(tokens), ({ kind, folded }) => kind === 'word' && isJoiner(folded))
    .flatMap((part) => withoutAsides(splitAt(part, ({ kind }) => kind === 'stop')))
    .flatMap(splitAtNumbers);
}

/** An address goes on behind its commas; what begins with a count is asked for. */
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

/** "وتلات", "وكيلو", "وبدي": "and" is written as one with what follows. */
function withoutPrefixes(tokens: Token[]): Token[] {
  const and: Token = { kind: 'word', raw: 'و', folded: 'و' };
  return tokens.flatMap((token, at) => {
    const { folded, raw, kind } = token;
    const rest = folded.slice(1);
    if (kind !== 'word' || !folded.startsWith('و') || folded === 'و' || isKnown(folded)) return [token];
    // "كيلو ونص" is one and a half.
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
 * Several counts in one piece, with nothing between but words: what begins with a count has each before its name, or
 * else each stands after it.
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

/** What names nothing here. A counter counts at the begin of a piece or beside a count; elsewhere it is a name: حبة البركة. */
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

/** Whether a word is long enough to be two: "and" and a name. */
const mayJoin = ({ kind, folded }: Token) => kind === 'word' && folded.startsWith('و') && folded.length > 3;
