/**
 * An order line that a person who knows the catalogue would read in a customer's message. `product` is the complete
 * product name. `product` is null if the item is not in the catalogue and becomes a custom line. If several products
 * fit, `open` is true, and `product` contains the words that all their names share.
 */
export type ExpectedLine = { product: string | null; quantity: number; option?: string; open?: true };

/** A message that a customer wrote to a store, and the order lines that a person would create from it. */
export type CorpusMessage = { store: 'ar' | 'en'; text: string; lines: ExpectedLine[] };

const one = (product: string, quantity = 1, option?: string): ExpectedLine =>
  option ? { product, quantity, option } : { product, quantity };
const some = (product: string, quantity = 1): ExpectedLine => ({ product, quantity, open: true });
const own = (quantity = 1): ExpectedLine => ({ product: null, quantity });

const arabic: [text: string, ...lines: ExpectedLine[]][] = [
  ['بدي ٢ صابون غار حلبي', one('صابون غار حلبي', 2)],
  ['مرحبا، بدي زعتر بلدي كيلو لو سمحت', one('زعتر بلدي', 1, 'كيلو')],
  [
    'السلام عليكم\nبدي\n٣ صابون غار حلبي ١٠٠ غ\n٢ دبس رمان بلدي\nويعطيك العافية',
    one('صابون غار حلبي', 3, '100 غ'),
    one('دبس رمان بلدي', 2),
  ],
  ['صباح الخير ابعتلي تلات قطع شال حرير فاخر', one('شال حرير فاخر', 3)],
  ['بدنا قفطان ملكي مقاس L وتنين شال حرير يدوي', one('قفطان ملكي', 1, 'L'), one('شال حرير يدوي', 2)],
  ['خمس علب مربى مشمش بلدي', one('مربى مشمش بلدي', 5)],
  ['ممكن قمر الدين شامي عدد ٤', one('قمر الدين شامي', 4)],
  ['مكدوس بلدي x2\nزيت زيتون معتق x3', one('مكدوس بلدي', 2), one('زيت زيتون معتّق', 3)],
  ['دزينة صابون زيت زيتون طبيعي', one('صابون زيت زيتون طبيعي', 12)],
  ['نص دزينة شامبو اعشاب طبيعي', one('شامبو أعشاب طبيعي', 6)],
  ['بدي قطعتين ماء ورد شامي', one('ماء ورد شامي', 2)],
  [
    '[12/03/2026, 10:42:11 ص] أم أحمد: مرحبا بدي ٣ زيت لوز طبيعي\n[12/03/2026, 10:42:40 ص] أم أحمد: وكريم زبدة الشيا فاخر واحد',
    one('زيت لوز طبيعي', 3),
    one('كريم زبدة الشيا فاخر'),
  ],
  [
    '12/3/2026, 9:15 PM - Abu Omar: السلام عليكم\n12/3/2026, 9:15 PM - Abu Omar: بدي عسل جبلي أصلي كيلو عدد 2\n12/3/2026, 9:16 PM - Abu Omar: شكرا كتير',
    one('عسل جبلي أصلي', 2, 'كيلو'),
  ],
  ['🌹🌹 بدي ٢ عطر ياسمين ملكي 🌹 وبس', one('عطر ياسمين ملكي', 2)],
  ['زعتر حلبي نص كيلو + سماق حلبي نص كيلو', one('زعتر حلبي', 1, 'نصف كيلو'), one('سمّاق حلبي', 1, 'نصف كيلو')],
  ['كيفكم؟ بدي طقم فناجين قهوة فاخر وابريق نحاس يدوي', one('طقم فناجين قهوة فاخر'), one('إبريق نحاس يدوي')],
  [
    '٢ صندوق موزاييك شامي كبير، ١ شمعدان نحاس ملكي صغير',
    one('صندوق موزاييك شامي', 2, 'كبير'),
    one('شمعدان نحاس ملكي', 1, 'صغير'),
  ],
  ['بدي قميص قطن ابيض', some('قميص قطن')],
  ['عندكم زعتر؟ بدي ٢ كيلو', some('زعتر', 1)],
  ['بدي فستان مطرز حلبي لارج بـ 250 الف', one('فستان مطرّز حلبي', 1, 'L')],
  ['معطف صوف فاخر ميديوم\nجلباب طبيعي اكس لارج', one('معطف صوف فاخر', 1, 'M'), one('جلباب طبيعي', 1, 'XL')],
  ['ابعتيلي ٦ حبات صابون غار معتق وحبتين مرهم عسل طبيعي', one('صابون غار معتّق', 6), one('مرهم عسل طبيعي', 2)],
  ['حابة اطلب مفرش بروكار ملكي وصحن خزف يدوي عدد ٦', one('مفرش بروكار ملكي'), one('صحن خزف يدوي', 6)],
  ['لو سمحتي طقم بيجاما مميز سمول وحدة بس', one('طقم بيجاما مميّز', 1, 'S')],
  ['برغل ناعم بلدي ٣ كيلو', one('برغل ناعم بلدي', 3, 'كيلو')],
  ['٢ كيلو فستق محمص حلبي', one('فستق محمّص حلبي', 1, '2 كيلو')],
  [
    'بدي:\n- زيت حبة البركة أصلي\n- طين ترابي حلبي ٢\n- ماء ورد بلدي ٣',
    one('زيت حبة البركة أصلي'),
    one('طين ترابي حلبي', 2),
    one('ماء ورد بلدي', 3),
  ],
  [
    '1- مكدوس شامي\n2- دبس رمان شامي\n3- قمر الدين شامي',
    one('مكدوس شامي'),
    one('دبس رمان شامي'),
    one('قمر الدين شامي'),
  ],
  ['1) 2 مربى مشمش طبيعي\n2) 4 زعتر ملكي', one('مربى مشمش طبيعي', 2), one('زعتر ملكي', 4)],
  ['بدي أربع صحون خزف فاخر', one('صحن خزف فاخر', 4)],
  ['تلات قفاطين ملكي', one('قفطان ملكي', 3)],
  ['خدلي فستانين مطرزين يدوي', one('فستان مطرّز يدوي', 2)],
  ['صابونه غار شاميه ٢٠٠ غرام', one('صابون غار شامي', 1, '200 غ')],
  ['زيت زيتونن بلدي 2', one('زيت زيتون بلدي', 2)],
  ['شمبو اعشاب فاخر ٢', one('شامبو أعشاب فاخر', 2)],
  ['قفتان حلبي مقاس m', one('قفطان حلبي', 1, 'M')],
  ['٥ زعتر اصلي ب٥٠٠٠٠', one('زعتر أصلي', 5)],
  ['بساط صوف يدوي كبير @ 900000', one('بساط صوف يدوي', 1, 'كبير')],
  ['اطار صدف شامي صغير عدد ٢ السعر ٧٥ الف', one('إطار صدف شامي', 2, 'صغير')],
  [
    'مصباح زجاج معشق ملكي كبير وتلات طبق قش بلدي',
    one('مصباح زجاج معشّق ملكي', 1, 'كبير'),
    one('طبق قش بلدي', 3),
  ],
  ['بدي زعتر وصابون غار حلبي', some('زعتر'), one('صابون غار حلبي')],
  ['ورد يعني ماء الورد الشامي تنين', one('ماء ورد شامي', 2)],
  ['بدي من الزعتر الحلبي تلاتة ومن السماق البلدي واحد', one('زعتر حلبي', 3), one('سمّاق بلدي')],
  [
    'حزام جلد أصلي 2\nثوب صيفي مميز xl\nوشاح كتان يدوي',
    one('حزام جلد أصلي', 2),
    one('ثوب صيفي مميّز', 1, 'XL'),
    one('وشاح كتّان يدوي'),
  ],
  ['عشر صابونات غار طبيعي', one('صابون غار طبيعي', 10)],
  ['بدي ٣ كرت معايدة و ٢ صابون غار فاخر', own(3), one('صابون غار فاخر', 2)],
  ['مع تغليف هدية\nشال حرير مميز', own(), one('شال حرير مميّز')],
  ['YAS-001-1 عدد 2', one('صابون غار بلدي', 2, '100 غ')],
  ['بدي yas-002-1', one('زعتر بلدي', 1, 'نصف كيلو')],
  [
    'كيلو سماق فاخر وكيلو برغل ناعم فاخر ونص كيلو فستق محمص فاخر',
    one('سمّاق فاخر', 1, 'كيلو'),
    one('برغل ناعم فاخر', 1, 'كيلو'),
    one('فستق محمّص فاخر', 1, 'نصف كيلو'),
  ],
  [
    'مساء الخير خالتو، كيفك؟ شو أخباركم\nبدي لو سمحتي قمر الدين فاخر ٢\nوعسل جبلي شامي ١\nالتوصيل ع المزة\nيسلمو ايديكي',
    one('قمر الدين فاخر', 2),
    one('عسل جبلي شامي'),
  ],
  ['الو مرحبا\nفي عندكم دبس رمان حلبي ؟\nبدي ٤', one('دبس رمان حلبي', 4)],
  ['بدي ٢ من شمعدان النحاس اليدوي', one('شمعدان نحاس يدوي', 2)],
  ['طقم فناجين قهوه شامي كبير ×2', one('طقم فناجين قهوة شامي', 2, 'كبير')],
  ['صابون زيت زيتون حلبي 500غ 3 قطع', one('صابون زيت زيتون حلبي', 3, '500 غ')],
  [
    '3 قطع كريم زبده الشيا طبيعي ٢٠٠ غ، قطعه زيت لوز بلدي',
    one('كريم زبدة الشيا طبيعي', 3, '200 غ'),
    one('زيت لوز بلدي'),
  ],
  ['بدي جوز شال حرير ملكي', one('شال حرير ملكي', 2)],
  ['رقمي 0944123456 وبدي ثلاثة مكدوس فاخر', one('مكدوس فاخر', 3)],
  [
    'بدي ٢ زعتر شامي كيلو و ٢ زعتر حلبي نص كيلو',
    one('زعتر شامي', 2, 'كيلو'),
    one('زعتر حلبي', 2, 'نصف كيلو'),
  ],
  [
    'نفس الطلب الماضي: سبع علب مربى مشمش أصلي وتمن علب دبس رمان أصلي',
    one('مربى مشمش أصلي', 7),
    one('دبس رمان أصلي', 8),
  ],
  ['Hi, bدي ٢ قميص قطن شامي size L', one('قميص قطن شامي', 2, 'L')],
  ['صندوق موزاييك', some('صندوق موزاييك')],
  ['عسل جبلي طبيعي 2 كيلو x 2', one('عسل جبلي طبيعي', 2, '2 كيلو')],
  ['‏بدي ‎2 عطر ياسمين شامي‏ ٥٠٠ غ', one('عطر ياسمين شامي', 2, '500 غ')],
  [
    'وشاح كتان شامي وقفطان شامي ومعطف صوف شامي',
    one('وشاح كتّان شامي'),
    one('قفطان شامي'),
    one('معطف صوف شامي'),
  ],
];

