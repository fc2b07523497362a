import { storableText } from 'commerce-platform-client/contract/storable-text';

/**
 * Maximum length of a message in a link, in encoded characters. Recipients of a URI should accept 8,000 octets (RFC
 * 9110, section 4.1). 100 octets are reserved for the address and the phone number.
 */
export const messageLengthMax = 7_900;

/**
 * Returns the number of characters that a text needs in a link. An Arabic letter needs 6, most emoji need 12. Half of a
 * surrogate pair is counted as U+FFFD, because encodeURIComponent refuses it.
 */
export const encodedLength = (text: string): number => encodeURIComponent(storableText(text)).length;

/**
 * Returns the WhatsApp URL that opens a chat with a prepared message. `phone` is an international number; only its
 * digits are used. Returns null if the message is too long for a link.
 */
export function whatsappUrl(phone: string, message: string): string | null {
  if (encodedLength(message) > messageLengthMax) return null;
  const text = message === '' ? '' : `?text=${encodeURIComponent(storableText(message))}`;
  return `https://wa.me/${phone.replace(/\D/g, '')}${text}`;
}

/** Reason why WhatsApp cannot open a chat with a number. */
export type PhoneProblem = 'letters' | 'too_short' | 'no_country' | 'not_a_phone';

/**
 * Returns why a number that readPhone has refused cannot be a WhatsApp number. `country` is the country that readPhone
 * assumed (ISO 3166); null if it is unknown.
 */
export function findPhoneProblem(phone: string, country: string | null): PhoneProblem {
  if (/\p{L}/u.test(phone)) return 'letters';
  if ((phone.match(/\p{Nd}/gu) ?? []).length < 7) return 'too_short';
  return country === null && !/^\s*(?:\+|00|٠٠|۰۰)/.test(phone) ? 'no_country' : 'not_a_phone';
}
