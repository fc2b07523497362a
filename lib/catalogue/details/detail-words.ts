import { foldText } from '@/lib/shared/fold-text';

const words = (text: string): ReadonlySet<string> => new Set(foldText(text).split(' '));

/** A word or a number of a text, with its offsets. `folded` is the form in which words are compared. */
export type TextWord = { folded: string; start: number; end: number };

/** Returns the words and numbers of a text, in their sequence. */
export function wordsOf(text: string): TextWord[] {
  return [...text.matchAll(/[\p{L}\p{M}]+|\d+/gu)].map(({ 0: raw, index }) => ({
    folded: foldText(raw),
    start: index,
    end: index + raw.length,
  }));
}

/** Words that belong to an address and never name a product: street, building, floor, and words for "near". */
const addressWords = words(`
  شارع الشارع ش حي الحي حارة حاره بناء بناية البناية عمارة العمارة عماره طابق الطابق دور الدور شقة الشقة جانب بجانب جنب قرب بالقرب مقابل خلف ورا امام قدام فوق نزلة طلعة
  جسر دوار الدوار ساحة الساحة ميدان فيلا فلة برج البرج قطعة القطعة بلوك جادة الجادة منزل بيت مبنى مفرق تقاطع كورنيش مخيم ضاحية مجمع سوق دخلة زقاق
  street st st. str building bldg floor apt apartment flat villa block near opposite behind facing above beside tower road rd avenue ave house next`);
export const isAddressWord = (word: string) =>
  addressWords.has(word.replace(/^ب(?=بناي|عمار|شارع|حي$|برج)/, ''));

/** Words that show that an address has ended before them: thanks, wishes, and words about time, money and goods. */
const ends = words(`
  شكرا مشكور مشكورة يسلمو يسلموا يسلم تسلم تسلمي تسلمو لو سمحت سمحتي سمحتوا بليز رجاء من فضلك فضلكم الله يعطيك يعطيكن يعطيكم يعطيكي امتى متى ايمتى وقتيش اليوم بكرا بكره بكير غدا
  بدي بدنا وبدي ابغى ابي عايز عايزة عاوز عاوزة اريد حابة حاب السعر سعر سعره بسعر الدفع والدفع كاش توصيل التوصيل والتوصيل الطلب طلب الطلبية طلبي الحساب المجموع والمجموع تمام ماشي اوك
  اوكي طيب واذا اذا بس ياريت ممكن خلص اتفقنا ضروري وضروري انا ناطر ناطرة بانتظارك شو كم قديش بكم هل وين فين لاني لانو عشان هاد هذا هاي هيدا وصلني بيوصل توصل يوصل توصلوا ابعت ابعتلي ابعتوا ابعتها ابعتهالي بعتو بعتوه بعتوها ابعتو ابعته وصلو وصلوا وصله وصلها طرشلي طرشه ارسل ارسلوا ارسلها ارسلي بعات تبعت تبعتوا بعتلي التسليم تسليم لوالدته لوالدتي لاختي لبنت هو نفس نفسه متل مثل ساكن ساكنة محلي لمكتبي عالبيت عالمكتب دخيلك تلاقي اسال عندي حسابي والحساب غير
  please thanks thank thx pls when today tomorrow price cash i want need can will is deliver delivery asap if and but call ship send said me my`);
export const endsAddress = (word: string) => ends.has(word);

/** Words that show that a line is from the seller, or about the seller: "we", "our shop", "our branch". */
const sellerWords = words(
  'نحنا نحن احنا محلنا متجرنا مكاننا فرعنا عنا موقعنا مستودعنا معملنا مشغلنا زورونا معنا لدينا المحل محلكم فرعكم محلكن متجركم مكتبنا we our shop store branch your',
);
export const isAboutSeller = (word: string) => sellerWords.has(word.replace(/^[بلو](?=\p{L}{4})/u, ''));

