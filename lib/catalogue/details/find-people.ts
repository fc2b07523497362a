import { areaAt } from '@/lib/catalogue/details/area-names';
import type { Chunk } from '@/lib/catalogue/details/chat-chunks';
import type { ChatLine } from '@/lib/catalogue/details/chat-lines';
import type { Found } from '@/lib/catalogue/details/chat-details';
import {
  beforeName,
  isAboutSeller,
  isAddressWord,
  isNotName,
  relativeName,
  sameLengthFold,
  titledName,
  wordsOf,
} from '@/lib/catalogue/details/detail-words';
import { phonesIn } from '@/lib/catalogue/details/phone-form';
import { isFirstName } from '@/lib/catalogue/details/person-names';

const money = /حول|تحويل|حوال|كاش|cash|transfer|iban|محفظ|[اإ]نستا ?باي|stc ?pay|بنفت|benefit ?pay/i;
/**
 * Matches lines with a phone number that is not the customer's: that of the shop, its service, the sender or the
 * driver.
 */
const otherParty =
  /استفسار|شكاوي|شكوي|خدمه (?:ال)?(?:عملاء|زباين|زبائن)|للطلب(?:ات|يات)?(?!\p{L})|للحجز|(?:ل?ل?تواصل|تواصلوا?|اتصلوا?|راسلونا) (?:معنا|فينا|بنا)|ارقامنا|رقمنا|دوامنا|اوقات الدوام|ساعات العمل|^[\s*_]*(?:متجر|محل|محلات|بوتيك|معرض|معمل|مؤسسه|شركه|store|shop|boutique)(?!\p{L})|رد الي|الدعم الفني|الجمله|الفرع|الاداره|الراسل|(?<!\p{L})المرسل(?! اليه)|تبعنا|رقم (?:ال)?(?:شوفير|سائق|سايق|مندوب)|(?:شوفير|سائق|سايق|مندوب|كراج|مكتب الشحن|شركه الشحن|شركه التوصيل)(?:ك|كم|نا|و|ه)?(?:\s+(?![بي]{0,2}ت?(?:تصل|دق|حكي|رن|كلم|تواصل|سال))\p{L}+){0,3}\s*[:：-]?\s*\+?[\d]|auto(?:matic)? reply|our (?:number|hotline)|customer (?:service|care)|hotline|courier|driver's/iu;
/** Matches a line under which the number of the shop follows. */
const sellersHead =
  /(?:للطلب(?:ات|يات)?|للحجز|للاستفسار\p{L}*|للشكاوي|للتواصل|ارقامنا|اتصلوا? بنا|تواصلوا? معنا)[^\d]{0,20}[:：]?\s*$/iu;
/** Matches the text between the word "number" and a number that is not a phone number, or not the customer's. */
const otherKind =
  /^\s*(?:ال(?:وطني|قومي|مدني|ضريبي|مرجعي|تسلسلي|جامعي|وظيفي|سري|بريدي)|(?:ال)?(?:حساب|محاسب|معلم|دكتور|طبيب|صيدلي|كهربجي|دهان|نجار|محامي|مدير|موظف|بنك)(?:ي|نا|ك|كم)?)(?!\p{L})/u;
/**
 * Labels of phone numbers. `additional`: a second number of the customer. `ofReceiver`: the number of the person who
 * gets the parcel.
 */
const additional = /تاني|ثاني|اخر|احتياط|بديل|second|other|alternative/i;
/** Matches the end of a text after which a second number of the customer follows, such as "if I do not answer, call". */
const ifNoAnswer =
  /(?:(?:اذا|لو|ان)\s+(?:ما|لم|مش|م)\s?(?:رديت|رد|برد|بيرد|جاوبت|ارد)|(?:اذا|لو)\s+م(?:رديتش|ردتش|ردش|بردش)|احتياط\p{L}*|no answer|(?:don't|do not|doesn't) answer|unreachable)[^\d]{0,40}$/iu;
/** Matches the words after a phone number that say that this phone is switched off or does not work. */
const outOfOrder =
  /^[^\d،,.]{0,15}(?:مسكر|مغلق|مطفي|ما ?بيرد|مش شغال|عطلان|خارج الخدمه|switched off|not working)/iu;

const ofReceiver = /رقم(?:ه|ها|و|هم|هن)$|المستلم|receiver|recipient/i;

