import { z } from 'zod';
import { Text } from '@/lib/shared/text/text';

/**
 * The settings of a store. Each is a row of the table `settings` under its name. A setting that was never saved has its
 * value in `defaultSettings`.
 */
export const StoreSettings = z.object({
  /** Days for which a finished quote's personal data is stored (S20). */
  quoteDataDays: z.int().min(1).max(730),
  /**
   * The message to a customer beside the link, in each language. {name} {store} {number} {total} {until} {link} are
   * placeholders.
   */
  quoteMessage: z.object({ ar: Text.max(1000), en: Text.max(1000) }),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

export const defaultSettings: StoreSettings = {
  quoteDataDays: 90,
  quoteMessage: {
    ar: 'مرحباً {name}،\nهذا عرض السعر {number} من {store}، بمبلغ {total}، صالح حتى {until}.\nللاطلاع عليه والموافقة:\n{link}',
    en: 'Hello {name},\nhere is quote {number} from {store}: {total}, valid until {until}.\nTo read and accept it:\n{link}',
  },
};
