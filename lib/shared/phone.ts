import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { latinDigits } from '@/lib/shared/numbers/money';

/**
 * Result of parsing a typed phone number. `e164` is the format for the platform ("+963944123456"). `international` is
 * the format for screens, with spaces.
 */
export type PhoneReading =
  | { ok: true; e164: string; international: string }
  | { ok: false; code: 'empty' | 'not_a_phone' };

/**
 * Type of the function readPhone, for code that loads this function only when it is needed. The function contains 40 kB
 * of phone number data, which would delay the first display of a screen.
 */
export type PhoneReader = (text: string, country: string | null) => PhoneReading;

/**
 * Parses a phone number that a user typed (0944 123 456, ٠٩٤٤…, 00963…, +963…) for a store in `country` (ISO 3166, two
 * letters). If `country` is null, only international numbers are accepted. The length is checked, but not the number
 * range: a telecom company may use a range that is newer than this app, and such a number must not prevent an order.
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
