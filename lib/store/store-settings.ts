import { z } from 'zod';
import {
  defaultMessages,
  findTemplateProblem,
  type MessageStep,
} from '@/lib/shared/messages/message-templates';
import {
  contactMax,
  emptyContact,
  isContactPhone,
  oneLine,
  plainPhone,
} from '@/lib/shared/messages/store-contact';
import { defaultRetentionDays } from '@/lib/shared/orders/default-retention';
import { Text } from 'commerce-platform-client/contract/text';

/** The templates of one message to customers: one template per language. */
function messageSchema(step: MessageStep) {
  const template = Text.max(2000).refine((text) => findTemplateProblem(step, text) === null, {
    error: 'is empty, too long for a link, or has an unknown placeholder',
  });
  return z.object({ ar: template, en: template });
}

/**
 * The settings of a store. Each saved setting is a row of the table `settings`. A setting that was never saved has the
 * value in `defaultSettings`.
 */
export const StoreSettings = z.object({
  /** Number of days for which the personal data of a quote is stored after the quote has ended (S20). */
  quoteDataDays: z.int().min(1).max(730),
  /**
   * Template of the message with a quote's link to the customer, in each language. The placeholders are {name} {store}
   * {number} {total} {until} {link}.
   */
  quoteMessage: z.object({ ar: Text.max(1000), en: Text.max(1000) }),
  /** Templates of the messages that the merchant sends by WhatsApp (findTemplateProblem has their rules). */
  receivedMessage: messageSchema('receivedMessage'),
  shippedMessage: messageSchema('shippedMessage'),
  deliveredMessage: messageSchema('deliveredMessage'),
  confirmMessage: messageSchema('confirmMessage'),
  reminderMessage: messageSchema('reminderMessage'),
  renewedMessage: messageSchema('renewedMessage'),
  /** How customers reach the store, on printed documents and on the pages of links. An empty text is not shown. */
  storeContact: z.object({
    phone: Text.max(contactMax.phone)
      .refine(isContactPhone, { error: 'is no phone number' })
      .overwrite(plainPhone),
    address: Text.max(contactMax.address).overwrite(oneLine),
    footer: Text.max(contactMax.footer).trim(),
  }),
  /**
   * True if the app also stores the customers of orders that were not created in the app. The customers are
   * encrypted, and the search finds them.
   */
  keepsCustomers: z.boolean(),
  /** True if the merchant has hidden the first steps on the home screen. */
  areStepsHidden: z.boolean(),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

export const defaultSettings: StoreSettings = {
  ...defaultMessages,
  areStepsHidden: false,
  keepsCustomers: false,
  quoteDataDays: defaultRetentionDays,
  quoteMessage: {
    ar: 'مرحبًا {name}،\nهذا عرض السعر {number} من {store}، بمبلغ {total}، صالح حتى {until}.\nللاطلاع عليه والموافقة:\n{link}',
    en: 'Hello {name},\nhere is quote {number} from {store}: {total}, valid until {until}.\nTo read and accept it:\n{link}',
  },
  storeContact: emptyContact,
};