/**
 * Matches a line that ends with a request to send money to a number. The number follows on the next line, and it is not
 * a phone of the customer.
 */
const asksTransfer =
  /(?:حول|حولي|حولو?ا|حوله|تحويل|التحويل|ابعت|ارسل|ادفع)\p{L}*(?:\s+\p{L}+){0,4}\s+(?:علي|ع|علي رقم|ل|to|الي)?\s*(?:هال|ال|هذا ال|هاد ال)?(?:رقم|حساب|محفظه|كاش)(?:\s+(?:ده|هذا|هاد|التالي|دا|هاذ))?\s*[:：]?\s*$|(?:شام|فودافون|سيريتل|سيرياتيل|زين|اورنج|vodafone|mtn) ?(?:كاش|cash)\s*[:：]?\s*$/iu;

/** Finds the customer's phone number. Returns null if the chat has no such number, or several. */
export function findPhone(chunks: readonly Chunk[], lines: readonly ChatLine[]): Found<string> | null {
  const ofSeller = sellersLines(lines);
  const all = chunks.flatMap((chunk, n) => {
    if (chunk.kind !== 'number') return [];
    const [phone] = phonesIn(chunk.text);
    const before = chunks[n - 1];
    const isLabelled = before?.kind === 'phone' && before.at === chunk.at && before.text.length < 25;
    if (isLabelled && otherKind.test(sameLengthFold(before.text))) return [];
    const isOther =
      (before?.kind === 'other' &&
        (before.at === chunk.at || (before.at === chunk.at - 1 && before.text.trim() === '')) &&
        /رقم|كود|order|iban|حساب|no|number|id/i.test(before.label)) ||
      asksTransfer.test(sameLengthFold(lines[chunk.at - 1]?.text ?? ''));
    const isAlone =
      chunk.line.text.length < 30 &&
      chunk.line.text.trim() === chunk.text.trim() &&
      !/000$/.test(phone?.digits ?? '');
    const above = lines[chunk.at - 1];
    const isUnderSellers =
      isAlone && above?.message === chunk.line.message && sellersHead.test(sameLengthFold(above.text));
    const isSellers =
      ofSeller.has(chunk.at) || isUnderSellers || otherParty.test(sameLengthFold(chunk.line.text));
    const label = isLabelled ? sameLengthFold(before.label.trim()) : '';
    const textBefore = sameLengthFold(chunk.line.text.slice(0, chunk.start - chunk.line.start));
    const rank = additional.test(label) || ifNoAnswer.test(textBefore) ? 0 : ofReceiver.test(label) ? 2 : 1;
    const isByName = isOnlyName(chunk.line.text.replace(chunk.text, ' '));
    if (
      outOfOrder.test(
        sameLengthFold(chunk.line.text.slice(chunk.start - chunk.line.start + chunk.text.length)),
      )
    )
      return [];
    if (before?.kind === 'phone' && /ارضي/.test(before.label)) return [];
    if (phone && /^0[1-5]\d{7,8}$/.test(phone.digits) && !phone.isCertain && !isLabelled && !isOther)
      return isSellers ? [] : [{ ...phone, start: chunk.start, isSure: false, rank: 1 }];
    if (!phone || isOther || isSellers) return [];
    if (!phone.isCertain && !isLabelled && !isAlone && !isByName) return [];
    return [{ ...phone, start: chunk.start, isSure: isLabelled || phone.isCertain, rank }];
  });
  const best = all.filter(({ rank }) => rank === Math.max(...all.map((one) => one.rank)));
  const numbers = new Set(best.map(({ digits }) => digits.slice(-8)));
  const [first] = best;
  // A second number without a first one: the first one was not recognized.
  if (first?.rank === 0 && chunks.filter(({ kind }) => kind === 'number').length === 1) return null;
  if (first && numbers.size === 1)
    return {
      value: first.text,
      place: { start: first.start, end: first.start + first.text.length },
      confidence: first.isSure ? 'sure' : 'likely',
    };
  return numbers.size === 0 ? phoneOfSender(lines) : null;
}

