import { type Area, areaAt, isAreaKind } from '@/lib/catalogue/details/area-names';
import type { ChatItem, Found, Place } from '@/lib/catalogue/details/chat-details';
import type { Chunk } from '@/lib/catalogue/details/chat-chunks';
import {
  endsAddress,
  isAboutSeller,
  isAddressWord,
  isNotName,
  type TextWord,
  wordsOf,
} from '@/lib/catalogue/details/detail-words';
import { itemsOfWord } from '@/lib/catalogue/details/item-words';
import { isFirstName } from '@/lib/catalogue/details/person-names';
import { isNoise } from '@/lib/catalogue/message-words';

/** A run: neighbouring chunks of one line, between a name, a phone number and other values. A run can be an address. */
type Run = {
  text: string;
  start: number;
  at: number;
  message: number;
  sender: string | null;
  /**
   * `isLabelled`: the run begins after the label "address". `isAsked`: the text after the label is not the address,
   * because the label only asks for the address or has no value. Without a colon after the label, the text counts as
   * the address only if it has a place or a number. For example, "send the name and the address" has no address.
   */
  isLabelled: boolean;
  isAsked: boolean;
  /** True if the label says that the address replaces another one, such as "the new address". */
  isNew: boolean;
};

const roadWords = new Set(
  'شارع الشارع ش ساحه الساحه دوار الدوار طريق حي الحي جسر باب سوق مشفي مستشفي فندق مطعم كراج كراجات جامعه مدرسه بنك مول مخيم street road st'.split(
    ' ',
  ),
);
/** Words after which a proper name follows, such as "the mosque of …" and "son of …". */
const namedAfter = new Set(
  'شارع الشارع ساحه دوار حي جسر مشفي مستشفي فندق مطعم جامعه مدرسه بنك جامع مسجد صيدليه مخبز فرن محل سوبرماركت مكتبه بن ابن'.split(
    ' ',
  ),
);
const isNamedAfter = (before: string) => namedAfter.has(before);
const prepositions = new Set('في ب ل ع علي الي من عند in to at from الي'.split(' '));
const allowedNoise = new Set('ابن بن بنت في علي ع من عن الي مع to the in of from السلام'.split(' '));

function runsOf(chunks: readonly Chunk[]): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (const chunk of chunks) {
    const isPart = chunk.kind === 'address' || chunk.kind === 'province' || chunk.kind === 'text';
    if (open && (open.at !== chunk.at || !isPart || chunk.kind === 'address')) open = null;
    if (!isPart) continue;
    if (open) {
      open.text = withoutNegated(open.text + chunk.label + chunk.text, open.isLabelled);
      continue;
    }
    const isLabelled = chunk.kind === 'address';
    const label = isLabelled ? '' : chunk.label;
    open = {
      text: withoutNegated(label + chunk.text, isLabelled),
      start: chunk.start - label.length,
      at: chunk.at,
      message: chunk.line.message,
      sender: chunk.line.sender,
      isLabelled,
      isAsked: false,
      isNew: isLabelled && /الجديد|الحالي/u.test(chunk.label),
    };
    runs.push(open);
  }
  for (const run of runs)
    if (run.isLabelled)
      run.isAsked =
        /[؟?]/.test(run.text) ||
        wordsOf(run.text).length === 0 ||
        (!/^\s*[:：=–-]/u.test(run.text) && !isPlaceOrNumber(run.text));
  return runs;
}

const negations = new Set('مو مش موب مب ليس مهو not'.split(' '));
/** Words that are written between the old place and the new place, such as "we moved to". */
const moved = new Set(
  'صرنا صرت صار صارت نقلنا نقلت انتقلنا انتقلت ساكن ساكنه ساكنين سكنا سكنت هلق الان بل لكن now moved but'.split(
    ' ',
  ),
);

/**
 * Replaces a negated place by spaces. In "not in X, we moved to Y", all words before Y are replaced. The negated place
 * ends at a punctuation mark, or at a word such as "moved". `isLabelled`: the text begins after the label "address".
 */
