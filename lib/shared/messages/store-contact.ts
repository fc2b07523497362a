import { latinDigits } from '@/lib/shared/numbers/money';

/**
 * How customers reach the store. The texts are on printed documents and on the pages of links. They are data of the
 * business. An empty text is not shown.
 */
export type StoreContact = { phone: string; address: string; footer: string };

export const emptyContact: StoreContact = { phone: '', address: '', footer: '' };

/** Maximum number of characters of each text. */
export const contactMax = { phone: 40, address: 200, footer: 300 } as const;

/**
 * Rewrites a typed phone number with Latin digits and single spaces. Address books add invisible direction marks when a
 * number is copied; they are removed.
 */
export function plainPhone(text: string): string {
  return latinDigits(text)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * True if the text is empty or can be one phone number: 3 to 17 digits (00 and at most 15 digits). The store may have a
 * short service number, so the number need not be international.
 */
export function isContactPhone(text: string): boolean {
  const plain = plainPhone(text);
  const digits = plain.replace(/\D/g, '').length;
  return plain === '' || (/^\+?[\d ().-]+$/.test(plain) && digits >= 3 && digits <= 17);
}

/** Rewrites a typed text as one line with single spaces. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