/** Returns the indexes of the lines that are about the seller, or about a transfer of money. */
function sellersLines(lines: readonly ChatLine[]): Set<number> {
  const isSellers = ({ text }: ChatLine) =>
    money.test(text) || wordsOf(text).some(({ folded }) => isAboutSeller(folded));
  return new Set(lines.flatMap((line, at) => (isSellers(line) ? [at] : [])));
}

/** Words of a customer, such as "I want" and "do you have". */
const asksToBuy =
  /(?<!\p{L})(?:بدي|بدنا|ابغي|ابي|اريد|عايزه?|عاوزه?|محتاجه?|حابه?|حابب|بغيت|عندكم|عندكن|[بو]?قديش|بكم|بكام|i want|i need|i'd like|can i|how much)(?!\p{L})/iu;

/**
 * Returns the phone number of the sender. In a chat export, a sender who is not in the address book of the shop's phone
 * is shown as a phone number. That sender is the customer. Returns null if no sender, or more than one, is shown as a
 * phone number.
 */
function phoneOfSender(lines: readonly ChatLine[]): Found<string> | null {
  const senders = new Set(
    lines.flatMap(({ sender }) => (sender && phonesIn(sender).length > 0 ? [sender] : [])),
  );
  const [sender] = senders;
  const line = lines.find((one) => one.sender === sender);
  if (senders.size !== 1 || !sender || !line) return null;
  const [phone] = phonesIn(sender);
  const asks = (isSender: boolean) =>
    lines.some(
      (one) =>
        one.sender !== null &&
        (one.sender === sender) === isSender &&
        asksToBuy.test(sameLengthFold(one.text)),
    );
  if (!asks(true) && asks(false)) return null;
  // The name of the sender ends at the colon before the text of the line. If the export has more spaces there, the
  // place is only approximate.
  const end = line.start - 1;
  return phone
    ? { value: phone.text, place: { start: end - sender.length, end }, confidence: 'likely' }
    : null;
}

const separators = /[,،;؛/|.؟?!()\n–]|\s-|-\s|-(?=\D)/u;
const nameWordsMax = 4;

/**
 * Matches a form that asks for the first name and the family name separately. In such a form, it is not certain which
 * name is the customer's.
 */
const twoParts = /الكنيه|اسم العائله|اسم الاب|last name|surname/i;

type Candidate = { value: string; start: number; isSure: boolean };

/** Finds the customer's name. Returns null if the chat has no such name, or several. */
export function findName(chunks: readonly Chunk[], lines: readonly ChatLine[]): Found<string> | null {
  if (twoParts.test(sameLengthFold(lines.map(({ text }) => text).join(' ')))) return null;
  const labelled = chunks.flatMap((chunk) =>
    chunk.kind === 'name' ? labelledName(chunk, chunks, lines) : [],
  );
  const named = oneOf(labelled);
  const other =
    labelled.length === 0 || named ? [...introductions(chunks), ...namesByPhone(chunks, lines)] : [];
  // A first name with a label can have its family name at the phone number.
  const found = named ? (oneOf([named, ...other]) ?? named) : oneOf(other);
  if (!found) return null;
  return {
    value: found.value,
    place: { start: found.start, end: found.start + found.value.length },
    confidence: found.isSure ? 'sure' : 'likely',
  };
}

/**
 * Returns the longest candidate if it begins with every other candidate. Returns null if there is no candidate, or if
 * the candidates contradict each other.
 */
function oneOf(candidates: readonly Candidate[]): Candidate | null {
  const [longest] = [...candidates].sort((one, other) => other.value.length - one.value.length);
  const same = (value: string) =>
    wordsOf(value)
      .map(({ folded }) => folded)
      .join(' ');
  if (!longest) return null;
  return candidates.every(({ value }) => `${same(longest.value)} `.startsWith(`${same(value)} `))
    ? longest
    : null;
}

function labelledName(chunk: Chunk, chunks: readonly Chunk[], lines: readonly ChatLine[]): Candidate[] {
  const words = wordsOf(chunk.text);
  const hasColon = /^\s*[:：=/-]/.test(chunk.text);
  const isAlsoAsked = !hasColon && words.length === 1 && !isFirstName(words[0]?.folded ?? '');
  if (/[؟?]/.test(chunk.text) || words.length === 0 || isAlsoAsked) {
    // The label asks for the name, or no text follows the label. In both cases, the whole next line is the name.
    const next = lines[chunk.at + 1];
    const isQuestion = /[؟?]/.test(chunk.text);
    if (!next || (isQuestion && next.sender !== null && next.sender === chunk.line.sender)) return [];
    if (chunks.some(({ at, kind }) => at === chunk.at + 1 && kind !== 'text')) return [];
    if (chunks.some((one) => one.at === chunk.at && one !== chunk && one.kind !== 'text')) return [];
    const name = nameAt(next.text, next.start, true);
    return name && (isQuestion || isAlsoAsked ? isFirstName(firstWord(name.value)) : true)
      ? [{ ...name, isSure: true }]
      : [];
  }
  const isOwn = /اسمي|my name|الاسم|المستلم|name is/i.test(chunk.label);
  const name = nameAt(chunk.text, chunk.start, false);
  if (!name) return [];
  const isKnown = isFirstName(firstWord(name.value));
  return hasColon || isKnown || (isOwn && wordsOf(name.value).length <= 3)
    ? [{ ...name, isSure: hasColon || isKnown }]
    : [];
}

const firstWord = (text: string) => wordsOf(text)[0]?.folded ?? '';

/** Matches a word that begins a new sentence after a name, such as "and nobody" and "and the number". */
const startsSentence =
  /^و(?:ال|ما\p{L}|لا|لم|مح|مش|مو|انا|هو|هي|بد|رقم|عنوان|موبايل|تلفون|جوال|اذا|لو|بس|كان)/u;

/** Reads a name at the beginning of a text. `isWhole`: the text must have nothing after the name. */
function nameAt(text: string, start: number, isWhole: boolean): Candidate | null {
  const from = beforeName.exec(sameLengthFold(text))?.[0].length ?? 0;
  const rest = text.slice(from);
  const cut = rest.search(/[\d]/u);
  const stop = rest.search(separators);
  const ends = [cut, stop].filter((end) => end >= 0);
  const piece = rest.slice(0, Math.min(...ends, rest.length));
  const words = wordsOf(piece);
  const folded = words.map((word) => word.folded);
  const end = folded.findIndex(
    (word, n) =>
      isNotName(word) ||
      (n > 0 && (isPlace(folded, n) || (startsSentence.test(word) && !isFirstName(word)))) ||
      isAddressWord(word),
  );
  const taken = end < 0 ? words : words.slice(0, end);
  const last = taken.at(-1);
  if (
    !last ||
    taken.length > nameWordsMax ||
    (isWhole && (end >= 0 || /\S/.test(rest.slice(piece.length).replace(/[.،,]\s*$/, ''))))
  )
    return null;
  const value = piece.slice(words[0]?.start ?? 0, last.end);
  return value.replace(/[^\p{L}]/gu, '').length < 3
    ? null
    : { value, start: start + from + (words[0]?.start ?? 0), isSure: false };
}

/** Whether a text is the name of a person and nothing else: a first name or a family name such as "الرشيدي". */
function isOnlyName(text: string): boolean {
  const folded = wordsOf(text).map((word) => word.folded);
  return (
    folded.length >= 2 &&
    folded.length <= nameWordsMax &&
    !/[؟?]/.test(text) &&
    (isFirstName(folded[0] ?? '') || /^ال\p{L}{2,}ي$/u.test(folded.at(-1) ?? '')) &&
    folded.every(
      (word, n) => /\p{L}/u.test(word) && !isNotName(word) && !isAddressWord(word) && !isPlace(folded, n),
    )
  );
}

const hasPlace = (text: string) => {
  const folded = wordsOf(text).map((word) => word.folded);
  return folded.some((word, n) => isAddressWord(word) || isPlace(folded, n));
};

const isPlace = (folded: readonly string[], at: number) => {
  const area = areaAt(folded, at);
  return area !== null && !area.isWeak;
};

const introduction =
  /(?<=^|(?<!(?:مو|مش|ما))[^\p{L}])(?:معك|معكن|معكم|معاك|معاكم|انا|أنا|[اأ]س[اأ]لو?ا?\s+عن|[تيب]{0,2}س[اأ]ل(?:وا?)?\s+عن|this is|i am|i'm|ask for)\s+/giu;

/**
 * Finds introductions, such as "معك ريما الحسن من حمص", and "ask for …". The name must end at a punctuation mark, at
 * "from", or at the end of the text.
 */
function introductions(chunks: readonly Chunk[]): Candidate[] {
  return chunks.flatMap((chunk) => {
    if (chunk.kind !== 'text') return [];
    return [...chunk.text.matchAll(introduction)].flatMap(({ 0: raw, index }) => {
      const rest = chunk.text.slice(index + raw.length);
      const found = /^(\p{L}+(?:\s+\p{L}+){0,2}?)(?=\s*(?:$|[,،.؛\n!-]|\s(?:من|from)\s))/u.exec(rest);
      const name = found?.[1];
      if (!name || !isFirstName(firstWord(name)) || wordsOf(name).some(({ folded }) => isNotName(folded)))
        return [];
      return [{ value: name, start: chunk.start + index + raw.length, isSure: false }];
    });
  });
}

/** Finds a name without a label in the line of a phone number, or in a line directly before or after it. */
function namesByPhone(chunks: readonly Chunk[], lines: readonly ChatLine[]): Candidate[] {
  const ofSeller = sellersLines(lines);
  const withPhone = new Set(
    chunks.flatMap(({ kind, at }) => (kind === 'number' && !ofSeller.has(at) ? [at] : [])),
  );
  const lengths = lines.map(({ text }) => wordsOf(text).length);
  const near = new Set(
    [...withPhone].flatMap((at) =>
      [at, at - 1, at + 1, at - 2, at - 3].filter((one) => lines[one]?.message === lines[at]?.message),
    ),
  );
  return chunks.flatMap((chunk) => {
    const isFirstNameLabel = chunk.kind === 'name' && chunk.label === 'باسم';
    if ((chunk.kind !== 'text' && !isFirstNameLabel) || !near.has(chunk.at)) return [];
    const text = isFirstNameLabel ? chunk.label + chunk.text : chunk.text;
    const textStart = isFirstNameLabel ? chunk.start - chunk.label.length : chunk.start;
    // If the line has no phone number, the whole line must be the name. A part of a line could be the name of a street.
    if (!withPhone.has(chunk.at) && lengths[chunk.at] !== wordsOf(text).length) return [];
    // The name can be in front of an address, as in "Rima Hassan, Aleppo, …", or follow a title.
    const pieces = text.split(/([,،;؛/|\n–]|\s-|-\s)/u);
    const isInFront = pieces.length > 1 && hasPlace(pieces.slice(1).join(''));
    const found: Candidate[] = [];
    let from = 0;
    for (const [n, piece] of pieces.entries()) {
      const relative = relativeName.exec(sameLengthFold(piece));
      const isKnown = relative !== null && isFirstName(firstWord(piece.slice(relative[0].length)));
      const titled = titledName.exec(sameLengthFold(piece)) ?? (isKnown ? relative : null);
      const isTitled = titled !== null && wordsOf(piece.slice(titled[0].length)).length <= 3;
      const isElsewhere = !withPhone.has(chunk.at) && pieces.length > 1 && !(n === 0 && isInFront);
      if (isTitled) {
        const name = nameAt(piece, textStart + from, false);
        if (name) found.push(name);
      }
      if (isTitled || isElsewhere) {
        from += piece.length;
        continue;
      }
      const words = wordsOf(piece);
      const folded = words.map((word) => word.folded);
      const place = folded.findIndex((word, n) => n > 0 && (isPlace(folded, n) || isAddressWord(word)));
      const length = place < 0 ? words.length : place;
      // A first name without a family name is accepted only if it is the whole line.
      const lengthMin = lengths[chunk.at] === 1 ? 1 : 2;
      const isName =
        length >= lengthMin &&
        length <= nameWordsMax &&
        (isFirstName(folded[0] ?? '') ||
          (withPhone.has(chunk.at) && length === words.length && isOnlyName(piece))) &&
        (place < 0 ? !/[^\p{L}\p{M}\s.*]/u.test(piece) : isPlace(folded, place)) &&
        folded
          .slice(0, length)
          .every((word, n) => /\p{L}/u.test(word) && !isNotName(word) && !(n === 0 && isPlace([word], 0)));
      const start = words[0]?.start ?? 0;
      if (isName)
        found.push({
          value: piece.slice(start, words[length - 1]?.end),
          start: textStart + from + start,
          isSure: false,
        });
      from += piece.length;
    }
    return found;
  });
}