function withoutNegated(text: string, isLabelled: boolean): string {
  const words = wordsOf(text);
  const folded = words.map((word) => word.folded);
  return words.reduce((left, word, n) => {
    if (!negations.has(word.folded)) return left;
    const at = folded.findIndex((other, k) => k > n && !prepositions.has(other));
    const sign = text.slice(word.end).search(/[،,;؛.!\n]/u);
    const end = sign < 0 ? text.length : word.end + sign;
    const newer = words.findIndex((one, k) => k > n && one.start < end && moved.has(one.folded));
    const isPlace = isAddressWord(folded[at] ?? '') || areaAt(folded, at) || prefixedArea(folded, at);
    if (at < 0 || !(isPlace || newer >= 0 || (isLabelled && n === 0))) return left;
    const from = newer < 0 ? words.findIndex(({ start }) => start >= end) : newer;
    const next = words.find((one, k) => k >= from && !moved.has(one.folded) && !prepositions.has(one.folded));
    const stop = from < 0 || !next ? end : next.start;
    const glued = from >= 0 && /^[بع]ال/.test(text.slice(stop)) ? 1 : 0;
    return left.slice(0, word.start) + ' '.repeat(stop + glued - word.start) + left.slice(stop + glued);
  }, text);
}

type AddressCandidate = { value: string; place: Place; whole: Place; isSure: boolean };

/** Finds the address of the delivery, without the name of the area at its beginning or end. */
export function findAddress(
  chunks: readonly Chunk[],
  items: readonly ChatItem[],
): (Found<string> & { whole: Place }) | null {
  const runs = runsOf(chunks);
  const itemsOf = itemsOfWord(items);
  const hasItem = (run: Run) => wordsOf(run.text).some(({ folded }) => itemsOf(folded).length > 0);
  const used = new Set<Run>();
  const labelled: AddressCandidate[] = [];
  const asked: AddressCandidate[] = [];
  const open: AddressCandidate[] = [];
  const phoneLines = chunks.filter(({ kind }) => kind === 'number').map(({ at }) => at);
  const nameLines = chunks.filter(({ kind }) => kind === 'name' || kind === 'phone').map(({ at }) => at);
  const isNear = (at: number) => [...phoneLines, ...nameLines].some((other) => Math.abs(other - at) <= 3);

  runs.forEach((run, n) => {
    if (!run.isLabelled) return;
    if (!run.isAsked) {
      if (runs.some(({ isNew }) => isNew) && !run.isNew) return;
      if (isSellers(run) || changed.test(run.text)) return;
      const found = withNext(run, runs, n, used, hasItem);
      if (found && isPlaceOrNumber(found.value)) labelled.push({ ...found, isSure: true });
      return;
    }
    const next = runs.find((one) => one.at === run.at + 1);
    const isAnswer =
      next &&
      !used.has(next) &&
      !next.isLabelled &&
      !(next.sender !== null && /[؟?]/.test(run.text) && next.sender === run.sender);
    if (!isAnswer || hasItem(next) || !isPlain(next.text) || isNameLike(next.text)) return;
    if (wordsOf(next.text).length < 2 || !hasPlaceWord(next.text)) return;
    const found = withNext(next, runs, runs.indexOf(next), used, hasItem);
    if (found) asked.push({ ...found, isSure: false });
  });
  runs.forEach((run, n) => {
    if (
      run.isLabelled ||
      used.has(run) ||
      isSellers(run) ||
      /[؟?]/.test(run.text) ||
      beginsWithPrice.test(run.text)
    )
      return;
    for (const part of stretchesOf(run, (text) => isPlain(text) && !hasItem({ ...run, text }))) {
      const folded = wordsOf(part.text).map((word) => word.folded);
      const count = folded.filter(isAddressWord).length;
      const lead = leadingArea(folded);
      const isGlued = gluedLetters(folded) > 0;
      const rest = folded.length - lead;
      const isTown = (areaAt(folded, 0) ?? prefixedArea(folded, 0))?.isTown === true;
      const isAddress =
        isNear(run.at) &&
        rest <= addressWordsMax &&
        ((lead > 0 && rest >= 1) ||
          (count >= 1 && rest >= 3) ||
          (isTown && rest >= 2) ||
          (isGlued && count >= 1));
      // No address begins with a person's name or a floor. If a part begins with a name or a floor, the real beginning
      // of the address was not recognized, so the part is ignored.
      const isCut =
        (isFirstName(folded[0] ?? '') && areaAt(folded, 0) === null) || innerWords.has(folded[0] ?? '');
      if (!isAddress || isCut || isFields(part.text)) continue;
      const found = withNext(part, runs, n, used, hasItem);
      if (found) open.push({ ...found, isSure: false });
    }
  });
  const [first] = [labelled, asked, open].find((all) => all.length > 0) ?? [];
  const of = (all: AddressCandidate[]) =>
    new Set(
      all.map(({ value }) =>
        wordsOf(value)
          .map(({ folded }) => folded)
          .join(' '),
      ),
    );
  if (!first || of(labelled.length > 0 ? labelled : [...asked, ...open]).size !== 1) return null;
  return {
    value: first.value,
    place: first.place,
    whole: first.whole,
    confidence: first.isSure ? 'sure' : 'likely',
  };
}

