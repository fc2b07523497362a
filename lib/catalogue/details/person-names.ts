import { foldText } from '@/lib/shared/fold-text';

// cspell:disable
/**
 * Common first names, in Arabic and Latin letters. An unlabelled line counts as the name of a customer only if it
 * begins with one of them. Names that are also frequent words are not in the list.
 */
const names = new Set(
  foldText(`
  محمد احمد محمود مصطفى علي عمر عثمان خالد وليد سامر سامي سمير ياسر ياسين يوسف يونس ابراهيم اسماعيل اسامة ايهاب ايمن ايمان انس
  بلال بشار بسام باسل باسم بدر بهاء ثائر جمال جميل جهاد جورج حازم حاتم حامد حسام حسان حسن حسين حمزة حيدر خليل داود رامي راشد رائد ربيع رضا رضوان
  رياض زاهر زياد زيد زكريا زين سعد سعود سعيد سلطان سلمان سليم سليمان شادي شريف صالح صلاح صفوان ضياء طارق طلال ظافر عادل عاصم عامر عبادة عبدالله
  عبد عبدالرحمن عبدالعزيز عبدالكريم عبدالقادر عبدو عدنان عزام عصام علاء عماد عمار عمرو عيسى غسان غيث فادي فارس فايز فؤاد فراس فهد فيصل قاسم قصي قيس
  كريم كمال لؤي مازن ماجد ماهر مالك مجد مروان مشعل معاذ معتز مؤيد منذر منصور مهند موسى نادر ناصر نايف نبيل نزار نضال نعيم نواف هادي هاني هشام هيثم وائل وسيم
  يحيى يزن طوني الياس ميشيل بطرس كنان ليث تيم تركي بندر ماهر سيف راكان عبدالمجيد مينا جرجس
  ريما رنا رانيا رولا روان ريم رهف رغد رزان راما ريهام اسماء امل اماني امينة امنة اميرة الاء ايات ايناس بتول بثينة بسمة بشرى بيان تالا تغريد تقى جمانة جنى
  حلا حنان حنين خديجة خلود دانا دانيا داليا دعاء دلال ديما دينا رباب رشا زهراء زينب زينة سارة سحر سعاد سلام سلمى سلوى سمر سميرة سناء سهى سهير سوسن سوزان شذى
  شهد شيرين شيماء صبا صفاء ضحى عائشة عبير عزيزة علا علياء غادة غدير غزل غنى فاتن فاطمة فداء فرح فريال كارلا كندة كوثر لارا لبنى لجين لمى لمياء لما لونا لوجين ليال
  لين لينا ليلى ماجدة ماري مايا مرام مروة مريم منى منال منار ملك مها ميادة ميس ميرا ميرنا ناديا نادية نجلاء نجوى ندى نسرين نغم نهى نوال نورا نورة نور نيرمين هالة هبة هدى
  هديل هناء هند هيا هيام وداد وفاء ولاء يارا ياسمين يسرى نادين جود جودي شام ميسون رغدة سلاف نسيم هيفاء وعد صابرين اسيل هاجر جاسم خضر ميساء ربى جوري ريان سندس اروى سجى هالا كوثر عهد دعد فدوى نجاح انتصار ابتسام احلام اكرم امجد انور ايوب بهجت توفيق تميم جابر حبيب حكمت حمد خلف رفيق رمضان سلطان سهيل شاكر شهاب صابر عارف عبود عواد غانم فاضل فاروق فوزي كامل لطفي محسن مشاري مؤمن نجيب نعمان هيثم وحيد ياسر هنادي لور كارين جوليا جاد ورد حلا سيدرا رؤى ام ابو حصة موضي لطيفة شيخة العنود جواهر
  mohammad mohamed muhammad ahmad ahmed mahmoud mustafa ali omar khaled khalid walid samer sami yousef youssef ibrahim anas bilal bashar bassel hasan hassan hussein
  rami raed ziad zaid saeed salem sultan tarek tariq adel amer abdullah abdul adnan issam imad ammar ghassan fadi fares firas fahad faisal karim kamal louay mazen majed maher
  malek marwan mohannad mousa nader nasser nabil nizar hadi hani hisham haitham wael wassim yazan george elias rima rana rania rola rawan reem rahaf raghad razan rama
  asma amal amani amira batoul bushra dana dalia dima dina duaa hala hanan haneen hiba huda lama lara layla leila lina lubna maha mai manal mariam maryam maya mona nada nadia
  nour noor noura rasha sara sarah salma samar shahd suha suzan yara yasmin zeinab zainab aisha fatima fatma ghada mira joud john james michael peter maria anna emma`)
    .trim()
    .split(' '),
);

// cspell:enable

/** Whether a folded word is a common first name. */
export const isFirstName = (word: string) => names.has(word);
