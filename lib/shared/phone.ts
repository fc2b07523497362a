import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { latinDigits } from '@/lib/shared/numbers/money';

/** What a typed phone number stands for: e164 is sent ("+963944123456"), international is shown with spaces. */
export type PhoneReading =
  | { ok: true; e164: string; international: string }
  | { ok: false; code: 'empty' | 'not_a_phone' };

/** The shape of readPhone, for those who load it late: its metadata is 40 kB that no first paint needs. */
export type PhoneReader = (text: string, country: string | null) => PhoneReading;

/**
 * Reads a phone number as a person types it (0944 123 456, ٠٩٤٤…, 00963…, +963…) for a store of `country`
 * (ISO 3166, two letters; null: only international numbers are understood). Lengths are judged, not ranges: a
 * number that a telecom opened last week must not stop an order.
 */
export const readPhone: PhoneReader = (text, country) => {
  const plain = latinDigits(text).trim().replace(/^00/, '+');
  if (plain === '') return { ok: false, code: 'empty' };
  const parsed = parsePhoneNumberFromString(plain, { defaultCountry: countryCode(country), extract: false });
  if (!parsed?.isPossible()) return { ok: false, code: 'not_a_phone' };
  return { ok: true, e164: parsed.number, international: parsed.formatInternational() };
};

function countryCode(country: string | null): CountryCode | undefined {
  const upper = country?.toUpperCase() ?? '';
  return isSupportedCountry(upper) ? upper : undefined;
}