/** Words that show that an address was changed or is wrong. */
const changed = /تغير|غيرت|هو هو|القديم|غلط|مو هاد|مش ده|بدل|old|changed|wrong/i;
const addressWordsMax = 14;
/** Matches a price at the beginning of a text, such as "for 240 a piece", where "piece" is also a word of addresses. */
const beginsWithPrice = /^\s*(?:ب|for|at)\s*\d/iu;
const innerWords = new Set('طابق الطابق دور الدور شقه الشقه floor apt apartment flat'.split(' '));

/**
 * Whether a text is a form with a field for each part of the address, such as "Street: …". The values of the fields are
 * not joined to one address.
 */
const isFields = (text: string) =>
  /(?:^|\n)\s*(?:الحي|الشارع|المبنى|البناء|الطابق|street|block|building)\s*[:：]/i.test(text);

/**
 * Returns the parts of a run, between commas, that have only words of an address. The address ends at the first part
 * with other words. If this part names a place, nothing is returned, because the address may begin there.
 */
function stretchesOf(run: Run, isPart: (text: string) => boolean): Run[] {
  const parts: { text: string; start: number; isPart: boolean; isOrigin: boolean }[] = [];
  let start = 0;
  for (const text of run.text.split(/([،,;؛:|/])/u)) {
    const from = isPart(text) ? 0 : destinationAt(text);
    if (from > 0 && isPart(text.slice(from))) {
      parts.push({ text: text.slice(0, from), start, isPart: false, isOrigin: true });
      parts.push({ text: text.slice(from), start: start + from, isPart: true, isOrigin: false });
    } else if (text.length > 1 || /[\p{L}\p{N}]/u.test(text))
      parts.push({ text, start, isPart: isPart(text) && !isFirstName(text.trim()), isOrigin: false });
    start += text.length;
  }
  if (parts.every((part) => part.isPart)) return [run];
  if (parts.some((part) => !part.isPart && !part.isOrigin && hasPlaceWord(part.text))) return [];
  const found: Run[] = [];
  parts.forEach((part, n) => {
    const isFirst = part.isPart && !parts[n - 1]?.isPart;
    if (!isFirst || !isAddressLike(part.text)) return;
    const after = parts.slice(n).findIndex((one) => !one.isPart);
    const last = parts[after < 0 ? parts.length - 1 : n + after - 1];
    if (last)
      found.push({
        ...run,
        text: run.text.slice(part.start, last.start + last.text.length),
        start: run.start + part.start,
      });
  });
  return found;
}

/**
 * Returns where the destination begins in a text such as "two scarves to Aleppo, …"; 0 if nothing shows where it
 * begins. The destination begins at the first word of one of these kinds:
 * - a word that names an area and is written together with "to" or "on"
 * - a word that begins with "عال"
 */
function destinationAt(text: string): number {
  const words = wordsOf(text);
  const folded = words.map((word) => word.folded);
  const at = folded.findIndex(
    (word, n) =>
      n > 0 &&
      ((/^[عبل]/.test(word) && areaAt(folded, n) === null && prefixedArea(folded, n) !== null) ||
        (/^عال\p{L}{3}/u.test(word) && folded.slice(n).some(isAddressWord))),
  );
  const rest = folded.slice(at + 1);
  if (at < 0 || (rest.length > 0 && !rest.some(isAddressWord))) return 0;
  return words[at]?.start ?? 0;
}

/** Returns how many letters of "to", "on" or "in" are written together with the first word of an address. */
function gluedLetters(folded: readonly string[]): number {
  const [first = ''] = folded;
  if (/^عال\p{L}{3}/u.test(first) && !/^عال(?:م|ي|يه)$/.test(first)) return 1;
  return areaAt(folded, 0) === null && !/^لل/.test(first) && prefixedArea(folded, 0) !== null ? 1 : 0;
}

/** Whether a text begins with an area, or with words of an address. */
function isAddressLike(text: string): boolean {
  const folded = wordsOf(text).map((word) => word.folded);
  return areaAt(folded, 0) !== null || isAddressWord(folded[0] ?? '') || gluedLetters(folded) > 0;
}

const isSellers = (run: Run) => wordsOf(run.text).some(({ folded }) => isAboutSeller(folded));

