import { availabilityRank, isCodeOf } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { MatchedItem, MessageCandidate } from '@/lib/catalogue/message-match';
import { isExtra, measureOfWord, numberOfWord, partOfWord, sizeOfWord } from '@/lib/catalogue/message-words';
import type { MessageItem } from '@/lib/catalogue/read-message';
import { isDualOf, wordLikeness } from '@/lib/catalogue/word-likeness';
import { foldText } from '@/lib/shared/fold-text';

/** Minimum score of a match, from 0 to 1. A product with a lower score does not match the name in the message. */
const scoreMin = 0.5;
/** If the scores of two products differ by less than this, both products stay possible. */
const gapMin = 0.08;
/**
 * When the score is computed, a message word that is in no product name has this weight. A word that is in a product
 * name has the weight 1.
 */
const strangeWeight = 0.3;
const candidatesMax = 20;
/**
 * If the fit of a variant is higher than this value, the message certainly means this variant. fitOf computes the fit,
 * from 0 to 2.
 */
const surelyMin = 0.5;

type Words = MessageItem['words'];

type Fitting = { packs: MessageCandidate[]; isOne: boolean };

/** A product that an item of a message may mean, and its variants. */
type ProductMatch = {
  hits: CatalogueHit[];
  /**
   * How well the product matches, from 0 to 1. The score combines two shares: the message words that are in the product
   * name, and the product name words that are in the message.
   */
  score: number;
  /** Words of the message item that are not in the product name, such as a size or a colour. */
  rest: Words;
};

/**
 * Finds the variants that one item of a customer's message may mean. Pure function: the same input always gives the
 * same result.
 */
export function evaluateItem(item: MessageItem, hits: readonly CatalogueHit[]): MatchedItem {
  const coded = hits.filter((hit) => item.words.some(({ folded }) => isCodeOf(folded, hit)));
  const { packs, isOne } =
    coded.length > 0
      ? { packs: coded.map((hit) => packOf(item, hit, 1)), isOne: coded.length === 1 }
      : evaluateName(item, matchesOf(item.words, hits));
  const [first, ...others] = packs.slice(0, candidatesMax);
  const said = { text: item.name, isQuantitySaid: item.isQuantitySaid, price: item.price };
  if (!first) return { ...said, quantity: item.quantity, code: 'none', candidates: [] };
  return {
    ...said,
    quantity: first.quantity,
    code: isOne ? 'hit' : 'candidates',
    candidates: [first, ...others],
  };
}

/**
 * Returns the variants in the sequence in which they are offered to the user. The variants of products with the best
 * score, or nearly the best score, are first.
 */
function evaluateName(item: MessageItem, matches: readonly ProductMatch[]): Fitting {
  const best = matches[0]?.score ?? 0;
  const close = matches.filter(({ score }) => best - score < gapMin);
  const others = matches.filter(({ score }) => best - score >= gapMin);
  const said = isDual(item, close) ? { ...item, quantity: 2 } : item;
  const { packs, isOne } = packsOf(said, close);
  return { packs: [...packs, ...others.flatMap((match) => packsOf(said, [match]).packs)], isOne };
}

/**
 * Whether the message item begins with an Arabic dual, which is one word for two pieces, such as "two dresses". Only
 * the first word is checked, because an item begins with the name of the product.
 */
function isDual({ isQuantitySaid, words: [first] }: MessageItem, [match]: readonly ProductMatch[]): boolean {
  const name = wordsOfName(match?.hits[0]?.productName ?? '');
  return !isQuantitySaid && first !== undefined && name.some((word) => isDualOf(first.folded, word));
}

/**
 * Returns the products that the words of the message may mean, best match first. Only the products of the given
 * variants are compared.
 */
function matchesOf(words: Words, hits: readonly CatalogueHit[]): ProductMatch[] {
  const byProduct = new Map<string, CatalogueHit[]>();
  for (const hit of hits) byProduct.set(hit.productId, [...(byProduct.get(hit.productId) ?? []), hit]);
  const products = [...byProduct.values()].map((variants) => ({
    variants,
    name: wordsOfName(variants[0]?.productName ?? ''),
  }));
  // A message word that is in the name of any product has a high weight, because it distinguishes products. Other words
  // have a low weight, because the customer added them, such as "for my mother".
  const known = [...new Set(products.flatMap(({ name }) => name))];
  const weights = words.map(({ folded }) =>
    Math.max(strangeWeight, ...known.map((word) => wordLikeness(folded, word))),
  );
  return products
    .map(({ variants, name }) => matchOf({ words, weights }, name, variants))
    .filter(({ score }) => score >= scoreMin)
    .toSorted((one, other) => other.score - one.score || orderOf(one).localeCompare(orderOf(other)));
}

const orderOf = ({ hits: [hit] }: ProductMatch) =>
  `${hit ? availabilityRank(hit) : 9} ${hit?.productName} ${hit?.productId}`;

