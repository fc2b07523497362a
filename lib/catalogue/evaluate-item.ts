import { availabilityRank, isCodeOf } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { MatchedItem, MessageCandidate } from '@/lib/catalogue/message-match';
import { isExtra, measureOfWord, numberOfWord, partOfWord, sizeOfWord } from '@/lib/catalogue/message-words';
import type { MessageItem } from '@/lib/catalogue/read-message';
import { isDualOf, wordLikeness } from '@/lib/catalogue/word-likeness';
import { foldText } from '@/lib/shared/fold-text';

/** Below this a name is another name. */
const scoreMin = 0.5;
/** So much better than the next, one is meant and not the other. */
const gapMin = 0.08;
/** What a word counts that no name has. */
const strangeWeight = 0.3;
const candidatesMax = 20;
/** From here on what is said of the size is what the variant is. */
const surelyMin = 0.5;

type Words = MessageItem['words'];

type Fitting = { packs: MessageCandidate[]; isOne: boolean };

/** A product with its variants, as far as an item could mean it. */
type ProductMatch = {
  hits: CatalogueHit[];
  /** 0 to 1: how much of what is written is in the name, and of the name in what is written. */
  score: number;
  /** Words that the name does not have: a size, a colour. */
  rest: Words;
};

/** What an item of a message means among these variants; pure, and always the same. */
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

/** The variants of what fits about equally well, and below them those of the rest. */
function evaluateName(item: MessageItem, matches: readonly ProductMatch[]): Fitting {
  const best = matches[0]?.score ?? 0;
  const close = matches.filter(({ score }) => best - score < gapMin);
  const others = matches.filter(({ score }) => best - score >= gapMin);
  const said = isDual(item, close) ? { ...item, quantity: 2 } : item;
  const { packs, isOne } = packsOf(said, close);
  return { packs: [...packs, ...others.flatMap((match) => packsOf(said, [match]).packs)], isOne };
}

/** "Two dresses" in one word: what the thing is called comes first. */
function isDual({ isQuantitySaid, words: [first] }: MessageItem, [match]: readonly ProductMatch[]): boolean {
  const name = wordsOfName(match?.hits[0]?.productName ?? '');
  return !isQuantitySaid && first !== undefined && name.some((word) => isDualOf(first.folded, word));
}

/** The products of these variants that the words could mean, best first. */
function matchesOf(words: Words, hits: readonly CatalogueHit[]): ProductMatch[] {
  const byProduct = new Map<string, CatalogueHit[]>();
  for (const hit of hits) byProduct.set(hit.productId, [...(byProduct.get(hit.productId) ?? []), hit]);
  const products = [...byProduct.values()].map((variants) => ({
    variants,
    name: wordsOfName(variants[0]?.productName ?? ''),
  }));
  // A word that some name has tells one from another; one that no name has is what people add: "for my mother".
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

/** Which words are of the name, and how alike: each for one word of it, the most alike first. */
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

/** The variants of these products that fit what is said of them. */
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

/** A size or a measure is said that no variant has: then none of them is simply meant. */
function saysOption(item: MessageItem, matches: readonly ProductMatch[]): boolean {
  return item.measure !== null || matches.some(({ rest }) => rest.some(({ folded }) => sizeOfWord(folded)));
}

const packOf = ({ quantity }: MessageItem, hit: CatalogueHit, packs: number): MessageCandidate => ({
  hit,
  quantity: quantity * packs,
});

/** How well a variant fits, and how many of it make up what is asked for: an equal pack, or several smaller ones. */
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
    // 3 kilos are 3 of a kilo; of half a kilo, or of anything else, they may be 6.
    return { fit: size === unit ? 1 : size / amount / 2, packs: amount / size };
  }
  const said = sizesOf(rest);
  const named = sizesOf(option.map((folded) => ({ folded })));
  if (named.some((name) => said.includes(name))) return { fit: 2, packs: 1 };
  const words = option.filter((part) => rest.some(({ folded }) => wordLikeness(folded, part) > 0.8));
  return { fit: words.length / Math.max(1, option.length), packs: 1 };
}

/** Sizes in one spelling; "extra" raises the one that follows. */
function sizesOf(words: readonly { folded: string }[]): string[] {
  return words.flatMap(({ folded }, n) => {
    const size = sizeOfWord(folded);
    if (size === undefined) return [];
    return isExtra(words[n - 1]?.folded ?? '') ? [`x${size}`] : [size];
  });
}

/** "Half a kilo", "2 kilos", "250 g" of a variant's name, in grams or millilitres; null: it names no measure. */
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
