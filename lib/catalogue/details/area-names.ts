import { foldText } from '@/lib/shared/fold-text';

// cspell:disable
/**
 * Areas of Syria, the Gulf and Egypt. A line has the key of the area, "=", and the names that people write for the
 * area. After ";", the line has the names of towns and districts that exist only in this area.
 */
const table = `
damascus=دمشق,دمشق المدينة,مدينة دمشق,الشام,damascus,sham,dimashq;المزة,المالكي,ابو رمانة,البرامكة,كفرسوسة,كفر سوسة,مشروع دمر,ركن الدين,باب توما,الشعلان,المهاجرين,القصاع,برزة,القابون,الزاهرة,باب شرقي
rif-dimashq=ريف دمشق,ريف الشام,rif dimashq,rif damascus,rural damascus,damascus countryside;جرمانا,دوما,صحنايا,قدسيا,التل,داريا,يبرود,الزبداني,jaramana,douma,qudsaya,عرطوز,جديدة عرطوز,المعضمية,ببيلا,يلدا,السيدة زينب,ضاحية قدسيا,حرستا,النبك,قطنا,صيدنايا
aleppo=حلب,aleppo,halab;منبج,عفرين,اعزاز,الجميلية,الحمدانية,حلب الجديدة,السفيرة,الباب
homs=حمص,homs,hims;تدمر,الوعر,كرم الشامي,عكرمة,تلكلخ,القصير,الرستن
hama=حماة,hama,hamah;سلمية,مصياف,محردة,السقيلبية
latakia=اللاذقية,لاذقية,الاذقية,اللادقية,لادئية,latakia,lattakia;جبلة,القرداحة,jableh,الصليبة,الحفة
tartus=طرطوس,طرطوص,tartus,tartous;بانياس,صافيتا,الدريكيش,الشيخ بدر
idlib=ادلب,idlib,idleb;سرمدا,الدانا,معرة مصرين,جسر الشغور,حارم,سلقين,معرة النعمان
deir-ez-zor=دير الزور,ديرالزور,الدير,deir ezzor,deir al zor,deir ez zor;الميادين,البوكمال
hasakah=الحسكة,حسكة,hasakah,hasaka,al hasakah;القامشلي,قامشلي,القامشلو,qamishli,المالكية,راس العين,عامودا
raqqa=الرقة,رقة,raqqa,raqqah;الطبقة
daraa=درعا,deraa,daraa,dara;نوى,الصنمين,بصرى الشام,طفس
sweida=السويداء,السويدا,سويدا,sweida,suwayda,as suwayda;شهبا,صلخد
quneitra=القنيطرة,قنيطرة,quneitra;خان ارنبة
beirut=بيروت,beirut;الاشرفية,اشرفية,فردان,مار الياس,راس بيروت,achrafieh,ashrafieh,verdun,hamra,mar elias
tripoli-lb=طرابلس,tripoli;trablos
abu-dhabi=ابوظبي,ابو ظبي,أبو ظبي,بوظبي,abu dhabi,abudhabi;العين,al ain,مصفح,mussafah,musaffah
dubai=دبي,dubai;ديرة,مردف,الورقاء,البرشاء,ند الشبا,القصيص,القوز,mirdif,deira,al barsha,dubai marina,jumeirah,al qusais
sharjah=الشارقة,شارقة,sharjah;خورفكان,كلباء,khorfakkan
ajman=عجمان,ajman
umm-al-quwain=ام القيوين,أم القيوين,umm al quwain,uaq
ras-al-khaimah=راس الخيمة,رأس الخيمة,ras al khaimah,rak
fujairah=الفجيرة,fujairah
riyadh=الرياض,riyadh;الخرج,الملقا,الملز,النسيم الشرقي,malqa,al malqa,olaya,al olaya
makkah=مكة,مكة المكرمة,makkah,mecca;جدة,الطائف,jeddah,taif
madinah=المدينة المنورة;ينبع,madinah,medina
eastern=الشرقية السعودية,المنطقة الشرقية;الدمام,الخبر,الظهران,الاحساء,الأحساء,الهفوف,الجبيل,القطيف,dammam,khobar,al khobar,dhahran,jubail,حفر الباطن
qassim=القصيم,qassim;بريدة,عنيزة,buraydah
asir=عسير,asir;ابها,خميس مشيط,abha
tabuk=تبوك,tabuk
hail=حائل,حايل,hail
jazan=جازان,جيزان,jazan
najran=نجران,najran
baha=الباحة,baha
jawf=الجوف;سكاكا
northern=الحدود الشمالية;عرعر
kw-capital=العاصمة,مدينة الكويت,kuwait city
hawalli=حولي,hawalli;السالمية,سالمية,الجابرية,salmiya,الرميثية,ميدان حولي,صباح السالم,rumaithiya
farwaniya=الفروانية,فروانية,farwaniya;خيطان,جليب الشيوخ,الرقعي,العمرية,jleeb
ahmadi=الاحمدي,الأحمدي,ahmadi;الفحيحيل,المهبولة,mahboula,المنقف,الفنطاس,mangaf,fintas,abu halifa,ابو حليفة
jahra=الجهراء,جهراء,الجهرا,jahra
mubarak=مبارك الكبير,mubarak al kabeer
doha=الدوحة,دوحة,doha
rayyan=الريان,rayyan
wakra=الوكرة,wakra
manama=المنامة,منامة,manama
muharraq=المحرق,muharraq
muscat=مسقط,muscat;السيب,المعبيلة,الخوير,العذيبة,بوشر,الموالح,seeb,al khuwair
dhofar=ظفار;صلالة,salalah
cairo=القاهرة,القاهره,قاهرة,cairo;مدينة نصر,مصر الجديدة,المعادي,التجمع الخامس,nasr city,maadi,new cairo,حلوان,عين شمس,الزمالك,هليوبوليس,الرحاب,المقطم,حدائق القبة,heliopolis,zamalek
giza=الجيزة,جيزة,giza;المهندسين,الدقي,6 اكتوبر,السادس من اكتوبر,الشيخ زايد,الهرم,امبابة,العجوزة,حدائق الاهرام,mohandessin,dokki
alexandria=الاسكندرية,الإسكندرية,اسكندرية,اسكندريه,alexandria,alex;سيدي بشر,سيدي جابر,سموحة,العصافرة,المندرة,smouha,sidi gaber,sidi bishr
qalyubia=القليوبية,qalyubia;شبرا الخيمة,بنها,العبور
dakahlia=الدقهلية,dakahlia;المنصورة,mansoura
gharbia=الغربية,gharbia;طنطا,المحلة الكبرى,tanta
sharqia-eg=الشرقية,sharqia;الزقازيق,العاشر من رمضان,zagazig
monufia=المنوفية,monufia;شبين الكوم
beheira=البحيرة,beheira;دمنهور
kafr-el-sheikh=كفر الشيخ,kafr el sheikh
damietta=دمياط,damietta
port-said=بورسعيد,بور سعيد,port said
ismailia=الاسماعيلية,الإسماعيلية,ismailia
suez=السويس,suez
fayoum=الفيوم,fayoum
beni-suef=بني سويف,beni suef
minya=المنيا,minya
assiut=اسيوط,أسيوط,assiut
sohag=سوهاج,sohag
qena=قنا,qena
luxor=الاقصر,الأقصر,luxor
aswan=اسوان,أسوان,aswan;كوم امبو,kom ombo
red-sea=البحر الاحمر,البحر الأحمر;الغردقة,hurghada
matrouh=مطروح;مرسى مطروح,matrouh
north-sinai=شمال سيناء;العريش
south-sinai=جنوب سيناء;شرم الشيخ,sharm el sheikh
new-valley=الوادي الجديد`;

