import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { latinDigits } from '@/lib/shared/numbers/money';

/** The reading of a typed phone number. `e164` is sent ("+963944123456"); `international` is shown with spaces. */
export type PhoneReading =
  | { ok: true; e164: string; international: string }
  | { ok: false; code: 'empty' | 'not_a_phone' };

/** The type of readPhone, for callers that lazy-load it. Its metadata is 40 kB that no first paint needs. */
export type PhoneReader = (text: string, country: string | null) => PhoneReading;

/**
 * Parses a phone number as a user types it (0944 123 456, ٠٩٤٤…, 00963…, +963…) for a store of `country` (ISO 3166, two
 * letters). With `country` null, only international numbers are understood. It validates lengths and not number ranges:
 * a number that a telecom opened last week must not stop an order.
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
