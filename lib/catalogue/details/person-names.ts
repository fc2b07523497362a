import { foldText } from '@/lib/shared/fold-text';

// cspell:disable
/**
 * Common first names, in Arabic and Latin letters. An unlabelled line counts as the name of a customer only if the line
 * begins with one of these names. Names that are also frequent words are not in the list.
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
  nour noor noura rasha sara sarah salma samar shahd suha suzan yara yasmin zeinab zainab aisha fatima fatma ghada mira joud john james michael peter maria anna emma
  ايهم جوان خميس رجب شعبان نوري هيفي شيرو روجين آلان سيبان دلشاد ديار هوزان آزاد شيفان محي محيي مدحت رأفت رافت رفعت عزت طلعت شوكت حكمات نشأت صبحي صبري حسني حلمي رشدي شكري
  فتحي فكري فهمي وجدي يسري بهي تحسين ثامر جلال جمعة حافظ حسيب حمود حمدي خلدون خيري دياب ذياب ذيب رامز رزق رشيد رعد زكي زهير سالم سعدو سفيان سلوم شامل شاهر شكيب صادق صالحة
  صخر صدام صفوت طاهر طلحة ظاهر عاطف عايد عبدالسلام عبداللطيف عبدالحميد عبدالغني عبدالرزاق عبدالهادي عبدالوهاب عبدالملك عبيد عدي عرفان عقيل عكرمة علاءالدين عمران عناد عيد
  غازي غزوان غيلان فائز فادية فاهم فتاح فخري فضل فوزية قتيبة قدور قيصر لبيب لقمان ليان مأمون مامون مثنى محفوظ مدين مراد مرهف مسعود مصعب معاوية معتصم معن مقداد منصف منهل
  مهدي موفق ميلاد ناجي ناصيف نائل نجم نديم نصر نصار نمر نوح هارون هاشم هزاع همام وجيه وضاح وهيب ياسمينة يامن يعرب يقين اباء ابرار اثير احسان اريج ازهار اسراء اسمهان اشواق
  افراح الهام امنية اناهيد ايفا ايفون ايمي بارعة براءة بسملة بهية تماضر تهاني ثريا جانيت جلنار جميلة جيهان حسناء حليمة حورية خلدية خولة دنيا ديالا ذكرى راضية رئيفة رحمة
  رزانة رغداء رقية رندة رنيم رهام روعة روضة روز روزين ريفان ريناد زكية زليخة زهرة زهور سامية سجود سلمية سميحة سندريلا سهيلة شفاء شروق شيم صباح صفية طيف عاليا عبلة عفاف
  عفراء عواطف غصون غفران فاديا فائزة فيروز فيفيان قمر كاتيا كاترين كريستين لميس لورا لوسي ماريا ماريان ماغي مجدة محاسن مديحة مشاعل منيرة مهجة ميرفت مي مية ناهد نايا نبيلة
  نجاة نجود نرجس نسمة نعمت نهاد نهلة نوار نورس نيفين هنادة هويدا وجد وردة وسام وصال يمنى يسرا مزنة غاية عذاري نوف شوق فجر دانة غالية سعدية ميثة ميثاء عوشة حمدة شمسة موزة
  مهرة بدرية فضيلة صفيه مبارك مطر حمدان محمدين عوض عطية عطيه فرج سيد شحاته بيتر كيرلس بيشوي ابانوب مايكل جورجينا مارينا ايريني شنودة اشرف تامر شريفة عبدالفتاح عبدالمنعم
  عبدالحكيم عبدالباسط عبدالخالق عبدالستار عبدالجبار عبدالحليم عبدالناصر عبدالاله عبدالمحسن متعب مشعان عجلان فالح ضاري دحام صقر مرزوق بتال بخيت دخيل حماد سطام سليمه مطلق
  مفلح ممدوح نهار هذال شربل جان جوزيف روجيه ايلي مارون طانيوس نقولا فرنسوا سيمون رالف كارلوس ريتا رينا ماريتا جويل كريستيل جيسيكا نانسي سابين باسكال ميراي lynn lynne lin
  nadine rita reeta joelle jessica nancy carla karen maroun elie charbel tony antoine joseph pierre marc mark paul simon ralph carlos roy rony mia tala tia yasmine
  yasmina sally sandra stephanie christelle christine cynthia celine chantal hadia hadil haya heba hend hind ibtisam inas israa jana jihan joumana judy khadija kholoud
  latifa lilian maysa maysaa mervat mirna moza munira nagham najwa nawal nihal noha nisreen nesrine ola rabab rabia racha rafah rahma ranim ranya rayan reham rihab rim
  roba ruba ruqaya sabah safa saja samah samira sana sawsan shaima sherine siham sondos souad tahani thuraya wafaa wafa walaa warda widad zahra zein zeina zina abbas
  abdel abdulaziz abdulrahman abed adham akram alaa ameen amin amjad anwar aws ayham ayman ayoub aziz bader baraa bashir basim diaa eyad fahd fadel farid faris fawzi
  feras ghaith habib haidar hamad hamdan hamed hamza haris harith hasham hatem hazem hossam houssam hudhaifa husam ihab ilyas jaber jad jalal jamal jassim jawad jihad
  kamel kareem kassem khalil laith loay luay maen mahdi mansour mazin mohamad mohammed moaz moustafa muhannad munir murad mutasem naji najib naser nasim nawaf nayef nedal
  nouri obada obaid omran osama qais qusai rabee rafik raid ramez ramzi rashad rashed rashid rida riyad saad sabri sahar salah salim sajid samih shadi sharif sobhi suhail
  sulaiman suleiman taha talal tamer taher tayseer tawfik turki usama wahid waleed wissam yahya yaser yasin younis zaher zakaria zayed ziyad zuhair priya anita anjali
  arjun ashok deepa deepak divya imran irfan kavita krishna kumar lakshmi manish meera mohan naveed neha nisha pooja rahul raj rajesh ravi rohit sanjay shabnam sneha
  sunil sunita suresh vijay vikram joel jose maricel maribel rosalyn jennifer jenny joy grace angel angelica michelle mary ann anne rowena sheila cherry laura emily
  olivia sophie sophia charlotte lucy kate katie helen julia linda lisa claire rachel rebecca hannah amy chloe ella natalie victoria daniel david thomas robert richard
  andrew steven stephen kevin brian chris christopher matthew patrick alex alexander oliver jack harry william charles edward henry sam samuel ben benjamin tom nick
  nicholas anthony adam lucas
  رضوى هلال دلال خلفان سلطانة راشدة خليفة حمود ناصرة عبدالرحيم عبدالإله عبدالجليل عبدالحق عبدالصمد عبدالوكيل غانمة سعدون شهاب مؤنس رؤوف رشدي بسيوني
  حسنين ولاء مروى ميريام مادونا مونيكا ساندي ساندرا ايرين تريزا دميانة فايزة عزة ناهدة وفيق وديع ملحم فواز نواف نايفة
  مشعان ظبية مريوم ميره موزه عفرا الجوهره نوره وضحى وضحه غيداء لولوة لولوه ريوف رتاج رغده جوانا لارين ماريتا نورهان شهيرة شاهندة جيلان جنة
  rafiq marites maritess rosario rosemarie arlene marilyn jocelyn lorna evelyn gina rodel rommel ramil arnel jomar ricardo roberto antonio carlo reynaldo ronaldo
  abdulla khalifa hamdah maitha salama shamma moza saif sultana mubarak rashida faizal shafeeq shameer sajeev biju anoop vinod sandeep prakash ramesh mahesh ganesh harish girish rakesh
  farida fareeda salwa amina samia nahla nagwa marwa sherif sameh hany mina bishoy girgis kirollos youssra menna nourhan habiba farah joelle jana jude tala zaina ritaj`)
    .trim()
    .split(' '),
);

// cspell:enable

/** Whether a folded word is a common first name. */
export const isFirstName = (word: string) => names.has(word);
