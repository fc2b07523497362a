import type { BaseLocale } from '@/lib/shared/locale';
import { storableText } from 'commerce-platform-client/contract/storable-text';
import { encodedLength, messageLengthMax } from './whatsapp-url';

/** A text in the two languages in which customers get messages. */
export type MessageTexts = Record<BaseLocale, string>;

/**
 * The placeholders of each message to a customer, most useful first. A template writes a placeholder in braces, such as
 * {number}. Each key is the name of the setting that contains the message's template.
 */
export const messageFields = {
  receivedMessage: ['name', 'number', 'items', 'total', 'store'],
  shippedMessage: ['name', 'number', 'carrier', 'tracking', 'trackingLink', 'items', 'total', 'store'],
  deliveredMessage: ['name', 'number', 'items', 'total', 'store'],
  confirmMessage: ['name', 'number', 'items', 'total', 'store', 'link'],
  reminderMessage: ['name', 'number', 'total', 'until', 'store', 'link'],
  renewedMessage: ['name', 'number', 'total', 'until', 'store', 'link'],
} as const satisfies Record<string, string[]>;

/**
 * Name of a message that the merchant can send to a customer. The setting with the message's template has the same
 * name.
 */
export type MessageStep = keyof typeof messageFields;
export const messageSteps = Object.keys(messageFields) as MessageStep[];

/**
 * The messages about an order that contain no link to confirm it. Three messages are left out: two are about a quote,
 * and one contains the link.
 */
export type OrderMessageStep = Exclude<MessageStep, 'reminderMessage' | 'renewedMessage' | 'confirmMessage'>;
export type MessageField = (typeof messageFields)[MessageStep][number];

export const defaultMessages: Record<MessageStep, MessageTexts> = {
  receivedMessage: {
    ar: 'مرحبًا {name}،\nوصلنا طلبك رقم {number}:\n{items}\nالإجمالي: {total}\nشكرًا لك من {store}',
    en: 'Hello {name},\nwe have received your order {number}:\n{items}\nTotal: {total}\nThank you from {store}',
  },
  shippedMessage: {
    ar: 'مرحبًا {name}،\nطلبك رقم {number} في الطريق إليك.\nشركة الشحن: {carrier}\nرقم التتبع: {tracking}\nللتتبع: {trackingLink}\n{store}',
    en: 'Hello {name},\nyour order {number} is on its way.\nCarrier: {carrier}\nTracking number: {tracking}\nTrack it: {trackingLink}\n{store}',
  },
  deliveredMessage: {
    ar: 'مرحبًا {name}،\nتم تسليم طلبك رقم {number}. نتمنى أن ينال رضاك.\nشكرًا لك من {store}',
    en: 'Hello {name},\nyour order {number} was delivered. We hope you like it.\nThank you from {store}',
  },
  confirmMessage: {
    ar: 'مرحبًا {name}،\nنرجو تأكيد طلبك رقم {number} من {store}، بمبلغ {total}\nاضغط الرابط ثم الزر:\n{link}',
    en: 'Hello {name},\nplease confirm your order {number} from {store}: {total}. Open the link and press the button:\n{link}',
  },
  reminderMessage: {
    ar: 'مرحبًا {name}،\nنذكّرك بعرض السعر {number} من {store}، بمبلغ {total}، وهو صالح حتى {until}.\nللاطلاع عليه والموافقة:\n{link}',
    en: 'Hello {name},\na reminder of quote {number} from {store}: {total}. It is valid until {until}.\nTo read and accept it:\n{link}',
  },
  renewedMessage: {
    ar: 'مرحبًا {name}،\nالسعر الجديد لعرض السعر {number} من {store} جاهز: {total}، وهو صالح حتى {until}.\nللاطلاع عليه والموافقة:\n{link}',
    en: 'Hello {name},\nthe new price of quote {number} from {store} is ready: {total}. It is valid until {until}.\nTo read and accept it:\n{link}',
  },
};