/** Words that never occur in a person's name. */
const notNames = words(`
  اهلا اهلين مرحبا السلام عليكم صباح مساء الخير تمام ماشي شكرا حبيبتي حبيبي اوك اوكي طيب نعم لا اي ايه بدي بدنا ابي ابغى عايز عايزة قطعة حبة علبة كيلو لون مقاس قياس اسود ابيض احمر ازرق اخضر بني كحلي
  شارع حي بناء طابق جانب قرب مقابل محافظة منطقة مدينة توصيل شحن دفع كاش بنت ابن كمان شركة مؤسسة رسالة هههه هدية منشان مشان عشان علشان كرمال مين منو شو ايش وين حدا يلي اللي سعر ليرة دولار ريال درهم جنيه الف عدد رقم اسم عنوان من الى في مع هاد هذا لو سمحت يا الله والله استاذ
  تكرم تكرمي الزبون الزبونة العنوان الرقم الموبايل عيوني حاضر يعطيك العافية نفس نفسه كتب رسالة محذوفة والرقم والعنوان
  hi hello thanks ok yes no please order the to in for and want need address phone size color`);
export const isNotName = (word: string) => notNames.has(word);

const titles =
  'كابتن|باشمهندسه?|بشمهندسه?|الاستاذه?|استاذ|السيده?|الحاجه?|المدام|مدام|الانسه|الدكتوره?|دكتوره?|المهندسه?|mr|mrs|ms|miss|dr';
const relatives =
  '(?:ابن|بنت) (?:عمي|عمتي|خالي|خالتي|اخي|اختي|جارنا|جيراننا)|حماتي|حماي|خيي|اخويا|اختي|خيتي|ولدي|اخوه|ابني|بنتي|اختي|اخوي|اخي|زوجي|جوزي|زوجتي|مرتي|مراتي|ماما|بابا|امي|ابوي|والدي|والدتي|الوالده?|خالتي|عمتي|عمي|خالي|جارتي|جاري|صديقي|صديقتي|رفيقي|رفيقتي|my (?:son|wife|husband|sister|brother|mother|father|mom|dad)';

/**
 * Matches the part of a text before a person's name. This part has punctuation marks, and words such as "is", "my son"
 * or "Mr". The text must have been folded by sameLengthFold.
 */
export const beforeName = new RegExp(
  String.raw`^[\s:：=\-–*./]*(?:(?:هيكون|حيكون|رح يكون|بيكون|يكون|هو|هي|is)\s+)?(?:(?:${relatives})[\s،,:]+)?(?:(?:${titles})\.?\s+)?`,
  'iu',
);
/** Matches words such as "my cousin" at the beginning of a text of sameLengthFold. */
export const relativeName = new RegExp(String.raw`^\s*(?:${relatives})[\s،,:]+(?=\p{L}{2})`, 'iu');
/** Matches a title at the beginning of a text, such as "Mr". The text must have been folded by sameLengthFold. */
export const titledName = new RegExp(String.raw`^\s*(?:${titles})\.?\s+(?=\p{L}{2})`, 'iu');
const lastTitle = new RegExp(String.raw`(?<=^|[^\p{L}])(?:${titles})\.?\s*$`, 'iu');
/** Removes a title, such as "Mr", from the end of a text. */
export const withoutTitle = (text: string) => text.slice(0, lastTitle.exec(sameLengthFold(text))?.index);
const onlyRelation = new RegExp(String.raw`^[\s:：=\-–*./]*(?:${relatives}|${titles})\s*$`, 'iu');
/** Whether a text of sameLengthFold has only words such as "my son" or "Mr", after which a name follows. */
export const isOnlyRelation = (text: string) => onlyRelation.test(text);

/** The meaning of a label in front of a value. `other`: a value that belongs to no field, such as an order number. */
export type Label = 'name' | 'phone' | 'province' | 'address' | 'other';

