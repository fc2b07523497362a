import { foldText } from '@/lib/shared/fold-text';

/**
 * Signs and words of currencies as carriers write them, without dots. Each has a list of ISO 4217 codes, because a word
 * such as "ليرة" is used for several currencies.
 */
const written: Readonly<Record<string, readonly string[]>> = {
  لس: ['SYP'],
  'ليره سوريه': ['SYP'],
  لل: ['LBP'],
  'ليره لبنانيه': ['LBP'],
  'ليره تركيه': ['TRY'],
  ليره: ['SYP', 'LBP', 'TRY'],
  ليرات: ['SYP', 'LBP', 'TRY'],
  tl: ['TRY'],
  '₺': ['TRY'],
  $: ['USD'],
  us$: ['USD'],
  دولار: ['USD'],
  'دولار امريكي': ['USD'],
  '€': ['EUR'],
  يورو: ['EUR'],
  دإ: ['AED'],
  دأ: ['JOD'],
  دا: ['AED', 'JOD'],
  درهم: ['AED', 'MAD'],
  'درهم اماراتي': ['AED'],
  dhs: ['AED'],
  رس: ['SAR'],
  ریال: ['SAR', 'QAR', 'OMR', 'YER'],
  ريال: ['SAR', 'QAR', 'OMR', 'YER'],
  'ريال سعودي': ['SAR'],
  رق: ['QAR'],
  رع: ['OMR'],
  دك: ['KWD'],
  kd: ['KWD'],
  jd: ['JOD'],
  دع: ['IQD'],
  دب: ['BHD'],
  دينار: ['KWD', 'JOD', 'IQD', 'BHD', 'LYD', 'TND', 'DZD'],
  'دينار كويتي': ['KWD'],
  'دينار اردني': ['JOD'],
  'دينار عراقي': ['IQD'],
  جم: ['EGP'],
  جنيه: ['EGP', 'SDG'],
  'جنيه مصري': ['EGP'],
  '£': ['GBP', 'EGP', 'SYP', 'LBP'],
};

const currencies: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(written));

/** Maximum length of the text of a currency. The patterns below would need minutes for a cell of 800,000 characters. */
const lengthMax = 60;

/**
 * Returns the codes of the currencies (ISO 4217) that a sign, word or code can mean. Examples: "ل.س" is SYP, and
 * "دينار" can be the dinar of seven countries. Returns null for another text.
 */
export function readCurrencies(text: string): readonly string[] | null {
  if (text.length > lengthMax) return null;
  const plain = text.replace(/[.\s]+$/, '').trim();
  if (/^[a-z]{3}$/i.test(plain)) return [plain.toUpperCase()];
  // The folded (simplified) forms of "د.إ" and "د.أ" are equal, so the text is looked up before it is folded.
  const signs = [plain.replace(/[.\s]/g, ''), foldText(plain).replace(/[.]/g, '')];
  return signs.map((sign) => currencies.get(sign)).find((codes) => codes !== undefined) ?? null;
}
