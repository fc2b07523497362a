import type { Province, StoreRecord } from './records';

/**
 * Number of decimals of the platform's currencies. SYP has none on the platform, although ISO 4217 gives it two
 * (platform: General rules, 4).
 */
export const currencyDecimals: Record<string, number> = {
  SYP: 0,
  USD: 2,
  EUR: 2,
  AED: 2,
  TRY: 2,
  LBP: 0,
  JOD: 3,
  KWD: 3,
};

const syria: Province[] = [
  { value: 'damascus', ar: 'دمشق', en: 'Damascus' },
  { value: 'rif_dimashq', ar: 'ريف دمشق', en: 'Rif Dimashq' },
  { value: 'aleppo', ar: 'حلب', en: 'Aleppo' },
  { value: 'homs', ar: 'حمص', en: 'Homs' },
  { value: 'hama', ar: 'حماة', en: 'Hama' },
  { value: 'latakia', ar: 'اللاذقية', en: 'Latakia' },
  { value: 'tartus', ar: 'طرطوس', en: 'Tartus' },
  { value: 'idlib', ar: 'إدلب', en: 'Idlib' },
  { value: 'daraa', ar: 'درعا', en: 'Daraa' },
  { value: 'as_suwayda', ar: 'السويداء', en: 'As-Suwayda' },
  { value: 'quneitra', ar: 'القنيطرة', en: 'Quneitra' },
  { value: 'deir_ez_zor', ar: 'دير الزور', en: 'Deir ez-Zor' },
  { value: 'raqqa', ar: 'الرقة', en: 'Raqqa' },
  { value: 'al_hasakah', ar: 'الحسكة', en: 'Al-Hasakah' },
];

const lebanon: Province[] = [
  { value: 'beirut', ar: 'بيروت', en: 'Beirut' },
  { value: 'mount_lebanon', ar: 'جبل لبنان', en: 'Mount Lebanon' },
  { value: 'north', ar: 'الشمال', en: 'North' },
  { value: 'south', ar: 'الجنوب', en: 'South' },
  { value: 'bekaa', ar: 'البقاع', en: 'Bekaa' },
];

const kuwait: Province[] = [
  { value: 'al_asimah', ar: 'العاصمة', en: 'Al Asimah' },
  { value: 'hawalli', ar: 'حولي', en: 'Hawalli' },
  { value: 'farwaniya', ar: 'الفروانية', en: 'Farwaniya' },
  { value: 'ahmadi', ar: 'الأحمدي', en: 'Ahmadi' },
  { value: 'jahra', ar: 'الجهراء', en: 'Jahra' },
  { value: 'mubarak_al_kabeer', ar: 'مبارك الكبير', en: 'Mubarak Al-Kabeer' },
];

const emirates: Province[] = [
  { value: 'abu_dhabi', ar: 'أبوظبي', en: 'Abu Dhabi' },
  { value: 'dubai', ar: 'دبي', en: 'Dubai' },
  { value: 'sharjah', ar: 'الشارقة', en: 'Sharjah' },
  { value: 'ajman', ar: 'عجمان', en: 'Ajman' },
  { value: 'umm_al_quwain', ar: 'أم القيوين', en: 'Umm Al Quwain' },
  { value: 'ras_al_khaimah', ar: 'رأس الخيمة', en: 'Ras Al Khaimah' },
  { value: 'fujairah', ar: 'الفجيرة', en: 'Fujairah' },
];

/**
 * The four stores that the sandbox starts with, without their ids. The first is in Arabic and SYP without decimals, the
 * second in English and USD. The third has a currency with three decimals. The fourth is not a development store.
 */
export const seededStores: Omit<StoreRecord, 'id' | 'location_ids' | 'fx_as_of'>[] = [
  {
    slug: 'yasmin',
    name: 'متجر الياسمين',
    description: 'عطور وصابون غار ومونة بيت من الشام',
    locale: 'ar',
    timezone: 'Asia/Damascus',
    country: 'SY',
    phone: '+963112345678',
    address: 'دمشق، الشعلان، جادة الروضة 12',
    accent_color: '#0f766e',
    is_development: true,
    currency: 'SYP',
    allowed_currencies: ['SYP', 'USD'],
    rates: { USD: { scaled: 7692, scale: 8 } },
    payment_methods: [
      { id: 'cod', wallet_id: null },
      { id: 'manual_wallet', wallet_id: '0944 100 200' },
    ],
    provinces: syria,
    staff: [
      { id: 'member_rana', name: 'رنا الحلبي' },
      { id: 'member_samer', name: 'سامر قباني' },
    ],
  },
  {
    slug: 'cedar-and-co',
    name: 'Cedar & Co.',
    description: 'Home goods and gifts, made around the Mediterranean',
    locale: 'en',
    timezone: 'Asia/Beirut',
    country: 'LB',
    phone: '+9611234567',
    address: '21 Gouraud Street, Beirut',
    accent_color: '#1d4ed8',
    is_development: true,
    currency: 'USD',
    allowed_currencies: ['USD', 'EUR'],
    rates: { EUR: { scaled: 92, scale: 2 } },
    payment_methods: [
      { id: 'cod', wallet_id: null },
      { id: 'manual_wallet', wallet_id: 'CEDAR-7781' },
    ],
    provinces: lebanon,
    staff: [{ id: 'member_maya', name: 'Maya Haddad' }],
  },
  {
    slug: 'diwan',
    name: 'ديوان الهدايا',
    description: 'هدايا وعطور ومونة مختارة، من الشام إلى الكويت',
    locale: 'ar',
    timezone: 'Asia/Kuwait',
    country: 'KW',
    phone: '+96522451234',
    address: 'الكويت، السالمية، شارع سالم المبارك 8',
    accent_color: '#7c3aed',
    is_development: true,
    currency: 'KWD',
    allowed_currencies: ['KWD', 'USD'],
    rates: { USD: { scaled: 326, scale: 2 } },
    payment_methods: [
      { id: 'cod', wallet_id: null },
      { id: 'manual_wallet', wallet_id: 'DIWAN-2201' },
    ],
    provinces: kuwait,
    staff: [{ id: 'member_fahad', name: 'فهد العنزي' }],
  },
  {
    slug: 'palm-trading',
    name: 'Palm Trading',
    description: 'Home goods from the region, shipped across the Emirates',
    locale: 'en',
    timezone: 'Asia/Dubai',
    country: 'AE',
    phone: '+97142223344',
    address: '14 Al Fahidi Street, Dubai',
    accent_color: '#4d7c0f',
    is_development: false,
    currency: 'AED',
    allowed_currencies: ['AED'],
    rates: {},
    payment_methods: [{ id: 'cod', wallet_id: null }],
    provinces: emirates,
    staff: [{ id: 'member_aisha', name: 'Aisha Rahman' }],
  },
];
