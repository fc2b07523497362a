import type { AgreedPrice, ChatItem, Found, PriceBasis } from '@/lib/catalogue/details/chat-details';
import type { ChatLine } from '@/lib/catalogue/details/chat-lines';
import { isAddressWord, sameLengthFold, wordsOf } from '@/lib/catalogue/details/detail-words';
import { itemsOfWord } from '@/lib/catalogue/details/item-words';
import { phonesIn } from '@/lib/catalogue/details/phone-form';
import { numbersOf, type PriceNumber } from '@/lib/catalogue/details/price-numbers';

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
  'اخر (?:شي|شيء|كلام|حكي)|(?:ب?خليه|ب?خليها|منخليه|منخليها)|(?:كرمال|ل?عيون|عشان خاطر|عشان عيون|عشانك|عشانج|علشانك|مشانك|منشانك|لخاطرك)\\S*|(?:بعد|مع) ال(?:خصم|حسم|تخفيض)|(?:خصم|حسم|تخفيض)(?:\\s+\\p{L}+){0,3}\\s+(?:و?[به]?يصير|و?[به]?تصير|صار|صارت)|best price|my best|after (?:the )?discount',
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
  /^[\s.،,!]*(?:تمام|ماشي|اوك|اوكي|اوكيه|ok|okay|موافقه?|تكرم|تكرمي|تكرم عينك|على راسي|علي راسي|اتفقنا|خلص|خلص تمام|تمام اتفقنا|ماشي اتفقنا|ماشي الحال|حاضر|اي تمام|طيب تمام|تم|زين|زين ما ?قصرت|ما ?قصرت|توكل علي الله|علي بركه الله|ماشي علي بركه الله|deal|agreed|done|yes ok|sure|(?:ok |yes )?confirmed|ابشر|ابشري|من عيوني|خلاص|خلاص اوك|خلاص تمام|تمام كذا|تمام كذاك|تمام هيك|(?:ماشي |تمام |حاضر )?(?:الله (?:يكرمك|يوفقك|يسلمك|يعطيك العافيه)|يسلمو|تسلم|تسلمي|شكرا|كتر خيرك|thanks|thank you))(?:\s+(?:يا\s+)?(?:اختي|اخي|حبيبتي|حبيبي|غالي|غاليه|عيوني|اتفقنا|تمام|استاذ|كرمالك|كرمالكن|عيني|ست الكل))*[\s.،,!]*$/iu;
/** Matches the beginning of a message that agrees and then repeats a price, such as "Sure, for you 25". */
const beginsWithYes =
  /^[\s.،,!]*(?:تمام|ماشي|اوك|اوكي|حاضر|تكرم|تكرمي|ابشر|ابشري|من عيوني|اي|ok|okay|sure|yes|deal)(?![\p{L}])/iu;
/** Words that mark a price as not agreed: it was asked for, was refused, belongs to something else, or is not final. */
const proposes = mark(
  'ممكن|بتعمل\\S*|بيصير|بصير|بتنزل\\S*|نزل\\S*|غالي|غاليه|كان|كانت|كنت|قبل|بدل|مو|مش|ما|لا|يمكن|قديش|بكم|كم|لو|اذا|عادي|اصلي|الاصلي|قديم|القديم|(?:المره|الشهر|السنه|الاسبوع) (?:الماضيه?|اللي فاتت?|يلي فاتت?|قبلها)|اخر مره|هديك المره|last (?:time|week|month|year)|لاقيت\\S*|لقيت\\S*|عالي|عاليه|شفت|شفته|شفتها|عند|غيركن|غيركم|تقريبا|حوالي|بين|can you|could|how much|maybe|was|instead|if|not|about|around|saw|would|too much',
);
const otherMoney = mark(
  '(?:ال)?توصيل|توصيله|(?:ال)?شحن|اجره|اجور|رسوم|عربون|دفعه|رعبون|خصم|حسم|تخفيض|رصيد|حولت\\S*|حوال\\S*|دفعت|بدفع|الباقي|باقي|(?:ال)?متبقي|[بي]?يبقي|بيضل|ضايل|مقدم|قسط|بقشيش|ميزانيه|ميزانيتي|معي|مصاري|راتب|فراطه|صرف|delivery|shipping|fee|deposit|discount|paid|transfer\\S*|budget|rest|change|off|less|more than|اقل|اكتر|فوق|ارخص|اغلي',
);
/** Words that ask for a number that is not a price: a size, an age, a number of pieces. */
const asksNumber = mark(
  String.raw`(?:ال)?(?:مقاس|قياس|نمره|طول|عرض|وزن|عمر|مقاسات|عدد|كميه|طابق|شقه|بنايه|بناء|عماره)(?:ك|ها|ه|و|كم|كن)?|(?:كم|كام) \p{L}{3,}|how many|size|age|floor|flat|which|what number`,
);
/** Words for amounts that are paid for a service or in advance, and never for an item. */
const serviceMoney = mark(
  '(?:ال)?توصيل|(?:ال)?توصيله|(?:ال)?شحن|(?:ال)?عربون|(?:ال)?رعبون|اجره|اجور|رسوم|delivery|shipping|fee|deposit',
);
const asksPrice = mark(String.raw`[به]?كم|[وب]كم|قديش|[به]قديش|اديش|بكام|كام|شحال|شقد|بشقد|how much|price`);
const eachWords = mark(
  '(?:لل?|ال|ب)?(?:حبه|قطعه|وحده|واحده|واحد|علبه|كيلو|متر|شخص|دزينه)|كل (?:واحد|واحده|وحده|قطعه|حبه|علبه)|each|per (?:piece|unit|item)|a piece|apiece|one',
);
/** Matches the word for one piece directly after a price, such as "420 a kilo". */
const afterEach =
  /^\s*(?:(?:لل?|ال)(?:حبه|قطعه|وحده|واحده|واحد|علبه|كيلو|متر)|each|a piece|per piece)(?![\p{L}])/iu;
