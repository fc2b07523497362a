import { z } from 'zod';

/** What a store sets here. Each stands under its name in the table `settings`; one that was never set is as below. */
export const StoreSettings = z.object({
  /** How long after its end a quote's customer is kept, in days. */
  quoteDataDays: z.int().min(1).max(730),
  /**
   * What is written to a customer beside the link, in either language. {name} {store} {number} {total} {until} {link}
   * stand for what they say.
   */
  quoteMessage: z.object({ ar: z.string().max(1000), en: z.string().max(1000) }),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

export const defaultSettings: StoreSettings = {
  quoteDataDays: 90,
  quoteMessage: {
    ar: 'مرحباً {name}،\nهذا عرض السعر {number} من {store}، بمبلغ {total}، صالح حتى {until}.\nللاطلاع عليه والموافقة:\n{link}',
    en: 'Hello {name},\nhere is quote {number} from {store}: {total}, valid until {until}.\nTo read and accept it:\n{link}',
  },
};
