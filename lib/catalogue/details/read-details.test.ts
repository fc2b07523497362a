import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDetails } from '@/lib/catalogue/details/read-details';
import { foldText } from '@/lib/shared/fold-text';

/**
 * A chat of the corpus, with the details that a person reads in it. Each item is a name and a quantity. Each price is
 * the index of its item, the amount in major units, and the basis (the price of one piece or of all pieces). `phone`
 * contains only digits. `province` is a key.
 */
type Chat = {
  text: string;
  items: [string, number][];
  phone: string | null;
  name: string | null;
  province: string | null;
  address: string | null;
  prices: [number, number, string][];
};

const fields = ['phone', 'name', 'province', 'address', 'prices'] as const;
type Field = (typeof fields)[number];

const corpus = (name: string) => JSON.parse(readFileSync(`tests/corpus/${name}.json`, 'utf8')) as Chat[];

const plain = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns the expected values of a field as texts that the test can compare. The texts contain no spelling variants of
 * letters and no punctuation.
 */
function expectedOf(chat: Chat, field: Field): string[] {
  if (field === 'prices') return chat.prices.map((price) => price.join(' '));
  const value = chat[field];
  return value === null ? [] : [field === 'phone' ? value.replace(/\D/g, '') : plain(value)];
}

function foundOf(chat: Chat, field: Field): string[] {
  const details = readDetails(
    chat.text,
    chat.items.map(([text, quantity]) => ({ text, quantity })),
  );
  if (field === 'prices')
    return details.prices.map(({ value }) => `${value.item} ${value.amount} ${value.basis}`);
  const value = details[field]?.value;
  return value === undefined ? [] : [field === 'phone' ? value.replace(/\D/g, '') : plain(value)];
}

/**
 * Returns true if a found value is right. If the basis of a price is open (for one piece or for all pieces), only its
 * amount must be right, because the screen then offers both as chips. An address is right without the name of its area,
 * because the area has a field of its own.
 */
const isRight = (expected: string, found: string) =>
  expected === found ||
  (found.endsWith(' open') && expected.startsWith(found.replace('open', ''))) ||
  (expected.includes(found) && isArea(expected.replace(found, '')));
const isArea = (text: string) =>
  readDetails(`المحافظة: ${text}`, []).province?.value !== undefined && text.trim().split(' ').length <= 2;

type Score = { precision: number; recall: number };

function scoreOf(chats: readonly Chat[], field: Field): Score & { misses: string[] } {
  let [right, found, expected] = [0, 0, 0];
  const misses: string[] = [];
  for (const chat of chats) {
    const [should, has] = [expectedOf(chat, field), foundOf(chat, field)];
    right += has.filter((value) => should.some((one) => isRight(one, value))).length;
    found += has.length;
    expected += should.length;
    if (should.length !== has.length || has.some((value, n) => !isRight(should[n] ?? '', value)))
      misses.push(
        `${field}: expected ${should.join('|') || '-'}, found ${has.join('|') || '-'}\n    ${chat.text.replace(/\n/g, ' ⏎ ')}`,
      );
  }
  return { precision: right / found, recall: right / expected, misses };
}

/**
 * Minimum precision and recall of the parser. The values were measured with the present parser, so a change of the
 * parser must not make precision or recall lower than these values. docs/measurements.md has the figures of the first
 * runs, before the parser was changed.
 */