// cspell:enable

/**
 * Names that also mean something else: "sham" is a first name, "المالكي" a family name. Such a name counts as an area
 * only after "in", "to" or a label such as "address".
 */
const weak = new Set(
  'المالكي الشعلان عكرمه الدانا المالكيه الميادين الباب القصير التل الدير نوي الخبر الهرم العين المحله rak sham dara alex الطبقه العاصمه الشرقيه الغربيه'.split(
    ' ',
  ),
);

const withoutArticle = (name: string) => (/^ال[^ ]{3}/.test(name) ? name.slice(2) : name);
type Named = { key: string; isTown: boolean };
const keys = new Map<string, Named>();
for (const line of table.trim().split('\n')) {
  const [key = '', all = ''] = line.split('=');
  all.split(';').forEach((names, n) => {
    for (const name of names.split(',').map(foldText)) {
      const named = { key, isTown: n > 0 };
      if (!keys.has(name)) keys.set(name, named);
      if (weak.has(name)) continue;
      if (!keys.has(withoutArticle(name))) keys.set(withoutArticle(name), named);
      // A town may be written with or without the article, so the form with the article is added. The names of areas in
      // the table above already have both forms.
      if (named.isTown && /^(?!ال)\p{Script=Arabic}{4,}$/u.test(name) && !keys.has(`ال${name}`))
        keys.set(`ال${name}`, named);
    }
  });
}
// Without the article, these names are common words: "north", "hope", "lake", "capital", "green", and others.
for (const common of 'مزه صليبه مهاجرين زاهره قوز عبور رحاب رقعي شام خبر عين بحيره جوف باحه غربيه شرقيه ريان محرق فيوم هرم معادي دقي جبيل مهندسين طايف خرج'.split(
  ' ',
))
  keys.delete(common);

/** An area in a text. `length`: number of words. `isTown`: the text names a town in the area, not the area itself. */
export type Area = { key: string; isTown: boolean; isWeak: boolean; length: number };

/**
 * Returns the area whose name begins at word `at`; null if no name begins there. If several names begin there, the
 * longest name is used. `words` are folded (simplified) words.
 */
export function areaAt(words: readonly string[], at: number): Area | null {
  for (let length = 3; length > 0; length -= 1) {
    const name = words.slice(at, at + length).join(' ');
    const named = at + length <= words.length ? keys.get(name) : undefined;
    if (named) return { ...named, isWeak: weak.has(name), length };
  }
  return null;
}

const kindWords = /^(?:ال)?(?:محافظه|منطقه|اماره|مدينه)$|^(?:governorate|province|emirate|region|city|of)$/;
/**
 * Whether a folded word is a kind of area, such as "governorate". People write this word before or after the area's
 * name.
 */
export const isAreaKind = (word: string) => kindWords.test(word);

type StoreArea = { value: string; ar: string; en: string };

/**
 * Returns the area of the store that an area key means; null if the store does not deliver there. The names of the
 * store are read in the same way as a chat.
 */
export function storeAreaOf<One extends StoreArea>(key: string, areas: readonly One[]): One | null {
  const found = areas.filter((area) => [area.ar, area.en].some((name) => keyOfName(name) === key));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function keyOfName(name: string): string | null {
  const words = foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !isAreaKind(word));
  return areaAt(words, 0)?.length === words.length ? (areaAt(words, 0)?.key ?? null) : null;
}