const english: [text: string, ...lines: ExpectedLine[]][] = [
  ['Hi, I need 2 classic shirts please', one('Classic Shirt', 2)],
  ['Hello! can I get 3x Handmade Laurel Soap 100g', one('Handmade Laurel Soap', 3, '100 g')],
  ['2 everyday scarf, 1 festive tote bag', one('Everyday Scarf', 2), one('Festive Tote Bag')],
  [
    'I want a small-batch body oil and two classic clay masks',
    one('Small-batch Body Oil'),
    one('Classic Clay Mask', 2),
  ],
  ['festive wool socks size M x2', one('Festive Wool Socks', 2, 'M')],
  ['one dozen classic laurel soap', one('Classic Laurel Soap', 12)],
  ['half a dozen handmade tea towels', one('Handmade Tea Towel', 6)],
  ['a pair of handmade wool socks, small', one('Handmade Wool Socks', 2, 'S')],
  ['olive wood board classic large', one('Classic Olive Wood Board', 1, 'Large')],
  [
    '- Coffee cup set handmade (small) x 4\n- apron everyday\n- salt cellar festive',
    one('Handmade Coffee Cup Set', 4, 'Small'),
    one('Everyday Apron'),
    one('Festive Salt Cellar'),
  ],
  [
    '[3/12/26, 10:42:11 AM] Sara: hey\n[3/12/26, 10:42:20 AM] Sara: can you send me 2 festive scarf and 1 classic hammam towel?\n[3/12/26, 10:43:00 AM] Sara: thank you!!',
    one('Festive Scarf', 2),
    one('Classic Hammam Towel'),
  ],
  [
    '12/03/2026, 21:15 - Omar K: <Media omitted>\n12/03/2026, 21:16 - Omar K: 5 everyday clay mask 250g',
    one('Everyday Clay Mask', 5, '250 g'),
  ],
  ['laurel soap', some('Laurel Soap')],
  ['do you have tote bags? I want two', some('Tote Bag', 2)],
  [
    'Qty 3 - Small-batch Scarf M\nQty 1 - Small-batch Shirt L',
    one('Small-batch Scarf', 3, 'M'),
    one('Small-batch Shirt', 1, 'L'),
  ],
  ['classic shrit L 2 pcs', one('Classic Shirt', 2, 'L')],
  ['handmade hamam towel', one('Handmade Hammam Towel')],
  ['evryday body oil 100 g', one('Everyday Body Oil', 1, '100 g')],
  ['4 pieces classic apron @ 12.5', one('Classic Apron', 4)],
  ['festive body oil for $20, and gift wrapping', one('Festive Body Oil'), own()],
  [
    'Good morning 😊 please prepare for me:\n1. Classic tote bag\n2. Festive shirt (S)\n3. Everyday wool socks (L)\nThanks a lot',
    one('Classic Tote Bag'),
    one('Festive Shirt', 1, 'S'),
    one('Everyday Wool Socks', 1, 'L'),
  ],
  ['three handmade scarves', one('Handmade Scarf', 3)],
  ['ten small batch laurel soaps 250g', one('Small-batch Laurel Soap', 10, '250 g')],
  [
    'Handmade Salt Cellar x1; Small-batch Apron x2; Handmade Olive Wood Board x1',
    one('Handmade Salt Cellar'),
    one('Small-batch Apron', 2),
    one('Handmade Olive Wood Board'),
  ],
  [
    'I’d like 2 of the handmade tea towel and also a classic scarf',
    one('Handmade Tea Towel', 2),
    one('Classic Scarf'),
  ],
  ['birthday candle 2\nclassic clay mask', own(2), one('Classic Clay Mask')],
  [
    'hammam towel everyday two, clay mask festive three',
    one('Everyday Hammam Towel', 2),
    one('Festive Clay Mask', 3),
  ],
  ['hi dear how are you\nneed ٣ classic body oil', one('Classic Body Oil', 3)],
  [
    'small-batch wool socks (M) – 2\nsmall-batch tote bag – 1',
    one('Small-batch Wool Socks', 2, 'M'),
    one('Small-batch Tote Bag'),
  ],
  ['SHIRT FESTIVE LARGE 1', one('Festive Shirt', 1, 'L')],
  [
    '2 x Festive Hammam Towel = 24$\n1 x Festive Laurel Soap = 6$\ntotal 30$',
    one('Festive Hammam Towel', 2),
    one('Festive Laurel Soap'),
  ],
  [
    'scarf classic 1, scarf handmade 1, scarf everyday 2',
    one('Classic Scarf'),
    one('Handmade Scarf'),
    one('Everyday Scarf', 2),
  ],
  ['please add another festive apron to my order', one('Festive Apron')],
  ['a couple of everyday shirts in M', one('Everyday Shirt', 2, 'M')],
  [
    'hello habibi\nfor tomorrow: 6 laurel soaps classic, 2 hammam towels classic\naddress: Hamra street 12, second floor',
    one('Classic Laurel Soap', 6),
    one('Classic Hammam Towel', 2),
  ],
];

export const messageCorpus: CorpusMessage[] = [
  ...arabic.map(([text, ...lines]) => ({ store: 'ar' as const, text, lines })),
  ...english.map(([text, ...lines]) => ({ store: 'en' as const, text, lines })),
];
