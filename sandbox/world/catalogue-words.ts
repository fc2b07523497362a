import type { StoreRecord } from './records';

/**
 * The words of one language from which the sandbox generates a product catalogue. Prices are in SYP (Arabic) or US
 * cents (English).
 */
export type Vocabulary = {
  brands: string[];
  categories: { name: string; nouns: string[]; priceMinor: [min: number, max: number]; options: string[] }[];
  qualities: string[];
  name: (noun: string, quality: string) => string;
  describe: (name: string, brand: string) => string;
};

/**
 * The words from which products are generated, by the language of the store. In each language, every noun can be
 * combined with every quality (an adjective).
 */
export const vocabularies: Record<StoreRecord['locale'], Vocabulary> = {
  ar: {
    brands: ['ياسمين الشام', 'غار حلب', 'بيت المونة', 'عطور دمشق', 'نول'],
    qualities: ['بلدي', 'فاخر', 'يدوي', 'طبيعي', 'معتّق', 'شامي', 'حلبي', 'ملكي', 'أصلي', 'مميّز'],
    categories: [
      {
        name: 'صابون وعناية',
        nouns: [
          'صابون غار',
          'شامبو أعشاب',
          'زيت لوز',
          'ماء ورد',
          'كريم زبدة الشيا',
          'صابون زيت زيتون',
          'طين ترابي',
          'زيت حبة البركة',
          'مرهم عسل',
          'عطر ياسمين',
        ],
        priceMinor: [12_000, 95_000],
        options: ['100 غ', '200 غ', '500 غ'],
      },
      {
        name: 'مونة',
        nouns: [
          'زعتر',
          'مكدوس',
          'مربى مشمش',
          'دبس رمان',
          'زيت زيتون',
          'فستق محمّص',
          'عسل جبلي',
          'سمّاق',
          'برغل ناعم',
          'قمر الدين',
        ],
        priceMinor: [18_000, 240_000],
        options: ['نصف كيلو', 'كيلو', '2 كيلو'],
      },
      {
        name: 'ملابس',
        nouns: [
          'قفطان',
          'شال حرير',
          'قميص قطن',
          'جلباب',
          'طقم بيجاما',
          'معطف صوف',
          'وشاح كتّان',
          'فستان مطرّز',
          'ثوب صيفي',
          'حزام جلد',
        ],
        priceMinor: [85_000, 900_000],
        options: ['S', 'M', 'L', 'XL'],
      },
      {
        name: 'بيت وهدايا',
        nouns: [
          'صندوق موزاييك',
          'طقم فناجين قهوة',
          'مفرش بروكار',
          'شمعدان نحاس',
          'إبريق نحاس',
          'صحن خزف',
          'مصباح زجاج معشّق',
          'بساط صوف',
          'إطار صدف',
          'طبق قش',
        ],
        priceMinor: [45_000, 1_400_000],
        options: ['صغير', 'كبير'],
      },
    ],
    name: (noun, quality) => `${noun} ${quality}`,
    describe: (name, brand) => `${name} من ${brand}، يصل مغلّفاً وجاهزاً للإهداء.`,
  },
  en: {
    brands: ['Cedar', 'Bay & Salt', 'Loom House', 'Old Port'],
    qualities: ['Classic', 'Handmade', 'Small-batch', 'Everyday', 'Festive'],
    categories: [
      {
        name: 'Kitchen',
        nouns: ['Olive Wood Board', 'Coffee Cup Set', 'Apron', 'Salt Cellar', 'Tea Towel'],
        priceMinor: [900, 9_500],
        options: ['Small', 'Large'],
      },
      {
        name: 'Bath',
        nouns: ['Laurel Soap', 'Hammam Towel', 'Body Oil', 'Clay Mask'],
        priceMinor: [600, 6_000],
        options: ['100 g', '250 g'],
      },
      {
        name: 'Clothing',
        nouns: ['Shirt', 'Scarf', 'Tote Bag', 'Wool Socks'],
        priceMinor: [1_200, 14_000],
        options: ['S', 'M', 'L'],
      },
    ],
    name: (noun, quality) => `${quality} ${noun}`,
    describe: (name, brand) => `${name} by ${brand}. Ships wrapped, ready to give.`,
  },
};
