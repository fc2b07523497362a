import { foldText } from '@/lib/shared/fold-text';

/**
 * Makes a set of words in the simplified form in which texts are compared (foldText). The sets below have words of
 * Syrian dialect, standard Arabic and English.
 */
const words = (text: string): ReadonlySet<string> => new Set(foldText(text).split(' '));

/** Words around a request, such as greetings. These words may be anywhere in the message and never name a product. */
const noise = words(`
  مرحبا مراحب مرحبتين اهلا هلا اهلين سلام السلام عليكم وعليكم عليك ورحمة رحمة الله وبركاته صباح مساء الخير النور يا
  كيفك كيفكم كيف حالك حالكم شلونك شو اخبارك اخباركم خالتو خالة عمو اخي اختي حبيبتي حبيبي استاذ الو معلم
  بدي بدنا بده بدها اريد نريد ابغى حاب حابة حابين عايز اطلب نطلب طلب طلبية الطلب طلبي لازمني لازمنا محتاج محتاجة ناقصني
  ابعتلي ابعتيلي ابعتولي ابعت ابعتي ابعتوا بعتلي بعتيلي جيبلي جيبيلي جيبولي جيب خدلي خديلي حطلي حطيلي حط سجلي سجليلي سجل ضيفلي ضيفيلي ضيف
  ارسل ارسلي ارسلو لو سمحت سمحتي سمحتوا ممكن فيني فضلك فضلكم رجاء بليز يعني بس وبس عندكم عندك في فيه هل هاد هاي هذا هذه هدول
  اتفقنا متفقين لي لنا الي الى ع على عن من شكرا مشكور مشكورة كتير كثير جدا يسلمو يسلموا تسلمو تسلم تسلمي ايديك ايديكي ايديكم ايدك يعطيك يعطيكي يعطيكم العافية
  تمام اوكي طيب نفس الماضي الماضية انا نحنا كل شي شوي اذا مقاس قياس حجم نوع ايضا وايضا لوسمحت هلق اليوم بكرا
  hi hello hey dear good morning evening afternoon please pls plz thanks thank thx you your a an lot i want wanna need would like
  can could may get have do does did send me us we of the to my our for from order orders prepare add another some any how are is am in with
  it this that these be there im id d ll ok okay just size sized same as too kindly`);
export const isNoise = (word: string) => noise.has(word);

/** Words that show that a part of a message names no product. Such a part is about an address, a contact or a total. */
const asides = words(`
  توصيل التوصيل توصيلة عنوان العنوان عنواني رقمي رقم الرقم موبايلي موبايل الموبايل جوال الجوال جوالي تلفون هاتفي الهاتف
  الاسم اسمي محافظة المحافظة المجموع مجموع الاجمالي اجمالي الحساب
  delivery deliver delivered address phone mobile name total subtotal sum`);
export const isAside = (word: string) => asides.has(word);

/** Words that join two requested products, such as "and" or "also". */
const joiners = words('و مع وكمان كمان وبعدين and also plus');
export const isJoiner = (word: string) => joiners.has(word);

/**
 * Words for pieces or packages, such as piece, box or bottle. These words do not distinguish one product from another.
 */
const counted = words(`
  حبة حبات حبه قطعة قطع علبة علب كيس اكياس كرتونة كراتين كرتون باكيت باكيتات عبوة عبوات قنينة قناني مرطبان مرطبانات
  pcs pc piece pieces pce unit units box boxes pack packs item items bar bars bottle bottles jar jars`);
export const isCounter = (word: string) => counted.has(word);

const countedTwice = words('حبتين قطعتين علبتين كيسين كرتونتين باكيتين عبوتين قنينتين مرطبانين');

/** Words and signs that stand before or after a quantity. */
const counts = words('عدد العدد كمية الكمية qty quantity count x × *');
export const isCountMark = (word: string) => counts.has(word);

/** Words and signs that stand before or after a price. */
const priceMarks = words('@ = ب بسعر السعر سعر سعره سعرها السعره price at $ €');
export const isPriceMark = (word: string) => priceMarks.has(word);
const currencies = words('الف ألف آلاف ليرة ليره ل.س لس دولار $ € usd syp sp eur dollars dollar euro k');
export const isCurrency = (word: string) => currencies.has(word);

/** Words for small numbers, and the numbers that they mean. */
export const numberWords: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: 'واحد واحدة وحدة وحده one',
    2: 'اثنين اثنان اتنين تنين تنتين ثنتين اثنتين two couple pair',
    3: 'ثلاثة ثلاث تلاتة تلات تلت three',
    4: 'اربعة اربع four',
    5: 'خمسة خمس five',
    6: 'ستة ست six',
    7: 'سبعة سبع seven',
    8: 'ثمانية ثماني ثمان تمانية تمنية تمن تمان تماني eight',
    9: 'تسعة تسع nine',
    10: 'عشرة عشر ten',
    11: 'احدعش حدعش eleven',
    12: 'اطنعش تنعش دزينة dozen twelve',
    20: 'عشرين twenty',
    24: 'دزينتين',
  }).flatMap(([number, text]) => [...words(text)].map((word): [string, number] => [word, Number(number)])),
);

/**
 * Returns the number that a word means, such as 3 for "three"; undefined if the word means no number. Numbers in digits
 * are not handled here.
 */
export function numberOfWord(word: string): number | undefined {
  return countedTwice.has(word) ? 2 : numberWords.get(word);
}

const halves = words('نص نصف half');
const quarters = words('ربع quarter');
/**
 * Returns the fraction that a word means: 0.5 for "half" (half a dozen), 0.25 for "quarter" (a quarter of a kilo).
 * Undefined if the word means no fraction.
 */
export function partOfWord(word: string): number | undefined {
  if (halves.has(word)) return 0.5;
  return quarters.has(word) ? 0.25 : undefined;
}

const dozens = words('دزينة dozen');
export const isDozen = (word: string) => dozens.has(word);

/**
 * Whether the word is the Arabic word for "a pair", if a product name follows it. Without a product name, the same word
 * means "walnut".
 */
export const isPairWord = (word: string) => word === 'جوز';

const measures = new Map(
  Object.entries({
    1: 'غ غم غرام جرام غرامات g gr gm gram grams مل ml',
    1000: 'كيلو كغ كغم كيلوغرام كيلوات kg kilo kilos kilogram لتر ليتر liter litre',
    2000: 'كيلوين',
  }).flatMap(([size, text]) => [...words(text)].map((word): [string, number] => [word, Number(size)])),
);
/** Returns the grams (or millilitres) that a word such as "kilo" means; undefined if the word means no measure. */
export const measureOfWord = (word: string): number | undefined => measures.get(word);

const sizes = new Map(
  Object.entries({
    s: 's small سمول صغير صغيرة صغار',
    m: 'm medium med ميديوم مديوم وسط متوسط متوسطة',
    l: 'l large لارج كبير كبيرة كبار',
    xl: 'xl xlarge اكسلارج',
    xxl: 'xxl',
  }).flatMap(([size, text]) => [...words(text)].map((word): [string, string] => [word, size])),
);
/** Returns the size that a word means, such as `l`; undefined if the word means no size. */
export const sizeOfWord = (word: string): string | undefined => sizes.get(word);

const extras = words('اكس extra');
/** Whether the word makes the size after it one step larger, as "extra" does in "extra large". */
export const isExtra = (word: string) => extras.has(word);