const labels: [Label, string][] = [
  [
    'other',
    String.raw`(?:رقم|كود)\s+(?:الطلب|الطلبيه|الحساب|البوليصه|الشحنه|التتبع|الفاتوره|القطعه|الموديل|الحواله|العمليه|المعامله|المرجع|التحويل|البطاقه|الهويه|السجل|المتجر|المحل|العضويه|العقد|المحفظه|السند|الايصال|الاوردر|الباركود|المنتج|السياره|اللوحه)|(?:اسم)\s+(?:المنتج|القطعه|المحل|المتجر|الصفحه|الموديل|الشارع|شركه)|(?:اوردر|طلب|طلبيه|فاتوره|شحنه|بوليصه|حواله|عمليه)\s+(?:جديده?\s+)?رقم|(?:اوردر|طلب|طلبيه|فاتوره|شحنه|بوليصه|حواله|كود)(?=\s*[:#]?\s*\d{6})|(?:order|invoice|tracking|ref|reference|awb|account)(?=\s*[:#]?\s*\d{6})|(?:order|tracking|invoice|account|reference|awb|transaction|card)\s*(?:number|no|id|ref|#)|product name|iban|الايبان|ايبان|الملاحظات|ملاحظات|ملاحظه|notes?|الايميل|email|الدفع|payment|الكميه|العدد|اللون|المقاس|القياس|الطلب|الطلبيه|المنتج|الصنف|المجموع|السعر`,
  ],
  [
    'name',
    String.raw`اسم\s+(?:المستلم|المستلمه|الزبون|الزبونه|العميل|العميله|صاحب الطلب)|الاسم(?:\s+(?:الكامل|الثلاثي|بالكامل))?|اسم(?:ي|ه|ها|و)|اسم|المستلمه?|المستلم|المرسل اليه|الزبونه?|العميله?|باسم|customer|(?:full |customer |recipient )?name(?: is)?|my name(?: is)?|recipient`,
  ],
  [
    'phone',
    String.raw`رقم\s+(?:ال)?(?:موبايل|جوال|هاتف|تلفون|تليفون|واتس|واتساب|موبايلي|جوالي|تواصل|المستلمه?|تاني|ثاني|اخر)|^\s*ت(?=\s*:)|رقم\s*تلفوني|الرقم|رقم(?:ي|ه|ها|و)|رقم|(?:ال)?(?:هاتف|تلفون) الارضي|(?:ال)?(?:موبايل|جوال|هاتف|تلفون|تليفون|واتس|واتساب|محمول)(?:ي|ه|ها|و|ك)?|موب(?:ي?ل)?ي?|mobile(?: number)?|phone(?: number)?|tel|cell|whatsapp|number|contact`,
  ],
  [
    'address',
    String.raw`^\s*ع(?=\s*:)|(?:ال|عال)?عنوان(?:ي|\s+(?:التوصيل|الشحن|المستلم|البيت|الشغل|الكامل|بالكامل|بالتفصيل|التفصيلي|الجديد|الحالي|هو))?|area(?=\s*:)|مكان\s+(?:التوصيل|التسليم|السكن)|(?:delivery |shipping |my )?address(?: is)?|delivery(?=\s*:)`,
  ],
  ['province', String.raw`(?:ال)?(?:محافظه|اماره)|المدينه|city|governorate|emirate|province`],
];
const labelPattern = new RegExp(labels.map(([label, pattern]) => `(?<${label}>${pattern})`).join('|'), 'iu');
const before = String.raw`(?<=^|[^\p{L}\p{N}])`;
const after = String.raw`(?![\p{L}\p{N}])`;
const wholeLabel = new RegExp(`${before}و?(?:${labelPattern.source})${after}`, 'giu');

/** Makes a text comparable without a change of its length: lower case, one form of each Arabic letter. */
export function sameLengthFold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه');
}

/**
 * Returns the labels (words such as "phone" or "price" that name what follows) in a line of a pasted message, with their
 * offsets in the line.
 */
export function labelsOf(text: string): { label: Label; start: number; end: number }[] {
  const folded = sameLengthFold(text);
  if (folded.length !== text.length) return [];
  return [...folded.matchAll(wholeLabel)].flatMap(({ 0: raw, index, groups }) => {
    const label = labels.find(([name]) => groups?.[name] !== undefined)?.[0];
    return label ? [{ label, start: index, end: index + raw.length }] : [];
  });
}
