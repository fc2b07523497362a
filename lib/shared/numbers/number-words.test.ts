import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords } from './number-words';

const numRuns = 10_000;
const arabic = (amount_minor: number, currency = 'SYP', decimals = 0) =>
  amountInWords({ amount_minor, currency, decimals }, 'ar');
const english = (amount_minor: number, currency = 'SYP', decimals = 0) =>
  amountInWords({ amount_minor, currency, decimals }, 'en');

describe('an amount in Arabic words follows the counting rules', () => {
  it.each([
    [0, 'صفر ليرة سورية'],
    [1, 'ليرة سورية واحدة'],
    [2, 'ليرتان سوريتان'],
    [3, 'ثلاث ليرات سورية'],
    [8, 'ثماني ليرات سورية'],
    [10, 'عشر ليرات سورية'],
    [11, 'إحدى عشرة ليرة سورية'],
    [12, 'اثنتا عشرة ليرة سورية'],
    [18, 'ثماني عشرة ليرة سورية'],
    [21, 'إحدى وعشرون ليرة سورية'],
    [28, 'ثمانٍ وعشرون ليرة سورية'],
    [100, 'مئة ليرة سورية'],
    [101, 'مئة ليرة سورية وليرة واحدة'],
    [102, 'مئة ليرة سورية وليرتان'],
    [200, 'مئتا ليرة سورية'],
    [205, 'مئتان وخمس ليرات سورية'],
    [1_000, 'ألف ليرة سورية'],
    [1_001, 'ألف ليرة سورية وليرة واحدة'],
    [1_200, 'ألف ومئتا ليرة سورية'],
    [2_000, 'ألفا ليرة سورية'],
    [2_500, 'ألفان وخمسمئة ليرة سورية'],
    [3_000, 'ثلاثة آلاف ليرة سورية'],
    [12_500, 'اثنا عشر ألفًا وخمسمئة ليرة سورية'],
    [13_000, 'ثلاثة عشر ألف ليرة سورية'],
    [100_000, 'مئة ألف ليرة سورية'],
    [101_000, 'مئة ألف وألف ليرة سورية'],
    [125_000, 'مئة وخمسة وعشرون ألف ليرة سورية'],
    [200_000, 'مئتا ألف ليرة سورية'],
    [2_000_000, 'مليونا ليرة سورية'],
    [3_250_011, 'ثلاثة ملايين ومئتان وخمسون ألفًا وإحدى عشرة ليرة سورية'],
    [1_000_000_000, 'مليار ليرة سورية'],
    [5_000_000_003, 'خمسة مليارات وثلاث ليرات سورية'],
  ])('%i pounds are written as %s', (amount, words) => {
    expect(arabic(amount)).toBe(words);
  });

  it.each([
    [100, 'USD', 2, 'دولار أمريكي واحد'],
    [200, 'USD', 2, 'دولاران أمريكيان'],
    [1_250, 'USD', 2, 'اثنا عشر دولارًا أمريكيًا وخمسون سنتًا'],
    [300, 'USD', 2, 'ثلاثة دولارات أمريكية'],
    [5, 'USD', 2, 'خمسة سنتات'],
    [1_102, 'USD', 2, 'أحد عشر دولارًا أمريكيًا وسنتان'],
    [700, 'EUR', 2, 'سبعة يورو'],
    [4_000, 'AED', 2, 'أربعون درهمًا إماراتيًا'],
    [1_125, 'KWD', 3, 'دينار كويتي واحد ومئة وخمسة وعشرون فلسًا'],
    [12_050, 'XYZ', 2, 'مئة وعشرون XYZ و50/100'],
    [2_000, 'XYZ', 0, 'ألفان XYZ'],
    [1_250, 'SYP', 3, 'ليرة سورية واحدة و250/1000'],
    [-3, 'SYP', 0, 'ناقص ثلاث ليرات سورية'],
  ])('%i minor units of %s with %i decimals are written as %s', (amount, currency, decimals, words) => {
    expect(arabic(amount, currency, decimals)).toBe(words);
  });
});

describe('an amount in English words', () => {
  it.each([
    [0, 'SYP', 0, 'zero Syrian pounds'],
    [1, 'SYP', 0, 'one Syrian pound'],
    [125_000, 'SYP', 0, 'one hundred twenty-five thousand Syrian pounds'],
    [1_250, 'USD', 2, 'twelve US dollars and fifty cents'],
    [101, 'USD', 2, 'one US dollar and one cent'],
    [7, 'KWD', 3, 'seven fils'],
    [1_000_013, 'EUR', 0, 'one million thirteen euros'],
    [12_050, 'XYZ', 2, 'one hundred twenty XYZ and 50/100'],
  ])('%i minor units of %s with %i decimals are written as %s', (amount, currency, decimals, words) => {
    expect(english(amount, currency, decimals)).toBe(words);
  });
});

/**
 * Random amounts in which every order of magnitude is equally frequent. The amounts include the numbers at which the
 * rules for Arabic number words change.
 */
const amounts = fc.oneof(
  fc.maxSafeNat(),
  fc.tuple(fc.nat(999), fc.integer({ min: 0, max: 12 })).map(([head, zeros]) => head * 10 ** zeros),
  fc
    .tuple(fc.nat(999), fc.nat(112), fc.integer({ min: 0, max: 4 }))
    .map(([head, tail, groups]) => head * 1_000 ** groups + tail),
);