/**
 * Maximum length of a template in a link, in encoded characters. A whole message may have 2,000 characters more, which
 * are for the values.
 */
export const templateLengthMax = messageLengthMax - 2_000;

/** Reason why a template cannot be saved. `unknown` has the placeholder as it was typed, with its braces. */
export type TemplateProblem = { code: 'empty' | 'too_long' } | { code: 'unknown'; placeholder: string };

const placeholders = /\{([^{}]*)\}/g;

export function findTemplateProblem(step: MessageStep, template: string): TemplateProblem | null {
  if (template.trim() === '') return { code: 'empty' };
  const fields: readonly string[] = messageFields[step];
  for (const [placeholder, name = ''] of template.matchAll(placeholders))
    if (!fields.includes(name)) return { code: 'unknown', placeholder };
  return encodedLength(template) > templateLengthMax ? { code: 'too_long' } : null;
}

/**
 * Values of the placeholders. If a value is absent or empty, the message shows nothing for it. `items` has one entry
 * for each line of the order.
 */
export type MessageValues = Partial<Record<Exclude<MessageField, 'items'>, string>> & { items?: string[] };

/**
 * Returns the message: the template with its values. If a line of the template has placeholders but none of them has a
 * value, the line is left out. An example is the line with the tracking number for a parcel without a tracking number.
 *
 * A message that is longer than `messageLengthMax` encoded characters gets fewer items. The number of missing items is
 * written instead: "… +3". Even without any items, a message can still be too long.
 */
export function fillTemplate(template: string, values: MessageValues, language: BaseLocale): string {
  const items = values.items ?? [];
  let shown = items.length;
  let text = fillWith(template, { values, items, shown, language });
  while (shown > 0 && encodedLength(text) > messageLengthMax) {
    shown -= 1;
    text = fillWith(template, { values, items, shown, language });
  }
  return text;
}

type Filling = { values: MessageValues; items: string[]; shown: number; language: BaseLocale };

function fillWith(template: string, filling: Filling): string {
  const valueOf = (name: string): string | null =>
    isField(name) ? (name === 'items' ? itemsText(filling) : fieldText(name, filling)) : null;
  const lines = template.split(/\r?\n/).flatMap((line) => {
    const found = [...line.matchAll(placeholders)].map(([, name = '']) => valueOf(name));
    const isWithout = found.length > 0 && found.every((value) => value === '');
    return isWithout ? [] : [line.replace(placeholders, (whole, name: string) => valueOf(name) ?? whole)];
  });
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const isField = (name: string): name is MessageField =>
  messageSteps.some((step) => (messageFields[step] as readonly string[]).includes(name));

/**
 * Placeholders whose values customers copy. These values get no Unicode isolation characters, because the customer
 * would copy these characters as well.
 */
const copied: readonly MessageField[] = ['link', 'number', 'tracking', 'trackingLink'];

function fieldText(name: Exclude<MessageField, 'items'>, { values, language }: Filling): string {
  const text = plainText(values[name] ?? '');
  return copied.includes(name) ? text : isolated(text, language);
}

function itemsText({ items, shown, language }: Filling): string {
  const lines = items.slice(0, shown).map((item) => isolated(plainText(item), language));
  if (shown < items.length) lines.push(`… +${items.length - shown}`);
  return lines.join('\n');
}

/**
 * Converts the value to one line, and removes characters that would change the rest of the message. The removed
 * characters are line breaks, control characters, and Unicode characters that change the direction of the following
 * text.
 */
function plainText(value: string): string {
  return storableText(value)
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/**
 * Surrounds a value with Unicode isolation characters if it has letters of the opposite text direction. Without these
 * characters, an Arabic message would show a Latin name with digits in the wrong sequence.
 */
function isolated(text: string, language: BaseLocale): string {
  const other = language === 'ar' ? /\p{Script=Latin}/u : /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
  return other.test(text) ? `\u2068${text}\u2069` : text;
}