const wordsOfName = (name: string) =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function matchOf(
  { words, weights }: { words: Words; weights: number[] },
  name: readonly string[],
  hits: CatalogueHit[],
): ProductMatch {
  const pairs = pairsOf(words, name);
  const rest = words.filter((_, n) => !pairs.has(n));
  const isOdd = (n: number) => !pairs.has(n) && !isOption(words[n]?.folded ?? '', hits);
  const alike = sum([...pairs.values()]);
  const odd = sum(weights.filter((_, n) => isOdd(n)));
  const written = pairs.size === 0 ? 0 : alike / (pairs.size + odd);
  return { hits, score: 0.55 * written + 0.45 * (alike / Math.max(1, name.length)), rest };
}

/**
 * Pairs words of the message with words of the product name. Each word is in at most one pair. The words with the
 * highest likeness are paired first. Returns the likeness of each pair, keyed by the index of the message word.
 */
function pairsOf(words: Words, name: readonly string[]): Map<number, number> {
  const all = words.flatMap(({ folded }, n) =>
    name.map((word, place) => ({ n, place, likeness: wordLikeness(folded, word) })),
  );
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { n, place, likeness } of all.toSorted((one, other) => other.likeness - one.likeness)) {
    if (likeness === 0 || pairs.has(n) || taken.has(place)) continue;
    pairs.set(n, likeness);
    taken.add(place);
  }
  return pairs;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const isOption = (word: string, hits: readonly CatalogueHit[]) =>
  isExtra(word) ||
  hits.some(({ variantName }) =>
    wordsOfName(variantName ?? '').some((part) => part === word || sameSize(part, word)),
  );

const sameSize = (one: string, other: string) =>
  sizeOfWord(one) !== undefined && sizeOfWord(one) === sizeOfWord(other);

/** Sorts the variants of the matching products by how well they fit the size or weight in the message item. */
function packsOf(item: MessageItem, matches: readonly ProductMatch[]): Fitting {
  const all = matches.flatMap(({ hits, rest }) => hits.map((hit) => ({ hit, ...fitOf(item, rest, hit) })));
  const bestFit = Math.max(0, ...all.map(({ fit }) => fit));
  const ordered = all
    .map((entry, n) => ({ ...entry, n }))
    .toSorted(
      (one, other) =>
        other.fit - one.fit || availabilityRank(one.hit) - availabilityRank(other.hit) || one.n - other.n,
    );
  const fitting = ordered.filter(({ fit }) => fit === bestFit);
  return {
    packs: ordered.map(({ hit, packs }) => packOf(item, hit, packs)),
    isOne: fitting.length === 1 && (bestFit > surelyMin || !saysOption(item, matches)),
  };
}

/**
 * Whether the message item gives a size or a measure. If it gives a size or a measure that no variant has, the app does
 * not choose a variant for the user.
 */
function saysOption(item: MessageItem, matches: readonly ProductMatch[]): boolean {
  return item.measure !== null || matches.some(({ rest }) => rest.some(({ folded }) => sizeOfWord(folded)));
}

const packOf = ({ quantity }: MessageItem, hit: CatalogueHit, packs: number): MessageCandidate => ({
  hit,
  quantity: quantity * packs,
});

/** Returns how well a variant fits a message item, and how many packs of the variant give the requested amount. */
function fitOf(
  item: MessageItem,
  rest: Words,
  { variantName }: CatalogueHit,
): { fit: number; packs: number } {
  const option = wordsOfName(variantName ?? '');
  const size = measureOfName(option);
  if (item.measure !== null && size !== null) {
    const { amount, unit } = item.measure;
    if (size === amount) return { fit: 2, packs: 1 };
    if (amount % size !== 0) return { fit: 0, packs: 1 };
    // "3 kilos" most probably means 3 packs of one kilo. The words may also mean other packs, such as 6 packs of half a
    // kilo, so variants of other pack sizes get a lower fit.
    return { fit: size === unit ? 1 : size / amount / 2, packs: amount / size };
  }
  const said = sizesOf(rest);
  const named = sizesOf(option.map((folded) => ({ folded })));
  if (named.some((name) => said.includes(name))) return { fit: 2, packs: 1 };
  const words = option.filter((part) => rest.some(({ folded }) => wordLikeness(folded, part) > 0.8));
  return { fit: words.length / Math.max(1, option.length), packs: 1 };
}

/**
 * Returns the sizes that the words name, such as `l`. The word "extra" before a size makes it one step larger (`xl`).
 */
function sizesOf(words: readonly { folded: string }[]): string[] {
  return words.flatMap(({ folded }, n) => {
    const size = sizeOfWord(folded);
    if (size === undefined) return [];
    return isExtra(words[n - 1]?.folded ?? '') ? [`x${size}`] : [size];
  });
}

/**
 * Reads the measure in a variant's name, such as "Half a kilo", "2 kilos" or "250 g". Returns grams or millilitres;
 * null if the name has no measure.
 */
function measureOfName(words: readonly string[]): number | null {
  const at = words.findIndex((word) => measureOfWord(word) !== undefined);
  if (at < 0) {
    const glued = words.map((word) => /^(\d+)(\p{L}+)$/u.exec(word)).find(Boolean);
    const unit = measureOfWord(glued?.[2] ?? '');
    return unit === undefined ? null : Number(glued?.[1]) * unit;
  }
  const before = words[at - 1] ?? '';
  const amount = /^\d+$/.test(before) ? Number(before) : (partOfWord(before) ?? numberOfWord(before) ?? 1);
  return amount * (measureOfWord(words[at] ?? '') ?? 1);
}