const floors: Record<string, Record<Field, Score>> = {
  author: {
    phone: { precision: 1, recall: 1 },
    name: { precision: 1, recall: 0.982 },
    province: { precision: 1, recall: 1 },
    address: { precision: 1, recall: 0.955 },
    prices: { precision: 1, recall: 1 },
  },
  unseen: {
    phone: { precision: 1, recall: 0.875 },
    name: { precision: 0.973, recall: 0.672 },
    province: { precision: 1, recall: 0.678 },
    address: { precision: 1, recall: 0.51 },
    prices: { precision: 0.96, recall: 0.8 },
  },
  independent: {
    phone: { precision: 1, recall: 0.957 },
    name: { precision: 0.968, recall: 0.775 },
    province: { precision: 0.976, recall: 0.857 },
    address: { precision: 0.971, recall: 0.79 },
    prices: { precision: 1, recall: 0.728 },
  },
  strangers: {
    phone: { precision: 1, recall: 1 },
    name: { precision: 1, recall: 1 },
    province: { precision: 1, recall: 1 },
    address: { precision: 1, recall: 0.941 },
    prices: { precision: 1, recall: 0.911 },
  },
  'strangers-unread': {
    phone: { precision: 1, recall: 0.823 },
    name: { precision: 0.923, recall: 0.685 },
    province: { precision: 1, recall: 0.735 },
    address: { precision: 0.814, recall: 0.666 },
    prices: { precision: 1, recall: 0.65 },
  },
  'strangers-2': {
    phone: { precision: 1, recall: 1 },
    name: { precision: 1, recall: 1 },
    province: { precision: 1, recall: 0.933 },
    address: { precision: 1, recall: 0.9 },
    prices: { precision: 1, recall: 0.933 },
  },
  'strangers-2-unread': {
    phone: { precision: 0.888, recall: 0.827 },
    name: { precision: 0.947, recall: 0.6 },
    province: { precision: 1, recall: 0.833 },
    address: { precision: 0.961, recall: 0.833 },
    prices: { precision: 0.851, recall: 0.657 },
  },
};

