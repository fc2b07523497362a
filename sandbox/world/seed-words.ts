import type { StoreRecord } from './records';

/** The texts from which past orders are generated, by the language of the store. */

/** First and last names of customers in past orders, by language. */
export const people: Record<StoreRecord['locale'], { first: string[]; last: string[] }> = {
  ar: {
    first: [
      'أحمد',
      'رنا',
      'محمد',
      'لينا',
      'خالد',
      'هبة',
      'عمر',
      'سلمى',
      'يوسف',
      'ديمة',
      'بشار',
      'نور',
      'طارق',
      'ريم',
      'وائل',
      'سوسن',
    ],
    last: [
      'الحلبي',
      'قباني',
      'الخطيب',
      'العظم',
      'حداد',
      'الشامي',
      'درويش',
      'المصري',
      'نجار',
      'الحسن',
      'صباغ',
      'بيطار',
    ],
  },
  en: {
    first: ['Maya', 'Karim', 'Nadine', 'Elias', 'Yara', 'Omar', 'Lea', 'Sami', 'Tala', 'Rami'],
    last: ['Haddad', 'Khoury', 'Nasser', 'Salameh', 'Fares', 'Mansour', 'Aoun', 'Saab'],
  },
};

/** Delivery addresses of past orders, by language. */
export const streets: Record<StoreRecord['locale'], string[]> = {
  ar: [
    'شارع بغداد، بناء 14',
    'المزة، فيلات غربية',
    'حي الجميلية، طابق 2',
    'شارع الثورة، مقابل البريد',
    'الحمرا، بناء السلام',
  ],
  en: ['Hamra Street 40', 'Mar Mikhael, Armenia St. 7', 'Sassine Square 3', 'Mina Road 112'],
};

/** Tags of orders as merchants write them, by language. */
export const tagChoices: Record<StoreRecord['locale'], string[]> = {
  ar: ['واتساب', 'عاجل', 'هدية', 'زبون دائم', 'إنستغرام'],
  en: ['WhatsApp', 'urgent', 'gift', 'VIP', 'Instagram'],
};

/** Notes on orders, by language. */
export const notes: Record<StoreRecord['locale'], string[]> = {
  ar: ['الاتصال قبل التوصيل', 'التسليم بعد الخامسة مساءً', 'تغليف هدية مع بطاقة'],
  en: ['Call before delivery', 'Leave with the concierge', 'Gift wrap, with a card'],
};

/** Notes for the delivery of an order, by language. */
export const addressNotes: Record<StoreRecord['locale'], string[]> = {
  ar: ['الطابق الثالث، الجرس لا يعمل', 'بجانب الصيدلية', 'يُسلَّم للحارس'],
  en: ['Third floor, no lift', 'Next to the pharmacy', 'Hand to the concierge'],
};

/** The name of the carrier that delivers the parcels, by language. */
export const couriers: Record<StoreRecord['locale'], string> = { ar: 'القدموس', en: 'Aramex' };