/** True if a text contains no question, no thanks and no request. */
const isPlain = (text: string) =>
  !/[؟?]/.test(text) &&
  wordsOf(text).every(
    ({ folded }, n, all) =>
      isNamedAfter(all[n - 1]?.folded ?? '') ||
      (!endsAddress(folded) &&
        (!isNoise(folded) || allowedNoise.has(folded)) &&
        (!isNotName(folded) ||
          allowedNoise.has(folded) ||
          isAddressWord(folded) ||
          isAreaKind(folded) ||
          folded === 'رقم')),
  );

const hasPlaceWord = (text: string) => {
  const folded = wordsOf(text).map((word) => word.folded);
  return folded.some((word, n) => isAddressWord(word) || areaAt(folded, n) !== null);
};
const isPlaceOrNumber = (text: string) => /\d/.test(text) || hasPlaceWord(text);
const isNameLike = (text: string) => wordsOf(text).length < 2;

/** Returns how many words at the beginning of an address name the area. Returns 0 if these words name a town. */
function leadingArea(folded: readonly string[]): number {
  let length = 0;
  while (
    isAreaKind(folded[length] ?? '') ||
    prepositions.has(folded[length] ?? '') ||
    countries.has(folded[length] ?? '')
  )
    length += 1;
  const area = areaAt(folded, length) ?? (length === 0 ? prefixedArea(folded, 0) : null);
  if (!area || area.isTown || /^(?:ال)?(?:جديده|قديمه)$/.test(folded[length + area.length] ?? '')) return 0;
  const end = length + area.length;
  return isAreaKind(folded[end] ?? '') && end + 1 === folded.length ? end + 1 : end;
}

const countries = new Set(
  'سوريا سوريه الجمهوريه العربيه السوريه مصر السعوديه الكويت قطر الامارات لبنان syria egypt lebanon kuwait qatar uae'.split(
    ' ',
  ),
);

function trailingArea(folded: readonly string[]): number {
  for (const length of [3, 2, 1]) {
    const at = folded.length - length;
    const area = at > 0 ? areaAt(folded, at) : null;
    if (!area || area.length !== length || area.isTown || area.isWeak || roadWords.has(folded[at - 1] ?? ''))
      continue;
    let before = 0;
    while (isAreaKind(folded[at - 1 - before] ?? '') || prepositions.has(folded[at - 1 - before] ?? ''))
      before += 1;
    return length + before;
  }
  return 0;
}

/** Reads the address in a run. If the next lines of the message continue the address, they are included. */
function withNext(
  run: Run,
  runs: readonly Run[],
  n: number,
  used: Set<Run>,
  hasItem: (run: Run) => boolean,
): Omit<AddressCandidate, 'isSure'> | null {
  used.add(run);
  const first = cutAddress(run.text);
  const parts = [{ text: first, start: run.start }];
  for (let at = n + 1, last = run; first.trim().length === run.text.trim().length; at += 1) {
    const next = runs[at];
    if (!next || next.at !== last.at + 1 || next.message !== run.message || next.isLabelled) break;
    const words = wordsOf(next.text);
    const isMore =
      isPlain(next.text) &&
      !hasItem(next) &&
      words.some(({ folded }) => isAddressWord(folded)) &&
      words.length <= 12;
    if (!isMore) break;
    used.add(next);
    parts.push({ text: next.text, start: next.start });
    last = next;
  }
  const whole = { start: run.start, end: (parts.at(-1)?.start ?? 0) + (parts.at(-1)?.text.length ?? 0) };
  const [head] = parts;
  if (!head) return null;
  const words = wordsOf(head.text);
  const lead = leadingArea(words.map(({ folded }) => folded));
  const kept = words.slice(lead);
  const [start] = kept;
  if (!start) return null;
  const glued = lead === 0 ? gluedLetters(words.map(({ folded }) => folded)) : 0;
  const from = { ...start, start: start.start + glued };
  const tail = parts.length === 1 ? trailingArea(kept.map(({ folded }) => folded)) : 0;
  const final = kept.at(-1 - tail);
  if (!final) return null;
  const texts = parts.map(({ text }, index) =>
    index > 0
      ? text.trim()
      : text.slice(from.start, closing(text, parts.length === 1 ? final : (kept.at(-1) as TextWord))),
  );
  const value = texts.join('، ').replace(/\s+/g, ' ').trim();
  if (value.replace(/[^\p{L}]/gu, '').length < 3) return null;
  const end = parts.length === 1 ? head.start + final.end : whole.end;
  return { value, place: { start: head.start + from.start, end }, whole };
}

