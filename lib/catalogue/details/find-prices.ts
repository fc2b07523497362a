import type { AgreedPrice, ChatItem, Found, PriceBasis } from '@/lib/catalogue/details/chat-details';
import type { ChatLine } from '@/lib/catalogue/details/chat-lines';
import { isAddressWord, sameLengthFold, wordsOf } from '@/lib/catalogue/details/detail-words';
import { itemsOfWord } from '@/lib/catalogue/details/item-words';
import { type NumberInWords, numbersInWords } from '@/lib/catalogue/details/number-words';
import { phonesIn } from '@/lib/catalogue/details/phone-form';

const mark = (words: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])[وف]?(?:${words})(?![\p{L}\p{N}])`, 'iu');

/** Words that show that a price was agreed, or that a new price replaces the old one. */
const agreedWords = mark(
  'اتفقنا|متفقين|تفقنا|(?:زي|متل|مثل) ما (?:اتفق|قلت|حكي)\\S*|you said|حسب الاتفاق|الاتفاق|(?:ال)?اخر سعر|السعر النهائي|نهائي|خلص|ثبتت?ه?ا?|ثبتلي|agreed|deal|final(?: price)?|last price|as we said',
);
/**
 * Words with which the shop lowers a price. The price after these words replaces an earlier price of the item, except
 * if the message only asks for the new price or refuses it.
 */
const loweredWords = mark(
  'اخر (?:شي|شيء|كلام|حكي)|(?:ب?خليه|ب?خليها|منخليه|منخليها)|(?:كرمال|لعيون|عشان خاطر|عشان عيون)\\S*|(?:بعد|مع) ال(?:خصم|حسم|تخفيض)|(?:خصم|حسم|تخفيض)(?:\\s+\\p{L}+){0,3}\\s+(?:و?[به]?يصير|و?[به]?تصير|صار|صارت)|best price|my best|after (?:the )?discount',
);
/** An amount that is taken off a price. */
const discounts = mark(
  String.raw`(?:ال)?(?:خصم|حسم|تخفيض)\D{0,9}\d.*|\d\D{0,9}(?:خصم|حسم|تخفيض)|discount\D{0,9}\d.*|\d\D{0,9}(?:off|discount)`,
);
/** Matches the beginning of a message that refuses the proposal of the previous message. */
const refuses =
  /^[\s.،,!]*(?:لا|لأ|لاء|ما|مو|مش|للاسف|اسف|اسفه|غالي|غاليه|كتير|كثير|صعب|مستحيل|no|sorry|too)(?![\p{L}])/iu;
/** Matches a whole message that accepts the proposal of the previous message. */
const accepts =
  /^[\s.،,!]*(?:تمام|ماشي|اوك|اوكي|اوكيه|ok|okay|موافقه?|تكرم|تكرمي|تكرم عينك|على راسي|علي راسي|اتفقنا|خلص|خلص تمام|تمام اتفقنا|ماشي اتفقنا|ماشي الحال|حاضر|اي تمام|طيب تمام|تم|deal|agreed|done|yes ok|sure|ابشر|ابشري|من عيوني|خلاص|خلاص اوك|خلاص تمام|تمام كذا|تمام كذاك|تمام هيك|(?:ماشي |تمام |حاضر )?(?:الله (?:يكرمك|يوفقك|يسلمك|يعطيك العافيه)|يسلمو|تسلم|تسلمي|شكرا|كتر خيرك|thanks|thank you))(?:\s+(?:يا\s+)?(?:اختي|اخي|حبيبتي|حبيبي|غالي|غاليه|عيوني|اتفقنا|تمام|استاذ|كرمالك|كرمالكن|عيني|ست الكل|يا غالي))*[\s.،,!]*$/iu;
/** Matches the beginning of a message that agrees and then repeats a price, such as "Sure, for you 25". */
const beginsWithYes =
  /^[\s.،,!]*(?:تمام|ماشي|اوك|اوكي|حاضر|تكرم|تكرمي|ابشر|ابشري|من عيوني|اي|ok|okay|sure|yes|deal)(?![\p{L}])/iu;
/** Words that mark a price as not agreed: it was asked for, was refused, belongs to something else, or is not final. */
const proposes = mark(
  'ممكن|بتعمل\\S*|بيصير|بصير|بتنزل\\S*|نزل\\S*|غالي|غاليه|كان|كانت|كنت|قبل|بدل|مو|مش|ما|لا|يمكن|قديش|بكم|كم|لو|اذا|عادي|اصلي|الاصلي|قديم|القديم|لاقيت\\S*|لقيت\\S*|عالي|عاليه|شفت|شفته|شفتها|عند|غيركن|غيركم|تقريبا|حوالي|بين|can you|could|how much|maybe|was|instead|if|not|about|around|saw|would|too much',
);
const otherMoney = mark(
  '(?:ال)?توصيل|توصيله|(?:ال)?شحن|اجره|اجور|رسوم|عربون|دفعه|رعبون|خصم|حسم|تخفيض|رصيد|حولت\\S*|حوال\\S*|دفعت|بدفع|الباقي|باقي|مقدم|قسط|بقشيش|ميزانيه|ميزانيتي|معي|مصاري|راتب|فراطه|صرف|delivery|shipping|fee|deposit|discount|paid|transfer\\S*|budget|rest|change|off|less|more than|اقل|اكتر|فوق|ارخص|اغلي',
);
const eachWords = mark(
  '(?:لل?|ال|ب)?(?:حبه|قطعه|وحده|واحده|واحد|علبه|كيلو|متر|شخص|دزينه)|كل (?:واحد|واحده|وحده|قطعه|حبه|علبه)|each|per (?:piece|unit|item)|a piece|apiece|one',
);
const totalWords = mark(
  '(?:ال)?مجموع|(?:ال)?اجمالي|كلن|كلهن|كلهم|كلها|كلو|كله|الكل|للكل|التنين|التنتين|الاتنين|الاثنين|للتنين|للتنتين|للاتنين|للاثنين|التلاته|للتلاته|الثلاثه|للثلاثه|مع بعض|للتلات|للاربع|للخمس|للست|total|in all|all together|altogether|for both|both|for all|all|for the (?:two|three|four|lot)|the (?:two|three|lot)',
);
/** Words that show that the number after them is not a price: sizes, times, numbers of houses. */
const otherNumber =
  /(?:رقم|رقمها|طابق|الطابق|شقه|الشقه|بناء|بنايه|الساعه|ساعه|مقاس|قياس|نمره|طول|عرض|يوم|عمر|سنه|شارع|ط|عدد|الكميه|كميه|no|number|floor|apt|size|street|age|day|qty)\s*[:.]?\s*$/u;
const otherUnit =
  /^\s*(?:غ|غرام|جرام|كغ|كيلو|مل|لتر|ليتر|سم|متر|م|سنتي|حبه|حبات|قطعه|قطع|علبه|علب|كيس|اكياس|دزينه|يوم|ايام|ساعه|ساعات|دقيقه|دقايق|سنه|شهر|%|٪|x|×|g|gr|kg|ml|cm|pcs?|pieces?|days?|hours?|am|pm|ص|مساء|صباحا)(?![\p{L}])/iu;

const currencies: [RegExp, string[]][] = [
  [/^(?:ليره|ليرات|ل\.س\.?|ل\.?س|syp|sp|s\.p)(?![\p{L}])/iu, ['SYP', 'LBP', 'TRY']],
  [/^(?:دولار|دولارات|\$|usd|dollars?)(?![\p{L}])/iu, ['USD']],
  [/^(?:يورو|€|eur|euros?)(?![\p{L}])/iu, ['EUR']],
  [/^(?:ريال|ريالات|ر\.س\.?|sar|sr|riyals?|qar|ر\.ق)(?![\p{L}])/iu, ['SAR', 'QAR', 'OMR', 'YER']],
  [/^(?:درهم|دراهم|aed|dhs?|dirhams?)(?![\p{L}])/iu, ['AED', 'MAD']],
  [/^(?:جنيه|جنيها|جنيهات|ج\.م\.?|ج|egp|le|l\.e|pounds?)(?![\p{L}])/iu, ['EGP', 'SDG']],
  [
    /^(?:دينار|دنانير|د\.ك\.?|kwd|kd|bhd|jod|iqd|dinars?)(?![\p{L}])/iu,
    ['KWD', 'BHD', 'JOD', 'IQD', 'TND', 'DZD', 'LYD'],
  ],
];
const thousand = /^\s*(?:الف|الاف|k|ك)(?![\p{L}])/iu;
const million = /^\s*(?:مليون|ملايين)(?![\p{L}])/iu;
const priceBefore =
  /(?:^|[^\p{L}])(?:[وف]?(?:ال)?(?:سعر|اسعار)(?:ه|ها|هن|هم|ن|و)?(?:\s+(?:ه|ها|القطعه|الحبه|الواحد|الواحده|الوحده|نهائي|النهائي|هو|صار|is))?|[وف]?ب|[وف]?على|[وف]?علي|at|for|price(?: is)?|@|=|\$|€)\s*[:=]?\s*$/iu;

type Mention = {
  amount: number;
  isBare: boolean;
  currencies: readonly string[] | null;
  items: number[];
  basis: 'each' | 'total' | null;
  isAgreed: boolean;
  isProposed: boolean;
  /**
   * True if nothing marks the number as a price. Such a number counts as a price only if an earlier price of the same
   * item is near to it (isNear).
   */
  isWeak: boolean;
  place: { start: number; end: number };
  line: number;
};

/** Finds the prices that were agreed, according to the chat. An item with two agreed prices gets no price. */
export function findPrices(lines: readonly ChatLine[], items: readonly ChatItem[]): Found<AgreedPrice>[] {
  if (items.length === 0) return [];
  const all = lines.flatMap((line, n) => mentionsOf(line, n, items));
  for (const mention of all) {
    answerLater(mention, lines);
    // A number without "thousand", as in "For 70", can mean 70 thousand if another price in the chat has the word
    // "thousand".
    const isClear = !mention.isBare || mention.currencies !== null || all.every(({ isBare }) => isBare);
    if (mention.items.length === 0 && isClear) mention.items = itemsAskedFor(mention, lines, items);
  }
  return items.flatMap((item, index): Found<AgreedPrice>[] => {
    const named = all.filter((mention) => mention.items.length === 1 && mention.items[0] === index);
    const own = named.filter(
      (one, n) => !one.isWeak || named.slice(0, n).some((other) => !other.isWeak && isNear(one, other)),
    );
    const agreed = own.filter(({ isAgreed }) => isAgreed);
    const last = agreed.at(-1);
    const open = own.filter(({ isProposed }) => !isProposed);
    const after = last ? open.filter(({ line }) => line > last.line) : open;
    const settled = last && after.length === 0 ? agreed.filter(({ line }) => line === last.line) : open;
    const [first] = withoutTotal(settled, item.quantity);
    const isReduced = lines.slice(first?.line).some(({ text }) => discounts.test(sameLengthFold(text)));
    const isReplaced = own.some(
      (one) =>
        first &&
        one.isProposed &&
        one.amount !== first.amount &&
        (one.line > first.line || (!first.isAgreed && one.place.start > first.place.start)),
    );
    if (
      !first ||
      isReplaced ||
      (isReduced && !first.isAgreed) ||
      withoutTotal(settled, item.quantity).some(
        (one) => one.amount !== first.amount || one.basis !== first.basis,
      )
    )
      return [];
    const basis: PriceBasis = item.quantity === 1 ? 'each' : (first.basis ?? 'open');
    const { amount, isBare, currencies: codes, place, isAgreed } = first;
    const confidence = isAgreed || codes !== null || !isBare ? 'sure' : 'likely';
    return [{ value: { item: index, amount, isBare, basis, currencies: codes }, place, confidence }];
  });
}

/**
 * True if a number can be another price for the same thing: it is between half of the price and one and a half times
 * the price.
 */
function isNear(number: Mention, price: Mention): boolean {
  const ratios = [1, price.isBare ? 1 : 1_000].map((scale) => (number.amount * scale) / price.amount);
  return !ratios.includes(1) && ratios.some((ratio) => ratio >= 0.5 && ratio <= 1.5);
}

/**
 * If the chat has the price of one piece and the price of all pieces, leaves out the price of all pieces. Example: "95
 * a kilo … so 380" for 4 kilos. The remaining prices are for one piece.
 */
function withoutTotal(prices: readonly Mention[], quantity: number): readonly Mention[] {
  const amounts = new Set(prices.map(({ amount }) => amount));
  const each = prices.filter(({ amount }) => quantity > 1 && amounts.has(amount * quantity));
  const isOther = prices.some(({ amount }) =>
    each.every((one) => ![1, quantity].includes(amount / one.amount)),
  );
  return each.length === 0 || isOther ? prices : each.map((one) => ({ ...one, basis: 'each' as const }));
}

/**
 * Reads the next message as the customer's or the shop's answer to a proposed price. In a chat export, the next message
 * of another person is used. The price is agreed if the message only accepts, or if it accepts and repeats the price.
 * If the message refuses, the price counts as proposed and not agreed.
 */
function answerLater(mention: Mention, lines: readonly ChatLine[]): void {
  const own = lines[mention.line];
  const next = lines
    .slice(mention.line + 1)
    .find((line) => own?.sender === null || line.message !== own?.message);
  if (!own || !next || (own.sender !== null && next.sender === own.sender)) return;
  if (refuses.test(sameLengthFold(next.text))) {
    mention.isAgreed = false;
    mention.isProposed = true;
  }
  const isRepeated =
    beginsWithYes.test(sameLengthFold(next.text)) &&
    numbersOf(sameLengthFold(next.text)).some(({ amount }) => amount === mention.amount);
  if (!isRepeated && !accepts.test(sameLengthFold(next.text))) return;
  mention.isAgreed = true;
  mention.isProposed = false;
}

/**
 * Finds the item of a price if the message with the price names no item. The result is the item of the message before,
 * if that message names exactly one. Example: "And do you have the teapot?" and "Yes, for 120".
 */
function itemsAskedFor(mention: Mention, lines: readonly ChatLine[], items: readonly ChatItem[]): number[] {
  const itemsOf = itemsOfWord(items);
  const namedIn = (line: ChatLine | undefined) => [
    ...new Set(wordsOf(line?.text ?? '').flatMap(({ folded }) => itemsOf(folded))),
  ];
  const own = namedIn(lines[mention.line]);
  const before = namedIn(lines[mention.line - 1]);
  return own.length === 0 && before.length === 1 ? before : [];
}

/** Lowest number that can be a price if nothing marks it as a price. Lower numbers are mostly quantities. */
const weakMin = 20;
const clauseEnd = /[،؛;!؟?\n]|,(?!\d{3})|(?<!\d)\.(?!\p{L})|\.(?=\s|$)|\s(?=و(?:ال)?(?:توصيل|شحن|اجر))/u;

function mentionsOf(line: ChatLine, n: number, items: readonly ChatItem[]): Mention[] {
  const itemsOf = itemsOfWord(items);
  const blank = phonesIn(line.text).reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    line.text,
  );
  const folded = sameLengthFold(blank);
  if (folded.length !== line.text.length) return [];
  const isPlace = wordsOf(line.text).some(({ folded }) => isAddressWord(folded));
  const found: Mention[] = [];
  let from = 0;
  let before: number[] = [];
  let isOther = false;
  for (const part of folded.split(new RegExp(`(${clauseEnd.source})`, 'u'))) {
    const start = from;
    from += part.length;
    if (part.length === 0 || (part.length === 1 && clauseEnd.test(part))) continue;
    const words = wordsOf(part);
    const named = [...new Set(words.flatMap((word) => itemsOf(word.folded)))];
    const numbers = numbersOf(part);
    const isLowered = loweredWords.test(part) && !proposes.test(part);
    isOther = otherMoney.test(part) && !isLowered;
    const isPriced = numbers.some(({ hasUnit, isMarked }) => hasUnit || isMarked);
    const isAsked = /[؟?]/.test(folded[from] ?? '');
    numbers.forEach((number, index) => {
      if (isOther) return;
      const hasMark = number.hasUnit || number.isMarked || agreedWords.test(part) || (isLowered && !isPriced);
      // A message that is only a number with a question mark proposes another price.
      const isOffer = isAsked && words.length <= 2;
      const isWeak = !hasMark && !isOffer;
      // Several numbers next to each other are a phone number, if nothing marks them as prices.
      const isGroup =
        /\d[\s-]*$/.test(part.slice(0, number.start)) || /^[\s-]*\d/.test(part.slice(number.end));
      if (isWeak && (number.amount < weakMin || named.length > 0 || isPlace || isGroup)) return;
      found.push({
        ...number,
        items: itemsFor(number, index, numbers, words, itemsOf, named, before, items, part),
        basis: basisOf(part, numbers.length),
        isAgreed: (isLowered || agreedWords.test(part)) && !isAsked && !isWeak,
        isWeak,
        isProposed: isWeak || isAsked || (proposes.test(part) && !agreedWords.test(part)),
        place: { start: line.start + start + number.start, end: line.start + start + number.end },
        line: n,
      });
    });
    before = numbers.length === 0 && named.length > 0 ? named : [];
  }
  // If a line has two prices of one item, both are returned. The second price is a correction or a choice, and the line
  // does not show which price is meant.
  return found;
}

function basisOf(part: string, count: number): 'each' | 'total' | null {
  if (count > 1 && eachWords.test(part) && totalWords.test(part)) return null;
  if (totalWords.test(part)) return eachWords.test(part) ? null : 'total';
  return eachWords.test(part) ? 'each' : null;
}

type PriceNumber = Pick<Mention, 'amount' | 'isBare' | 'currencies'> & {
  start: number;
  end: number;
  hasUnit: boolean;
  isMarked: boolean;
};

/** Returns the numbers of a clause that can be prices, in their sequence. */
function numbersOf(part: string): PriceNumber[] {
  const digits = [...part.matchAll(/(?<![\p{L}\d.,])[بو]?(?<amount>\d+(?:[.,٬٫]\d+)*)/gu)].flatMap(
    ({ 0: raw, index, groups }) => {
      const text = groups?.['amount'] ?? '';
      const start = index + raw.length - text.length;
      const rest = part.slice(start + text.length);
      const hasMils = /^\s*(?:د\.?ك|kwd|kd|bhd|bd|jod|jd|omr)(?![\p{L}])/iu.test(rest);
      const value = amountOf(text, hasMils);
      if (value === null || otherNumber.test(part.slice(0, start)) || otherUnit.test(rest)) return [];
      return [{ value, start, end: start + text.length, isMarked: raw.startsWith('ب') }];
    },
  );
  // Most numbers in words are quantities. So a number in words is a price only if it has a unit.
  const words = numbersInWords(part).filter(({ end }) => hasUnitAt(part.slice(end)));
  return [...digits, ...words]
    .sort((one, other) => one.start - other.start)
    .flatMap((number) => withUnit(number, part));
}

const hasUnitAt = (rest: string) =>
  thousand.test(rest) || million.test(rest) || currencies.some(([unit]) => unit.test(rest.trimStart()));

/** Adds "thousand" and the currency that follow a number. Returns nothing if the price has a second part. */
function withUnit({ value, start, end: numberEnd, isMarked }: NumberInWords, part: string): PriceNumber[] {
  let end = numberEnd;
  const rest = part.slice(end);
  // In "a million and 200 thousand", the number 200 is only the second part of a number, so it is not read as a price.
  if (/(?:مليون|الف)\s*و\s*$/u.test(part.slice(0, start))) return [];
  const scale = thousand.exec(rest) ?? million.exec(rest);
  const factor = !scale ? 1 : thousand.test(rest) ? 1_000 : 1_000_000;
  end += scale?.[0].length ?? 0;
  const afterScale = part.slice(end);
  // In "290 thousand and 500", the number 290 is only the first part of a number, so it is not read as a price.
  if (scale && /^\s*و\s*(?:نص|ربع|\d)/u.test(afterScale)) return [];
  const gap = /^\s*/.exec(afterScale)?.[0].length ?? 0;
  const unit = currencies.find(([pattern]) => pattern.test(afterScale.slice(gap)));
  const sign = /([$€])\s*$/.exec(part.slice(0, start))?.[1];
  const codes = unit?.[1] ?? (sign === '$' ? ['USD'] : sign ? ['EUR'] : null);
  if (unit) end += gap + (unit[0].exec(afterScale.slice(gap))?.[0].length ?? 0);
  if (!unit && !scale && /^\s*(?:او|أو|-|–|\/|or)\s*\d/u.test(part.slice(end))) return [];
  return [
    {
      amount: value * factor,
      isBare: factor === 1,
      currencies: codes,
      start,
      end,
      hasUnit: codes !== null || factor > 1,
      isMarked: isMarked || priceBefore.test(part.slice(0, start)),
    },
  ];
}

/**
 * Reads a number with separators of thousands. Returns null if the text has two meanings: "12.500" can mean 12,500 or
 * 12.5. `hasMils`: the currency has three decimal places and is not counted in thousands, such as the dinar of Kuwait.
 */
function amountOf(text: string, hasMils: boolean): number | null {
  if (/^\d+$/.test(text)) return text.length > 9 || /^0/.test(text) ? null : Number(text);
  if (/^\d{1,3}(?:[,٬]\d{3})+$/.test(text) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(text))
    return Number(text.replace(/\D/g, ''));
  return (hasMils ? /^\d+[.٫]\d{1,3}$/ : /^\d+[.٫]\d{1,2}$/).test(text)
    ? Number(text.replace('٫', '.'))
    : null;
}

/** Returns the items to which a price of a clause can belong. */
function itemsFor(
  number: PriceNumber,
  index: number,
  numbers: readonly PriceNumber[],
  words: ReturnType<typeof wordsOf>,
  itemsOf: (folded: string) => number[],
  named: number[],
  before: number[],
  items: readonly ChatItem[],
  part: string,
): number[] {
  if (named.length === 1) return named;
  if (named.length === 0) {
    if (items.length === 1) return [0];
    return before.length === 1 ? before : [];
  }
  // A clause may name several items and have as many prices. In this case, each price belongs to the item that is named
  // between the previous price and this price.
  const from = numbers[index - 1]?.end ?? 0;
  const own = [
    ...new Set(
      words
        .filter(({ start }) => start >= from && start < number.start)
        .flatMap(({ folded }) => itemsOf(folded)),
    ),
  ];
  const isListed = numbers.length > 1 && !totalWords.test(part);
  return isListed && own.length === 1 ? own : [];
}
