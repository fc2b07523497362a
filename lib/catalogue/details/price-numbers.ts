import { numbersInWords } from '@/lib/catalogue/details/number-words';

/** Words that show that the number after them is not a price: sizes, times, numbers of houses. */
const otherNumber =
  /(?:رقم|رقمها|طابق|الطابق|شقه|الشقه|بناء|بنايه|الساعه|ساعه|مقاس|قياس|نمره|طول|عرض|يوم|عمر|سنه|شارع|ط|عدد|الكميه|كميه|no|number|floor|apt|size|street|age|day|qty)\s*[:.]?\s*$/u;
const otherUnit =
  /^\s*(?:بوصه|انش|inch(?:es)?|واط|وات|امبير|فولت|watts?|w|v|mah|ورقه|شخص|اشخاص|نفر|افراد|لون|الوان|سنين|سنوات|كغم|غم|طن|جيجا|غيغا|gb|فلس|بيسه|قرش|هلله|سنت|persons?|people|years?|غ|غرام|جرام|كغ|كيلو|مل|لتر|ليتر|سم|متر|م|سنتي|حبه|حبات|قطعه|قطع|علبه|علب|كيس|اكياس|دزينه|يوم|ايام|ساعه|ساعات|دقيقه|دقايق|سنه|شهر|%|٪|x|×|g|gr|kg|ml|cm|pcs?|pieces?|days?|hours?|am|pm|ص|مساء|صباحا)(?![\p{L}])/iu;

const currencies: [RegExp, string[]][] = [
  [/^(?:ليره|ليرات|ل\.س\.?|ل\.?س|syp|sp|s\.p)(?![\p{L}])/iu, ['SYP', 'LBP', 'TRY']],
  [/^(?:دولار|دولارات|\$|usd|dollars?)(?![\p{L}])/iu, ['USD']],
  [/^(?:يورو|€|eur|euros?)(?![\p{L}])/iu, ['EUR']],
  [
    /^(?:ريال|ريالات|ر\.?س\.?|sar|sr|riyals?|qar|qr|ر\.?ق\.?|omr|ر\.?ع\.?)(?![\p{L}])/iu,
    ['SAR', 'QAR', 'OMR', 'YER'],
  ],
  [/^(?:درهم|دراهم|د\.?ا\.?|aed|dhs?|dirhams?)(?![\p{L}])/iu, ['AED', 'MAD']],
  [/^(?:جنيه|جنيها|جنيهات|ج\.م\.?|ج|egp|le|l\.e|pounds?)(?![\p{L}])/iu, ['EGP', 'SDG']],
  [
    /^(?:دينار|دنانير|د\.?\s?ك\.?|kwd|kd|bhd|bd|jod|iqd|dinars?)(?![\p{L}])/iu,
    ['KWD', 'BHD', 'JOD', 'IQD', 'TND', 'DZD', 'LYD'],
  ],
];
const thousand = /^\s*(?:الف|الاف|k|ك)(?![\p{L}])/iu;
const million = /^\s*(?:مليون|ملايين)(?![\p{L}])/iu;
const priceBefore =
  /(?:^|[^\p{L}])(?:[وف]?(?:ال)?(?:سعر|اسعار)(?:ه|ها|هن|هم|ن|و)?(?:\s+(?:ه|ها|القطعه|الحبه|الواحد|الواحده|الوحده|نهائي|النهائي|هو|صار|is))?|[وف]?ب|[وف]?على|[وف]?علي|at|for|price(?: is)?|@|=|\$|€)\s*[:=]?\s*$/iu;

/** A number that can be a price. The amount is in major units. `isMarked`: the words before it mark it as a price. */
export type PriceNumber = {
  amount: number;
  /** True if the amount is written without "thousand". */
  isBare: boolean;
  currencies: readonly string[] | null;
  start: number;
  end: number;
  hasUnit: boolean;
  isMarked: boolean;
  /** True if the number is in words and has no unit. It can leave out "thousand", or be a quantity. */
  isVague: boolean;
};

/**
 * A part of a number, such as "2 million" or "650 thousand". `isWord`: it is written in words. `isClear`: it may stand
 * alone. The word "thousand" alone may not, because it is also a part of wishes.
 */
type Term = {
  value: number;
  scale: number;
  start: number;
  end: number;
  isMarked: boolean;
  isWord: boolean;
  isClear: boolean;
};

/**
 * Maximum number of numbers that are read in one clause: as many in digits, and as many in words. A clause of a person
 * has a few numbers. Without a maximum, one message with a thousand numbers blocks the browser.
 */
const numbersMax = 50;
/**
 * Number of characters before and after a number in which its words are searched. If each number were compared with its
 * whole clause, the time would rise with the square of the clause's length.
 */
const nearLength = 80;
const textBefore = (part: string, at: number) => part.slice(Math.max(0, at - nearLength), at);
const textAfter = (part: string, at: number) => part.slice(at, at + nearLength);