const sumWords = mark(
  '(?:ال)?مجموع|(?:ال)?اجمالي|(?:ال)?حساب(?:ك|كم|كن)?|(?:ال)?مبلغ|total|in all|altogether|sum',
);
const totalWords = mark(
  '(?:ال)?مجموع|(?:ال)?اجمالي|كلن|كلهن|كلهم|كلها|كلو|كله|الكل|للكل|التنين|التنتين|الاتنين|الاثنين|للتنين|للتنتين|للاتنين|للاثنين|التلاته|للتلاته|الثلاثه|للثلاثه|مع بعض|للتلات|للاربع|للخمس|للست|total|in all|all together|altogether|for both|both|for all|all|for the (?:two|three|four|lot)|the (?:two|three|lot)',
);
type Mention = {
  amount: number;
  isBare: boolean;
  currencies: readonly string[] | null;
  items: number[];
  basis: 'each' | 'total' | null;
  /** True if the text calls the amount a sum, such as "total". */
  isSum: boolean;
  isAgreed: boolean;
  isProposed: boolean;
  /**
   * True if nothing marks the number as a price. Such a number counts as a price only if an earlier price of the same
   * item is near to it (isNear).
   */
  isWeak: boolean;
  /** True if the amount is for the delivery or another service. */
  isService: boolean;
  place: { start: number; end: number };
  line: number;
};

/**
 * Maximum number of amounts in a chat. The amounts are compared with each other. A chat with more amounts is not an
 * agreement between two people.
 */
const mentionsMax = 200;

/**
 * Finds the prices that were agreed, according to the chat. An item with two agreed prices gets no price. A chat with
 * more than `mentionsMax` amounts gets no prices.
 */