/** Returns the index after a word, or after the closing bracket that follows the word. */
const closing = (text: string, { end }: TextWord) => (text[end] === ')' ? end + 1 : end);

/**
 * Cuts a labelled address at the end of the sentence, or before it at the first word that does not belong to an
 * address.
 */
function cutAddress(text: string): string {
  const ends = [
    ...wordsOf(text).flatMap(({ folded, start }, n, all) =>
      endsAddress(folded) && !isNamedAfter(all[n - 1]?.folded ?? '') ? [start] : [],
    ),
    ...[...text.matchAll(/[!؟?;؛]|\.(?=\s+\p{L}{3}|\s*$)/gu)].map(({ index }) => index),
  ];
  return text.slice(0, Math.min(text.length, ...ends));
}

/**
 * `isOrigin`: according to the text, a person comes from this area. An area of origin counts only if the chat names no
 * other area.
 */
type AreaCandidate = { key: string; place: Place; isOrigin: boolean; isSure: boolean };

/** Reads an area that is written together with "in", "to" or "on", such as "بحلب", "للشارقة" and "عالشام". */
function prefixedArea(folded: readonly string[], at: number): Area | null {
  const word = folded[at] ?? '';
  const forms = /^لل/.test(word) ? [`ال${word.slice(2)}`] : /^[بلع]/.test(word) ? [word.slice(1)] : [];
  for (const form of forms) {
    const area = form.length > 2 ? areaAt([form, ...folded.slice(at + 1)], 0) : null;
    if (area) return area;
  }
  return null;
}

/**
 * Finds the area to which the order is delivered. `address` is the place of the address that was found, with the name
 * of its area.
 */
export function findProvince(
  chunks: readonly Chunk[],
  items: readonly ChatItem[],
  address: Place | null,
): Found<string> | null {
  const itemsOf = itemsOfWord(items);
  const candidates = runsOf(chunks).flatMap((run) => {
    const words = wordsOf(run.text);
    const folded = words.map((word) => word.folded);
    if (folded.some(isAboutSeller)) return [];
    const found: AreaCandidate[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const plain = areaAt(folded, at);
      const prefixed = plain ? null : prefixedArea(folded, at);
      const area = plain ?? prefixed;
      const first = words[at];
      const last = words[at + (area?.length ?? 1) - 1];
      if (!area || !first || !last) continue;
      const before = folded[at - 1] ?? '';
      const isItem = folded.slice(at, at + area.length).some((word) => itemsOf(word).length > 0);
      if (isItem || roadWords.has(before)) continue;
      const place = { start: run.start + first.start, end: run.start + last.end };
      const isLabelled = isAreaKind(before);
      const inAddress = address !== null && place.start >= address.start && place.end <= address.end;
      // In "from X to Y", X is the wrong area and is ignored.
      if (before === 'من' && /^لل?\p{L}{3}/u.test(folded[at + area.length] ?? '')) continue;
      const isOrigin = /^(?:من|from)$/.test(before) || /^(?:انا|im)$/.test(before);
      const isNamed = prefixed !== null || prepositions.has(before);
      const leads =
        at === 0 ||
        folded.slice(0, at).every(isAreaKind) ||
        /[-،,/|–:]\s*$/.test(run.text.slice(0, first.start));
      const part = run.text.slice(first.start).split(/[،,;؛|/]/u)[0] ?? '';
      const hasRoad = leads && isPlain(part) && wordsOf(part).some((word) => isAddressWord(word.folded));
      const isAlone =
        leads && (at + area.length === words.length || /^\s*[-،,/|–.]/.test(run.text.slice(last.end)));
      const isEdge = leads || at + area.length === words.length;
      if (area.isWeak && !isLabelled && !isNamed && !(inAddress && at === 0)) continue;
      if (isLabelled || (inAddress && isEdge) || isNamed || isAlone || hasRoad)
        found.push({
          key: area.key,
          place,
          isOrigin: !isLabelled && !inAddress && isOrigin,
          isSure: isLabelled || (inAddress && isEdge && !area.isTown),
        });
      at += area.length - 1;
    }
    return found;
  });
  const named = candidates.filter(({ isOrigin }) => !isOrigin);
  const sure = named.filter(({ isSure }) => isSure);
  const [counted = []] = [sure, named, candidates].filter((all) => all.length > 0);
  const [first] = counted;
  if (!first || new Set(counted.map(({ key }) => key)).size !== 1) return null;
  return { value: first.key, place: first.place, confidence: first.isSure ? 'sure' : 'likely' };
}
