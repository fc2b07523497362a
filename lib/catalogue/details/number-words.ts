import { sameLengthFold } from '@/lib/catalogue/details/detail-words';
import { numberWords } from '@/lib/catalogue/message-words';

/**
 * Numbers in words, with letters in the form of sameLengthFold. The larger numbers are not read as quantities of
 * products, because "مية" in a message mostly means water and not a hundred.
 */
const values: ReadonlyMap<string, number> = new Map([
  ...numberWords,
  ...Object.entries({
    15: 'خمستعش خمسطعش',
    30: 'ثلاثين تلاتين',
    40: 'اربعين',
    50: 'خمسين',
    60: 'ستين',
    70: 'سبعين',
    80: 'ثمانين تمانين',
    90: 'تسعين',
    100: 'ميه مئه مايه مائه',
    200: 'ميتين مئتين',
    300: 'ثلاثميه تلاتميه تلتميه ثلثميه ثلاثمئه',
    400: 'اربعميه ربعميه اربعمئه',
    500: 'خمسميه خمسمئه خمسمايه',
    600: 'ستميه ستمئه',
    700: 'سبعميه سبعمئه',
    800: 'ثمانميه تمنميه تمانميه ثمانمئه',
    900: 'تسعميه تسعمئه',
  }).flatMap(([value, words]) => words.split(' ').map((word): [string, number] => [word, Number(value)])),
]);
const word = [...values.keys()].sort((one, other) => other.length - one.length).join('|');
const numeral = new RegExp(
  String.raw`(?<![\p{L}\d])(?<by>و?ب?)(?<words>(?:${word})(?:\s+و\s?(?:${word}))*)(?!\p{L})`,
  'gu',
);

/**
 * A number in words. `isMarked`: the Arabic "for" is written together with the number, as one word. The offsets do not
 * include this "for".
 */
export type NumberInWords = { value: number; start: number; end: number; isMarked: boolean };

/** Returns the numbers that a text has in Arabic words, such as "مية وتسعين". */
export function numbersInWords(text: string): NumberInWords[] {
  return [...sameLengthFold(text).matchAll(numeral)].flatMap(({ 0: raw, index, groups }) => {
    const words = groups?.['words'] ?? '';
    const parts = words.split(/\s+و\s?/u).map((part) => values.get(part) ?? 0);
    // In an Arabic number, hundreds come first, then ones, then tens. Two numbers of the same size, as in "twenty and
    // thirty", are a choice and not one number.
    const sizes = parts.map((part) => (part >= 100 ? 100 : part >= 10 ? 10 : 1));
    if (new Set(sizes).size !== sizes.length) return [];
    const start = index + raw.length - words.length;
    return [
      {
        value: parts.reduce((sum, part) => sum + part, 0),
        start,
        end: index + raw.length,
        isMarked: groups?.['by']?.endsWith('ب') === true,
      },
    ];
  });
}