export function findPrices(lines: readonly ChatLine[], items: readonly ChatItem[]): Found<AgreedPrice>[] {
  if (items.length === 0) return [];
  const itemsOf = itemsOfWord(items);
  const answerOf = remembered(readAnswer);
  const namedIn = remembered((line: ChatLine) => [
    ...new Set(wordsOf(line.text).flatMap(({ folded }) => itemsOf(folded))),
  ]);
  const numbers = lines.flatMap((line, n) => mentionsOf(line, n, items, itemsOf, lines[n - 1]));
  if (numbers.length > mentionsMax) return [];
  const services = numbers.filter(({ isService }) => isService);
  const all = numbers.filter((one) => !one.isService && !isSumWith(services, one, numbers, items));
  for (const mention of all) {
    answerLater(mention, lines, answerOf);
    // A number without "thousand", as in "For 70", can mean 70 thousand if another price in the chat has the word
    // "thousand".
    const isClear = !mention.isBare || mention.currencies !== null || all.every(({ isBare }) => isBare);
    if (mention.items.length === 0 && isClear) mention.items = itemsAskedFor(mention, lines, namedIn);
  }
  return items.flatMap((item, index): Found<AgreedPrice>[] => {
    const named = all.filter((mention) => mention.items.length === 1 && mention.items[0] === index);
    const own = named.filter(
      (one, n) =>
        !one.isWeak || named.slice(0, n).some((other) => !other.isWeak && isNear(one, other, item.quantity)),
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
 * True if an amount can be a sum that includes the delivery: it is an earlier price and the delivery together, or the
 * text calls it a sum and does not show what it includes.
 */
function isSumWith(
  services: readonly Mention[],
  { amount, isSum, line }: Mention,
  all: readonly Mention[],
  items: readonly ChatItem[],
): boolean {
  if (services.length === 0) return false;
  const prices = all.filter((other) => !other.isService && other.line <= line && other.amount < amount);
  const factors = [...new Set([1, ...items.map(({ quantity }) => quantity)])];
  const isWithService = services.some((service) =>
    prices.some((price) => factors.some((factor) => price.amount * factor + service.amount === amount)),
  );
  return (
    isWithService ||
    (isSum && !prices.some((price) => factors.some((factor) => price.amount * factor === amount)))
  );
}

/**
 * True if a number can be another price for the same thing: it is between half of the price and one and a half times
 * the price.
 */
function isNear(number: Mention, price: Mention, quantity: number): boolean {
  const whole = number.basis === 'total' && price.basis !== 'total' ? quantity : 1;
  const ratios = [1, price.isBare ? 1 : 1_000].map((scale) => (number.amount * scale) / price.amount / whole);
  return !ratios.includes(1) && ratios.some((ratio) => ratio >= 0.5 && ratio <= 1.5);
}

/**
 * If the chat has the price of one piece and the price of all pieces, leaves out the price of all pieces. Example: "95
 * a kilo … so 380" for 4 kilos. The remaining prices are for one piece.
 */
function withoutTotal(prices: readonly Mention[], quantity: number): readonly Mention[] {
  const amounts = new Set(prices.map(({ amount }) => amount));
  const last = prices.at(-1);
  const earlier = prices.filter((one) => last && one.line < last.line && one.basis !== 'total');
  if (quantity > 1 && last && earlier.length === prices.length - 1 && earlier.length > 0) {
    // The last price is for all pieces. If it is a multiple of one of several prices, that one was chosen.
    const chosen = earlier.filter(({ amount }) => amount * quantity === last.amount);
    if (chosen.length > 0) return chosen.map((one) => ({ ...one, basis: 'each' as const }));
    if (last.basis === 'total' && earlier.every(({ amount }) => amount * quantity > last.amount))
      return [last];
  }
  const each = prices.filter(({ amount }) => quantity > 1 && amounts.has(amount * quantity));
  const isOther = prices.some(({ amount }) =>
    each.every((one) => ![1, quantity].includes(amount / one.amount)),
  );
  return each.length === 0 || isOther ? prices : each.map((one) => ({ ...one, basis: 'each' as const }));
}

/** Returns a function that calls `read` once for each line and then returns the same result. */
function remembered<Result>(read: (line: ChatLine) => Result): (line: ChatLine) => Result {
  const known = new Map<ChatLine, Result>();
  return (line) => {
    const result = known.get(line) ?? read(line);
    known.set(line, result);
    return result;
  };
}

/** A message as the answer to a proposed price. `repeats`: the amounts of a message that agrees and repeats a price. */
type Answer = { refuses: boolean; accepts: boolean; repeats: ReadonlySet<number> };

function readAnswer({ text }: ChatLine): Answer {
  const folded = sameLengthFold(text);
  return {
    refuses: refuses.test(folded),
    accepts: accepts.test(folded),
    repeats: new Set(beginsWithYes.test(folded) ? numbersOf(folded).map(({ amount }) => amount) : []),
  };
}

/**
 * Reads the next message as the customer's or the shop's answer to a proposed price. In a chat export, the next message
 * of another person is used. The price is agreed if the message only accepts, or if it accepts and repeats the price.
 * If the message refuses, the price counts as proposed and not agreed.
 */
function answerLater(
  mention: Mention,
  lines: readonly ChatLine[],
  answerOf: (line: ChatLine) => Answer,
): void {
  const own = lines[mention.line];
  const next = lines
    .slice(mention.line + 1)
    .find((line) => own?.sender === null || line.message !== own?.message);
  if (!own || !next || (own.sender !== null && next.sender === own.sender)) return;
  const answer = answerOf(next);
  if (answer.refuses) {
    mention.isAgreed = false;
    mention.isProposed = true;
  }
  if (!answer.accepts && !answer.repeats.has(mention.amount)) return;
  mention.isAgreed = true;
  mention.isProposed = false;
}

/**
 * Finds the item of a price if the message with the price names no item. The result is the item of the message before,
 * if that message names exactly one. Example: "And do you have the teapot?" and "Yes, for 120".
 */
function itemsAskedFor(
  mention: Mention,
  lines: readonly ChatLine[],
  namedIn: (line: ChatLine) => number[],
): number[] {
  const [before = [], own = []] = [lines[mention.line - 1], lines[mention.line]].map(
    (line) => line && namedIn(line),
  );
  return own.length === 0 && before.length === 1 ? before : [];
}

/**
 * Whether a message only asks for another amount than the price of an item, such as "And the delivery?". The amount in
 * the next message is then the answer.
 */
function asksOtherMoney(line: ChatLine | undefined): boolean {
  const folded = sameLengthFold(line?.text ?? '');
  const last = folded.split(/[،,.؛;]/u).findLast((part) => /\p{L}/u.test(part)) ?? '';
  const isQuestion = /[؟?]/.test(folded) || asksPrice.test(last) || wordsOf(last).length === 1;
  return isQuestion && serviceMoney.test(last) && !/\d/.test(last);
}

/** Lowest number that can be a price if nothing marks it as a price. Lower numbers are mostly quantities. */
const weakMin = 20;
/** The same for a number that is a whole message. */
const smallMin = 2;
const clauseEnd =
  /[؛;!؟?\n]|(?<!\d)[،,]|[،,](?!\d)|(?<!\d)\.(?!\p{L})|\.(?=\s|$)|\s(?=و(?:ال)?(?:توصيل|شحن|اجر))/u;

function mentionsOf(
  line: ChatLine,
  n: number,
  items: readonly ChatItem[],
  itemsOf: (folded: string) => number[],
  previous?: ChatLine,
): Mention[] {
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
  const isAnswer = asksOtherMoney(previous);
  const asked = sameLengthFold(previous?.text ?? '');
  const isSizeAnswer = asksNumber.test(asked);
  const isPriceAnswer = asksPrice.test(asked);
  for (const part of folded.split(new RegExp(`(${clauseEnd.source})`, 'u'))) {
    const start = from;
    from += part.length;
    if (part.length === 0 || (part.length === 1 && clauseEnd.test(part))) continue;
    const words = wordsOf(part);
    const named = [...new Set(words.flatMap((word) => itemsOf(word.folded)))];
    const numbers = numbersOf(part);
    const isLowered = loweredWords.test(part) && !proposes.test(part);
    isOther =
      (otherMoney.test(part) && !isLowered) || (isAnswer && named.length === 0 && !totalWords.test(part));
    const hasService = isOther && (serviceMoney.test(part) || isAnswer);
    const isPriced = numbers.some(({ hasUnit, isMarked }) => hasUnit || isMarked);
    const isAsked = /[؟?]/.test(folded[from] ?? '');
    const isAgreed = agreedWords.test(part);
    const basis = basisOf(part, numbers.length);
    numbers.forEach((number, index) => {
      if (isOther && !(hasService && (number.hasUnit || number.isMarked || isAnswer || numbers.length === 1)))
        return;
      const isEach = number.amount >= weakMin && afterEach.test(part.slice(number.end));
      // "How much is the squid?" and "the squid 260": the answer has only the item and the number.
      const isReply =
        number.amount >= weakMin &&
        named.length === 1 &&
        numbers.length === 1 &&
        isPriceAnswer &&
        words.every((word) => /^\d/.test(word.folded) || itemsOf(word.folded).length > 0);
      const hasMark =
        number.hasUnit || number.isMarked || isEach || isReply || isAgreed || (isLowered && !isPriced);
      // A message that is only a number with a question mark proposes another price.
      const isOffer = isAsked && words.length <= 2;
      const isWeak = number.isVague || (!hasMark && !isOffer);
      // Several numbers next to each other are a phone number, if nothing marks them as prices.
      const isGroup =
        /\d[\s-]*$/.test(part.slice(0, number.start)) || /^[\s-]*\d/.test(part.slice(number.end));
      const min = part.trim().length === number.end - number.start && words.length === 1 ? smallMin : weakMin;
      if (isWeak && (number.amount < min || isSizeAnswer || named.length > 0 || isPlace || isGroup)) return;
      found.push({
        ...number,
        items: itemsFor(number, index, numbers, words, itemsOf, named, before, items, part),
        basis,
        isSum: sumWords.test(part),
        isAgreed: (isLowered || isAgreed) && !isAsked && (!isWeak || number.isVague),
        isWeak,
        isService: isOther,
        isProposed: (isWeak && basis !== 'total') || isAsked || (!isAgreed && proposes.test(part)),
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
    if (sumWords.test(part)) return [];
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