describe('an independent parser reads the words back', () => {
  it('Arabic words give the same number, for every currency', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom('SYP', 'USD', 'XYZ'), (amount, currency) => {
        expect(readArabic(arabic(amount, currency))).toBe(BigInt(amount));
      }),
      { numRuns },
    );
  });

  it('English words give the same number', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(readEnglish(english(amount))).toBe(BigInt(amount));
      }),
      { numRuns },
    );
  });

  it('the last two digits decide the form of the noun, and the number agrees with its gender', () => {
    const forms = {
      SYP: { few: 'ليرات سورية', many: 'ليرة سورية', hundred: 'ليرة سورية' },
      USD: { few: 'دولارات أمريكية', many: 'دولارًا أمريكيًا', hundred: 'دولار أمريكي' },
    };
    const few = {
      SYP: 'ثلاث أربع خمس ست سبع ثماني تسع عشر'.split(' '),
      USD: 'ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' '),
    };
    fc.assert(
      fc.property(amounts, fc.constantFrom('SYP' as const, 'USD' as const), (amount, currency) => {
        const left = amount % 100;
        if (amount < 3 || left === 1 || left === 2) return;
        const words = arabic(amount, currency);
        const form = forms[currency][left === 0 ? 'hundred' : left <= 10 ? 'few' : 'many'];
        expect(words.endsWith(` ${form}`)).toBe(true);
        const number = words
          .slice(0, -form.length - 1)
          .split(/ (?:و)?/)
          .at(-1);
        if (left >= 3 && left <= 10) expect(number).toBe(few[currency][left - 3]);
        // An Arabic number that stands directly before its noun has no dual ending "ان" and no nunation.
        if (left === 0) expect(number).not.toMatch(/(ان|ًا)$/);
      }),
      { numRuns },
    );
  });
});

const arabicValues = new Map<string, bigint>([
  ...'صفر:0 واحد:1 واحدة:1 إحدى:1 أحد:1 اثنان:2 اثنتان:2 اثنا:2 اثنتا:2 ثلاث:3 ثلاثة:3 أربع:4 أربعة:4 خمس:5 خمسة:5'
    .concat(' ست:6 ستة:6 سبع:7 سبعة:7 ثماني:8 ثمانٍ:8 ثمانية:8 تسع:9 تسعة:9 عشر:10 عشرة:10 عشرون:20 ثلاثون:30')
    .concat(' أربعون:40 خمسون:50 ستون:60 سبعون:70 ثمانون:80 تسعون:90 مئة:100 مئتان:200 مئتا:200 ثلاثمئة:300')
    .concat(' أربعمئة:400 خمسمئة:500 ستمئة:600 سبعمئة:700 ثمانمئة:800 تسعمئة:900')
    .split(' ')
    .map((entry): [string, bigint] => [entry.split(':')[0] ?? '', BigInt(entry.split(':')[1] ?? 0)]),
]);
const arabicScales: [RegExp, bigint][] = [
  [/^(ألف|آلاف)/, 1_000n],
  [/^(مليون|ملايين)/, 1_000_000n],
  [/^مليار/, 1_000_000_000n],
  [/^تريليون/, 1_000_000_000_000n],
  [/^كوادريليون/, 1_000_000_000_000_000n],
];
const isDual = (word: string) => /(ألفان|ألفا|ونان|ونا|ياران|يارا)$/.test(word);

/** Returns the number that Arabic words mean. A noun without a number counts as 1, and a dual counts as 2. */
function readArabic(text: string): bigint {
  let [total, group, counted] = [0n, 0n, false];
  for (const raw of text.split(' ')) {
    const word = /^و(?!احد)/.test(raw) ? raw.slice(1) : raw;
    const scale = arabicScales.find(([pattern]) => pattern.test(word))?.[1];
    const value = arabicValues.get(word);
    if (scale) {
      // In Arabic, "and a thousand" after a number of thousands means one thousand more, so 1,000 is added once.
      total += (group || (isDual(word) ? 2n : 1n)) * scale;
      group = 0n;
      counted = true;
    } else if (/^(ليرتان|دولاران)$/.test(word)) {
      total += group + 2n;
      [group, counted] = [0n, true];
    } else if (value !== undefined) {
      group += value;
      counted = true;
    } else if (/^(ليرة|ليرات|دولار|دولارات|دولارًا|XYZ)$/.test(word)) {
      total += group;
      group = 0n;
    }
  }
  return counted ? total + group : 1n;
}

const englishValues = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen'
  )
    .split(' ')
    .map((word, value): [string, bigint] => [word, BigInt(value)]),
);
'twenty thirty forty fifty sixty seventy eighty ninety'
  .split(' ')
  .forEach((word, index) => englishValues.set(word, BigInt(20 + index * 10)));
const englishScales = 'thousand million billion trillion quadrillion'.split(' ');

function readEnglish(text: string): bigint {
  let [total, group] = [0n, 0n];
  for (const word of text.replace(/ Syrian pounds?$/, '').split(/[ -]/)) {
    const scale = englishScales.indexOf(word);
    if (scale >= 0) [total, group] = [total + group * 1_000n ** BigInt(scale + 1), 0n];
    else if (word === 'hundred') group *= 100n;
    else group += englishValues.get(word) ?? -1_000_000n;
  }
  return total + group;
}