/** Returns the first `numbersMax` matches of a pattern in a text. */
function matchesOf(part: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of part.matchAll(pattern)) {
    if (found.length === numbersMax) break;
    found.push(match);
  }
  return found;
}

/** Returns the numbers of a clause that can be prices, in their sequence. */
export function numbersOf(part: string): PriceNumber[] {
  const terms = termsOf(part);
  const found: PriceNumber[] = [];
  for (let at = 0; at < terms.length; ) {
    const { term, length } = sumAt(terms, at, part);
    if (term) found.push(...withUnit(term, part));
    at += length;
  }
  return found;
}

const amountText =
  /(?<![\p{L}\d.,])[بو]?(?<amount>\d{1,3}(?: \d{3}(?!\d)){1,4}(?![ \d]*\d)|\d+(?:[.,،٬٫']\d+)*)/gu;
const wordScale =
  /(?<![\p{L}\d])[وف]?(?<by>ب?)(?<part>(?:نصف?|ربع)\s+)?(?<word>مليونين|مليون|الفين|الف)(?!\p{L})/gu;

/** Returns the parts of numbers in a clause, in their sequence. */
function termsOf(part: string): Term[] {
  const digits = matchesOf(part, amountText).flatMap(({ 0: raw, index, groups }): Term[] => {
    const text = groups?.['amount'] ?? '';
    const start = index + raw.length - text.length;
    const rest = textAfter(part, start + text.length);
    const hasDecimals =
      /^\s*(?:د\.?\s?ك|kwd|kd|bhd|bd|jod|jd|omr)(?![\p{L}])/iu.test(rest) || million.test(rest);
    const value = amountOf(text, hasDecimals);
    const end = start + text.length;
    if (value === null || otherNumber.test(textBefore(part, start)) || otherUnit.test(rest)) return [];
    return [scaled({ value, start, end, isMarked: raw.startsWith('ب'), isWord: false }, part)];
  });
  const words = numbersInWords(part)
    .slice(0, numbersMax)
    .map((number) => scaled({ ...number, isWord: true }, part));
  const scales = matchesOf(part, wordScale).map(({ 0: raw, index, groups }): Term => {
    const [word = '', half = ''] = [groups?.['word'], groups?.['part']];
    const value = half.startsWith('ن') ? 0.5 : half.startsWith('ر') ? 0.25 : word.endsWith('ين') ? 2 : 1;
    return {
      value,
      scale: word.startsWith('م') ? 1_000_000 : 1_000,
      start: index + raw.length - half.length - word.length,
      end: index + raw.length,
      isMarked: groups?.['by'] === 'ب',
      isWord: true,
      isClear: half !== '',
    };
  });
  const numbers = [...digits, ...words];
  const isOwn = (scale: Term) => numbers.every(({ start, end }) => end <= scale.start || start >= scale.end);
  return [...numbers, ...scales.filter(isOwn)].sort((one, other) => one.start - other.start);
}

/** Adds "thousand" or "million" that follows a number. */
function scaled(number: Omit<Term, 'scale' | 'isClear'>, part: string): Term {
  const rest = textAfter(part, number.end);
  const found = thousand.exec(rest) ?? million.exec(rest);
  const scale = !found ? 1 : thousand.test(rest) ? 1_000 : 1_000_000;
  return { ...number, scale, end: number.end + (found?.[0].length ?? 0), isClear: true };
}

/**
 * Returns the number that begins at a term, and how many terms it has. Examples: "2 million and 650 thousand", "a
 * million and a half". The number is null if its parts do not give one clear number.
 */
function sumAt(terms: readonly Term[], at: number, part: string): { term: Term | null; length: number } {
  const first = terms[at];
  if (!first) return { term: null, length: 1 };
  let sum = { ...first, value: Math.round(first.value * first.scale * 1_000) / 1_000 };
  let { scale } = first;
  // The beginning of the number was not recognized.
  let isClear = !/(?:مليون|مليونين|ملايين|الف|الفين|الاف)\s*و\s*ب?$/u.test(textBefore(part, first.start));
  let length = 1;
  for (let last = first; ; length += 1) {
    const rest = textAfter(part, last.end);
    if (scale > 1 && /^\s*الا(?!\p{L})/u.test(rest)) isClear = false;
    const half = /^\s*و?\s*(نصف?|ربع)(?!\p{L})/u.exec(rest);
    if (half && last.scale === scale) {
      const isPrice = scale > 1 || hasCurrencyAt(rest.slice(half[0].length));
      if (scale > 1 || /و/.test(half[0])) {
        isClear &&= isPrice;
        sum = {
          ...sum,
          value: sum.value + (half[1] === 'ربع' ? 0.25 : 0.5) * scale,
          end: sum.end + half[0].length,
        };
      }
      break;
    }
    const next = terms[at + length];
    if (!next || !/^\s*و\s*$/u.test(part.slice(last.end, next.start))) break;
    // "twenty and 30 thousand" can be a quantity and a price, or one number.
    if (scale === 1 && (next.scale === 1 || !last.isWord)) break;
    isClear = false;
    sum = { ...sum, end: next.end };
    scale = next.scale;
    last = next;
  }
  const isAlone = length === 1 && !first.isClear && sum.end === first.end;
  const isPrice =
    first.isMarked ||
    hasCurrencyAt(textAfter(part, sum.end)) ||
    priceBefore.test(textBefore(part, first.start));
  if (!isClear || (isAlone && !isPrice)) return { term: null, length };
  return { term: { ...sum, scale: first.scale === 1 ? scale : first.scale }, length };
}

const hasCurrencyAt = (rest: string) => currencies.some(([unit]) => unit.test(rest.trimStart()));

/** Lowest number in words that counts as a price without a unit. Lower ones are mostly quantities. */
const wordsMin = 20;

/** Adds the currency that follows a number. Returns nothing if the number is a part of a range. */
function withUnit(
  { value, scale, start, end: numberEnd, isMarked, isWord }: Term,
  part: string,
): PriceNumber[] {
  const before = textBefore(part, start);
  const rest = textAfter(part, numberEnd);
  const gap = /^\s*/.exec(rest)?.[0].length ?? 0;
  const unit = currencies.find(([pattern]) => pattern.test(rest.slice(gap)));
  const sign =
    /(?<![\p{L}])([$€]|usd|eur|sar|sr|qar|qr|omr|aed|dhs?|egp|le|kwd|kd|bhd|bd|jod|jd|syp)\.?\s*$/iu.exec(
      before,
    )?.[1];
  const codes = unit?.[1] ?? currencies.find(([pattern]) => pattern.test(sign ?? ''))?.[1] ?? null;
  const end = numberEnd + (unit ? gap + (unit[0].exec(rest.slice(gap))?.[0].length ?? 0) : 0);
  const hasUnit = codes !== null || scale > 1;
  const afterUnit = textAfter(part, end);
  // In "3 dinars and a half" and "3 dinars and 500 fils", the amount has a second part.
  if (unit && /^\s*و\s*(?:نصف?|ربع|\d+\s*(?:فلس|بيسه|قرش|هلله|سنت|fils))(?!\p{L})/u.test(afterUnit))
    return [];
  // A date or a fraction.
  if (/\d\/$/.test(before)) return [];
  if (!hasUnit && /^\s*(?:او|أو|-|–|\/|or)\s*\d/u.test(afterUnit)) return [];
  if (isWord && !hasUnit && value < wordsMin) return [];
  const lower = Number(/(?<!\d)(\d{1,9})\s*(?:-|–|\/|او|ل|لل|الي|to|or)\s*$/u.exec(before)?.[1]);
  const bare = value / scale;
  if (lower < bare && lower >= bare / 2) return [];
  // A small number before a noun is mostly a quantity or a time, and in "2 by 3" it is a size.
  const isCount =
    !hasUnit &&
    value < wordsMin &&
    ((/^\s*\p{L}/u.test(rest) && !/^\s*(?:لل?|ال|كل|each|per|for|a )/u.test(rest)) ||
      /\d\s*(?:ب|في)\s*$/u.test(before));
  return [
    {
      amount: value,
      isBare: scale === 1,
      currencies: codes,
      start,
      end,
      hasUnit,
      isVague: isWord && !hasUnit,
      isMarked: !isCount && (isMarked || priceBefore.test(before)),
    },
  ];
}

/**
 * Reads a number with separators of thousands. Returns null if the text has two meanings: "12.500" can mean 12,500 or
 * 12.5. `hasDecimals`: three digits after the point are decimals, because "million" follows, or a currency that is not
 * counted in thousands, such as the dinar of Kuwait.
 */
function amountOf(text: string, hasDecimals: boolean): number | null {
  if (/^\d+$/.test(text)) return text.length > 9 || /^0/.test(text) ? null : Number(text);
  if (hasDecimals && /^\d+[.٫]\d{1,3}$|^\d+[,،]\d{1,2}$/.test(text))
    return Number(text.replace(/[٫,،]/, '.'));
  const isGrouped =
    /^\d{1,3}(?:[,٬']\d{3})+$/.test(text) ||
    /^\d{1,3}(?:[.،]\d{3}){2,}$/.test(text) ||
    // "12،500" is one number, but "400،350" can be two.
    /^(?:\d{1,2}،\d{3}|\d{1,3}،000)$/.test(text) ||
    // "2 650 000" is one number, but "40 310" can be two.
    /^\d{1,3}(?: \d{3})* (?:000|\d00)$/.test(text);
  if (isGrouped) return Number(text.replace(/\D/g, ''));
  return /^\d+[.٫]\d{1,2}$/.test(text) ? Number(text.replace('٫', '.')) : null;
}
