/**
 * Forms of an Arabic noun after a number.
 *
 * - `one`: after 1, and after hundreds and thousands (مئة ليرة)
 * - `many`: after 3 to 10 (ثلاث ليرات)
 * - `single`: after 11 to 99 (أحد عشر دولارًا)
 */
export type ArabicNoun = {
  feminine: boolean;
  one: string;
  two: string;
  many: string;
  single: string;
  /**
   * Forms of the noun after "and" in numbers above a hundred that end with 01 or 02. An example is ليرتان in مئة ليرة
   * سورية وليرتان.
   */
  leftOne: string;
  leftTwo: string;
};

/** Returns a number below 10^18 in Arabic words with its noun: "صفر ليرة", "ليرتان سوريتان", "ألفا ليرة سورية". */
export function arabicCount(value: bigint, noun: ArabicNoun): string {
  if (value === 0n) return `صفر ${noun.one}`;
  if (value === 1n) return `${noun.one} ${noun.feminine ? 'واحدة' : 'واحد'}`;
  if (value === 2n) return noun.two;
  const left = Number(value % 100n);
  if (left === 1) return `${arabicCount(value - 1n, noun)} و${noun.leftOne}`;
  if (left === 2) return `${arabicCount(value - 2n, noun)} و${noun.leftTwo}`;
  const form = left === 0 ? noun.one : left <= 10 ? noun.many : noun.single;
  return `${spell(value, noun.feminine, left === 0)} ${form}`;
}

/** Returns a whole number below 10^18 in Arabic words, without a noun: "اثنان", "ألفان". */
export function arabicNumber(value: bigint): string {
  return value === 0n ? 'صفر' : spell(value, false, false);
}

type Scale = { one: string; two: string; joinedTwo: string; many: string; single: string };

/** Arabic names of 10^3, 10^6, and so on. `joinedTwo` is the dual form that is used directly before a noun. */
const scales: Scale[] = ['ألف', 'مليون', 'مليار', 'تريليون', 'كوادريليون'].map((one) => ({
  one,
  two: `${one}ان`,
  joinedTwo: `${one}ا`,
  many: one === 'ألف' ? 'آلاف' : one === 'مليون' ? 'ملايين' : one === 'مليار' ? 'مليارات' : `${one}ات`,
  single: `${one}ًا`,
}));

const hundreds = ['', 'مئة', 'مئتان', 'ثلاثمئة', 'أربعمئة', 'خمسمئة', 'ستمئة', 'سبعمئة', 'ثمانمئة', 'تسعمئة'];
const tens = ['', 'عشر', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون'];
/**
 * Arabic words for 0 to 10, for masculine nouns in the first list and for feminine nouns in the second. From 3 on, the
 * gender of the number word is the opposite of the gender of the noun.
 */
const unitsMasculine = [
  '',
  'واحد',
  'اثنان',
  'ثلاثة',
  'أربعة',
  'خمسة',
  'ستة',
  'سبعة',
  'ثمانية',
  'تسعة',
  'عشرة',
];
const unitsFeminine = ['', 'واحدة', 'اثنتان', 'ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثماني', 'تسع', 'عشر'];

/**
 * Returns a number in Arabic words without its noun. If the noun follows directly after the number, pass `joined`; the
 * last word of the number then has no dual ending and no nunation.
 */
function spell(value: bigint, feminine: boolean, joined: boolean): string {
  const low = Number(value % 1000n);
  const parts: string[] = [];
  let rest = value / 1000n;
  for (const scale of scales) {
    const group = Number(rest % 1000n);
    rest /= 1000n;
    // `joined` applies only to the last word of the number. This word comes from the last group of three digits that is
    // not 000.
    if (group > 0) parts.unshift(scaled(group, scale, joined && low === 0 && parts.length === 0));
  }
  if (low > 0) parts.push(belowThousand(low, feminine, joined));
  return parts.join(' و');
}

function scaled(group: number, scale: Scale, joined: boolean): string {
  const left = group % 100;
  const dual = joined ? scale.joinedTwo : scale.two;
  if (group === 1) return scale.one;
  if (group === 2) return dual;
  if (left === 1) return `${belowThousand(group - 1, false, true)} ${scale.one} و${scale.one}`;
  if (left === 2) return `${belowThousand(group - 2, false, true)} ${scale.one} و${dual}`;
  const form = left === 0 ? scale.one : left <= 10 ? scale.many : joined ? scale.one : scale.single;
  return `${belowThousand(group, false, left === 0)} ${form}`;
}

function belowThousand(value: number, feminine: boolean, joined: boolean): string {
  const hundred = (value - (value % 100)) / 100;
  const left = value % 100;
  const word = joined && left === 0 && hundred === 2 ? 'مئتا' : (hundreds[hundred] ?? '');
  return [word, belowHundred(left, feminine)].filter(Boolean).join(' و');
}

function belowHundred(value: number, feminine: boolean): string {
  const units = feminine ? unitsFeminine : unitsMasculine;
  const unit = value % 10;
  const ten = (value - unit) / 10;
  if (value <= 10) return units[value] ?? '';
  if (value === 11) return feminine ? 'إحدى عشرة' : 'أحد عشر';
  if (value === 12) return feminine ? 'اثنتا عشرة' : 'اثنا عشر';
  if (value < 20) return `${units[unit]} ${feminine ? 'عشرة' : 'عشر'}`;
  if (unit === 0) return tens[ten] ?? '';
  const first = unit === 1 && feminine ? 'إحدى' : unit === 8 && feminine ? 'ثمانٍ' : (units[unit] ?? '');
  return `${first} و${tens[ten]}`;
}
