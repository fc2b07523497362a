import type { ArabicNoun } from './arabic-number';

/**
 * Names of a currency and of its minor unit (`coin`, such as the cent). In Arabic, the form of a name depends on the
 * number before it. One unit of the currency has 10^decimals coins.
 */
export type CurrencyName = {
  ar: ArabicNoun;
  /** Singular and plural of the currency's English name. */
  en: readonly [string, string];
  coin?: { decimals: number; ar: ArabicNoun; en: readonly [string, string] };
};

const pound = (place: string, dual: string): ArabicNoun => ({
  feminine: true,
  one: `ليرة ${place}`,
  two: `ليرتان ${dual}`,
  many: `ليرات ${place}`,
  single: `ليرة ${place}`,
  leftOne: 'ليرة واحدة',
  leftTwo: 'ليرتان',
});

/**
 * Returns the forms of a currency's Arabic name. The name is one masculine noun with the adjective of a country: دولار
 * أمريكي, دينار كويتي.
 */
const named = (name: string, plural: string, place: string): ArabicNoun => ({
  feminine: false,
  one: `${name} ${place}`,
  two: `${name}ان ${place}ان`,
  many: `${plural} ${place}ة`,
  single: `${name}ًا ${place}ًا`,
  leftOne: `${name} واحد`,
  leftTwo: `${name}ان`,
});

const plain = (name: string, plural: string): ArabicNoun => ({
  feminine: false,
  one: name,
  two: `${name}ان`,
  many: plural,
  single: `${name}ًا`,
  leftOne: `${name} واحد`,
  leftTwo: `${name}ان`,
});

/** The word يورو (euro) is foreign, so it has the same form after every number. */
const euro: ArabicNoun = {
  feminine: false,
  one: 'يورو',
  two: 'اثنان يورو',
  many: 'يورو',
  single: 'يورو',
  leftOne: 'يورو واحد',
  leftTwo: 'اثنان يورو',
};

const cent = { decimals: 2, ar: plain('سنت', 'سنتات'), en: ['cent', 'cents'] } as const;
const piastre = { decimals: 2, ar: plain('قرش', 'قروش'), en: ['piastre', 'piastres'] } as const;
const kurus = { decimals: 2, ar: plain('قرش', 'قروش'), en: ['kuruş', 'kuruş'] } as const;
const fils = (decimals: number) => ({ decimals, ar: plain('فلس', 'فلوس'), en: ['fils', 'fils'] }) as const;
const halala: CurrencyName['coin'] = {
  decimals: 2,
  en: ['halala', 'halalas'],
  ar: {
    feminine: true,
    one: 'هللة',
    two: 'هللتان',
    many: 'هللات',
    single: 'هللة',
    leftOne: 'هللة واحدة',
    leftTwo: 'هللتان',
  },
};

/**
 * Names of the currencies of Syria and its neighbours, and of other currencies that stores there often use. For any
 * other currency, the code is shown.
 */
export const currencyNames: ReadonlyMap<string, CurrencyName> = new Map<string, CurrencyName>([
  ['SYP', { ar: pound('سورية', 'سوريتان'), en: ['Syrian pound', 'Syrian pounds'], coin: piastre }],
  ['LBP', { ar: pound('لبنانية', 'لبنانيتان'), en: ['Lebanese pound', 'Lebanese pounds'], coin: piastre }],
  ['TRY', { ar: pound('تركية', 'تركيتان'), en: ['Turkish lira', 'Turkish lira'], coin: kurus }],
  ['USD', { ar: named('دولار', 'دولارات', 'أمريكي'), en: ['US dollar', 'US dollars'], coin: cent }],
  ['EUR', { ar: euro, en: ['euro', 'euros'], coin: cent }],
  ['AED', { ar: named('درهم', 'دراهم', 'إماراتي'), en: ['UAE dirham', 'UAE dirhams'], coin: fils(2) }],
  ['SAR', { ar: named('ريال', 'ريالات', 'سعودي'), en: ['Saudi riyal', 'Saudi riyals'], coin: halala }],
  ['KWD', { ar: named('دينار', 'دنانير', 'كويتي'), en: ['Kuwaiti dinar', 'Kuwaiti dinars'], coin: fils(3) }],
  [
    'JOD',
    { ar: named('دينار', 'دنانير', 'أردني'), en: ['Jordanian dinar', 'Jordanian dinars'], coin: fils(3) },
  ],
  ['IQD', { ar: named('دينار', 'دنانير', 'عراقي'), en: ['Iraqi dinar', 'Iraqi dinars'], coin: fils(3) }],
  ['EGP', { ar: named('جنيه', 'جنيهات', 'مصري'), en: ['Egyptian pound', 'Egyptian pounds'], coin: piastre }],
]);