describe.each(Object.keys(floors))('in the chats of tests/corpus/%s.json', (half) => {
  it.each(fields)('%s: precision and recall are not below the measured ones', (field) => {
    const { precision, recall, misses } = scoreOf(corpus(half), field);
    const floor = floors[half]?.[field] ?? { precision: 1, recall: 1 };
    const report = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n  ${misses.join('\n  ')}`;
    expect(precision, report).toBeGreaterThanOrEqual(floor.precision);
    expect(recall, report).toBeGreaterThanOrEqual(floor.recall);
  });
});

describe('a pasted text', () => {
  const phoneOf = (text: string) => readDetails(text, []).phone?.value;

  it('gives a foreign phone number with its country code, and a number without a code as it is written', () => {
    expect(phoneOf('رقمي +49 151 2345 6789')).toBe('+49 151 2345 6789');
    expect(phoneOf('رقمي ٠٩٤٤ ١٢٣ ٤٥٦')).toBe('0944 123 456');
  });

  it('gives no phone number from digits that touch letters', () => {
    expect(phoneOf('رقمي 0944abc123')).toBeUndefined();
    expect(phoneOf('رقمي A0944123456')).toBeUndefined();
  });

  it.each([
    ['رقمها 0932 15 88 47 ورقمي انا +49 176 2240 9913', '0932 15 88 47'],
    ['للاستفسار: 0944000112\nرقمي 0967 338 194', '0967 338 194'],
    ['الموبايل: 01144829306\nرقم تاني: 01229904417', '01144829306'],
    ['عمر الأيوبي ٧٦/٣٣٨٠١٤', '76/338014'],
    ['فجر الرشيدي 9944 7102', '9944 7102'],
    ['بتاريخ 03/05/2026', undefined],
    ['قطعة 9944 7102', undefined],
    ['رقم العملية: 966500120034\nالجوال: 0547719026', '0547719026'],
    ['رقم المعلم ابو احمد 0991442208', undefined],
    ['الرقم الوطني: 0501001234', undefined],
    ['اوردر #0512340098', undefined],
    ['للطلب واتساب 0955 222 333\nرقمي 0936 410 775', '0936 410 775'],
    ['للتواصل:\n0955222333\nرقمي 0936 410 775', '0936 410 775'],
    ['حولي العربون على فودافون كاش\n01012345678', undefined],
    ['الشوفير ابو حيدر رقمو 0991442208\nرقمي 0936 410 775', '0936 410 775'],
    ['خلي الشوفير يتصل فيني 0936 410 775', '0936 410 775'],
    ['رقمي 0982 177 640 واذا ما رديت دقو لاخي 0934 228 901', '0982 177 640'],
    ['رقمي 0993 551 784 بس هاد مسكر، احكو ع 0945 620 318', '0945 620 318'],
    ['رقمي 0944 123 456 7', undefined],
  ])('gives the number of the person who gets the parcel: %s', (text, phone) => {
    expect(phoneOf(text)).toBe(phone);
  });

  it.each([
    ['المستلم ابني أحمد خليل رقمو 0988417352', 'أحمد خليل'],
    ['باسم ماما، نادية فتحي\n01288415560', 'نادية فتحي'],
    ['خلي الشوفير يسأل عن أم جورج', 'أم جورج'],
    ['لمى قصاب، أبو رمانة شارع المهدي بناية 9\n0932158847', 'لمى قصاب'],
    ['قنا شارع مصطفى كامل، الحاج عبد الراضي\n01062904471', 'عبد الراضي'],
    // These family names are also names of districts, but here they must count as names of persons.
    ['خالد المالكي\n0944123456', 'خالد المالكي'],
    ['نواف الشعلان 0944123456', 'نواف الشعلان'],
    ['دانا الخطيب\n0944123456', 'دانا الخطيب'],
    ['عملت طلب باسم ولاء ومحدش رد', 'ولاء'],
    ['الاسم وياي\nخالد البلوشي\n0944123456', 'خالد البلوشي'],
    ['ابن عمي قاسم مريود 0967 450 381 انا مسافر', 'قاسم مريود'],
    ['كابتن هشام 01270045518', 'هشام'],
    ['شو الاسم منشان الشركة', undefined],
    ['باسم مين', undefined],
  ])('gives the name without the words before it: %s', (text, name) => {
    expect(readDetails(text, []).name?.value).toBe(name);
  });

  it('gives no number of a sender that is the shop', () => {
    const head = '[18/02/2025, 4:12:09 PM] ';
    const shop = `${head}+963 936 702 418: اهلين، ب 480 الف`;
    expect(phoneOf(`${head}Rima: بدي مروحة سقف\n${shop}`)).toBeUndefined();
    expect(phoneOf(`${head}+963 936 702 418: بدي مروحة سقف\n${head}Shop: ب 480 الف`)).toBe(
      '+963 936 702 418',
    );
  });

  it('reads an Arabic chat export, which has invisible marks around the signs of the date', () => {
    const head = '٢٢\u200F/٠١\u200F/٢٠٢٥، ١١:١٧ ص - ';
    const chat = `${head}Mona: المستلم طارق منصور ٠١٢٧٠٣٣٤٨١٩\n${head}Mona: المعادي شارع ٩ عمارة ٦١`;
    const { name, address, province } = readDetails(chat, []);
    expect([name?.value, address?.value, province?.value]).toEqual([
      'طارق منصور',
      'المعادي شارع 9 عمارة 61',
      'cairo',
    ]);
  });

  it('gives the area of the delivery, not the one that somebody is from', () => {
    const text = 'أنا من طرابلس بس التوصيلة عبيروت، مار الياس خلف سوبرماركت فهد\n76338014';
    expect(readDetails(text, []).province?.value).toBe('beirut');
    expect(readDetails('أنا من حلب', []).province?.value).toBe('aleppo');
    expect(readDetails('خالد المالكي\n0944123456', []).province).toBeNull();
  });

  it('gives the place of each value, also after emoji and Arabic digits', () => {
    const text = '🌙 مرحبا\nالاسم: ريما الحسن\nالموبايل: ٠٩٤٤١٢٣٤٥٦\nالعنوان: حلب، الفرقان، شارع النيل';
    const { name, phone, address, province } = readDetails(text, []);
    const at = (found: { place: { start: number; end: number } } | null) =>
      found && text.slice(found.place.start, found.place.end);
    expect([at(name), at(phone), at(address), at(province)]).toEqual([
      'ريما الحسن',
      '٠٩٤٤١٢٣٤٥٦',
      'الفرقان، شارع النيل',
      'حلب',
    ]);
  });

  it.each([
    ['بعتلنا العنوان كامل', undefined],
    ['I will send the address tonight', undefined],
    ['العنوان: ببعتو بعد شوي', undefined],
    [
      'منحتاج العنوان كامل مع رقم تاني\nسوسن ديوب\nطرطوس شارع المينا بناء 9\n0933111222',
      'شارع المينا بناء 9',
    ],
    ['العنوان: الضاحية الجديدة\nبناء 4 طابق 3', 'الضاحية الجديدة، بناء 4 طابق 3'],
  ])('gives no address from a request for the address: %s', (text, address) => {
    expect(readDetails(text, []).address?.value).toBe(address);
  });

  it.each([
    ['العنوان مش كفرسوسة، صرنا بالمالكي جادة عطا الأيوبي', 'المالكي جادة عطا الأيوبي', 'damascus'],
    ['العنوان مو عالشعلان نقلنا ع ركن الدين شارع أسد الدين', 'ركن الدين شارع أسد الدين', 'damascus'],
    ['العنوان: مو شارع بغداد', undefined, undefined],
    ['مو بحلب، صرنا ساكنين بحماة', undefined, 'hama'],
    ['العنوان: شارع الحضارة مو بعيد عن الفرن', 'شارع الحضارة مو بعيد عن الفرن', undefined],
  ])('gives no place that the text negates: %s', (text, address, province) => {
    const found = readDetails(text, []);
    expect([found.address?.value, found.province?.value]).toEqual([address, province]);
  });

  it.each([
    ['السجادة ب 400 الف\nوب 380 الف'],
    ['السجادة ب 400 الف، ب 350 الف اذا بتاخد كمية'],
    ['السجادة ب 400\n350 وباخدها هلق\nاهلا فيك'],
    ['السجادة ب 400 الف\nخصم 20 الف'],
    ['السجادة ب 400 الف\nخليها ب 300 الف\nلا والله ما بتوفي'],
    // A number with two parts is not read, and neither is its last part alone.
    ['السجادة ب 2 مليون و650 الف'],
    ['السجادة بمليونين و650 الف'],
    ['السجادة بمليونين وستمية وخمسين الف'],
    ['السجادة بتنين مليون وستمية وخمسين الف'],
    ['السجادة بخمسمية و25 الف'],
    ['السجادة 3 مليون الا ربع'],
    ['السجادة بين 200-250 الف'],
    ['السجادة 3 دينار ونص'],
    ['السجادة ب 500 فلس'],
    ['السجادة ب 3 ايام'],
    ['والتوصيل؟\nب 25 الف'],
  ])('gives no price if it has two and no words of agreement: %s', (text) => {
    expect(readDetails(text, [{ text: 'سجادة', quantity: 1 }]).prices).toEqual([]);
  });

  it.each([
    ['قديش السجادة\n400 الف\nآخر شي كرمالك 370 الف\nاهلين', 370_000],
    ['السجادة ب 400 الف\nبس كرمالك خليها 350', 350],
    ['قديش السجادة\n400 الف\nبعد الخصم ب 380 الف', 380_000],
    ['السجادة 400 الف\nفي حسم عالعيد بتصير 360', 360],
    ['السجادة 60 dollars\nok deal 52 dollars', 52],
    ['السجادة 60 دولار\nlast price 55 usd', 55],
    ['السجادة ب 400\n350 وباخدها هلق\nتمام', 350],
    // Two kinds of numbers do not count as a second price: the number of a street, and a phone number that was not
    // recognized.
    ['السجادة 60 دولار\nمفرق شارع 50 بناء 55', 60],
    ['السجادة 60 دولار\nرقمي 09 55 77 16 0', 60],
    ['سجادة بعشرين ألف', 20_000],
    ['السجادة ب ٢،٦٥٠،٠٠٠ ليرة', 2_650_000],
    ['السجادة ب 2 650 000 ليرة', 2_650_000],
    ['السجادة 2.650 مليون', 2_650_000],
    ['السجادة بمليون وربع', 1_250_000],
    ['السجادة 4 مليون ونص', 4_500_000],
    ['السجادة AED 145', 145],
    ['السجادة 60 دولار\nغالية، بخمسين؟\nخمسة وخمسين ولعيونك', 55],
    ['السجادة ب 230 ريال\nتنزل شوي؟\n210 عشانك', 210],
    ['السجادة ب 300\nوالتوصيل؟\n25', 300],
    ['السجادة ب 300\nوالتوصيل 25\nالمجموع 325\nتمام', 300],
    ['السجادة 45 ريال\nشو مقاسك؟\n40\nتمام', 45],
    ['السجادة ٢٨ دينار\nسويها ٢٥ دينار\nحاضر عشانج ٢٥ والتوصيل دينارين', 25],
    ['السجادة: 6.500 KD', 6.5],
  ])('gives the price that was offered last or accepted: %s', (text, amount) => {
    const { prices } = readDetails(text, [{ text: 'سجادة', quantity: 1 }]);
    expect(prices.map(({ value }) => value.amount)).toEqual([amount]);
  });

  it('gives a price to the item that the message before it names', () => {
    const items = ['سماور كهربائي', 'دلة رسلان'].map((text) => ({ text, quantity: 1 }));
    const prices = (text: string) =>
      readDetails(text, items).prices.map(({ value }) => [value.item, value.amount]);
    expect(prices('ابغي سماور كهربائي\nب ١٩٩ درهم\nوعندكم دلة رسلان؟\nهيه ب ١٢٠ درهم')).toEqual([
      [0, 199],
      [1, 120],
    ]);
    expect(prices('ابغي سماور كهربائي ودلة رسلان\nب ١٩٩ درهم')).toEqual([]);
  });

  it('gives the price of one piece if the text also has the price of all pieces', () => {
    const { prices } = readDetails('متة، الكيلو ب 95 ألف\nيعني ٣٨٠ ألف', [{ text: 'متة', quantity: 4 }]);
    expect(prices.map(({ value }) => [value.amount, value.basis])).toEqual([[95_000, 'each']]);
  });

  it.each([
    ['الشال ب 275\nالتنين 500، آخر سعر\nتمام', 500, 'total'],
    ['الشال ب 720\nمن عنيا الاتنين 1400', 1_400, 'total'],
    ['الصغير 8 دك والكبير 12 دك\nابي الكبير 2\nحاضرين 24 دينار', 12, 'each'],
  ])('gives the price of the quantity: %s', (text, amount, basis) => {
    const { prices } = readDetails(text, [{ text: 'شال', quantity: 2 }]);
    expect(prices.map(({ value }) => [value.amount, value.basis])).toEqual([[amount, basis]]);
  });

  it('gives no address that begins with a price, and the address with the newest label', () => {
    const address = (text: string) => readDetails(text, []).address?.value;
    expect(address('ب 240 القطعة\nالمنيا شارع جاد السيد منزل 18\nولاء رمضان 01142270963')).toBe(
      'شارع جاد السيد منزل 18',
    );
    expect(address('عالعنوان: الوعر شارع 5\nالعنوان الجديد: كرم الشامي شارع 2')).toBe('كرم الشامي شارع 2');
  });

  it('of the greatest length that the dialog accepts is read, whatever its characters are', () => {
    for (const part of ['0 ', '-', 'اسم ', 'ب 290، ', '(', 'حلب، شارع 1، ', '\n'])
      expect(() =>
        readDetails(part.repeat(5_000 / part.length), [{ text: 'شال', quantity: 2 }]),
      ).not.toThrow();
  });

  it.each([
    ['a thousand prices, and an answer that repeats a thousand', ['شال ', '5$ '], ['ok ', '6$ ']],
    ['a price in each clause, and the same answer', ['شال ', '5$، '], ['ok ', '6$، ']],
    ['a price in each line', ['شال ', '5$\n'], ['', '7$\n']],
    ['fees and prices', ['شال ', '25$\nتوصيل 31$\n'], ['', 'توصيل 41$\nشال 55$\n']],
    ['groups of digits', ['شال ', '123 '], ['ok ', '456 ']],
    ['a gap before a price', ['شال رقم', ' '], ['سعر', ' 5$ ']],
    ['numbers in words', ['شال ', 'بخمسين '], ['ok ', 'بستين ']],
    ['words for thousand', ['شال ', 'الف '], ['ok ', 'الف ']],
  ])(
    'of the greatest length is read before the time limit of a test: %s',
    (_, [start = '', part = ''], [next = '', other = '']) => {
      const lineOf = (first: string, repeated: string) =>
        (first + repeated.repeat(2_500 / repeated.length)).slice(0, 2_500);
      const details = readDetails(`${lineOf(start, part)}\n${lineOf(next, other)}`.slice(0, 5_000), [
        { text: 'شال', quantity: 2 },
        ...Array.from({ length: 29 }, (_, n) => ({ text: `كرسي${n}`, quantity: n + 2 })),
      ]);
      expect(details.prices.length).toBeLessThanOrEqual(30);
    },
  );

  it('with more than 200 amounts gets no price', () => {
    const prices = (count: number) =>
      readDetails(`شال\n${'5$\n'.repeat(count)}`, [{ text: 'شال', quantity: 1 }]).prices.length;
    expect([prices(200), prices(201)]).toEqual([1, 0]);
  });
});
