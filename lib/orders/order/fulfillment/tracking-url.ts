import { storableText } from 'commerce-platform-client/contract/storable-text';

const placeholder = '{tracking}';

/**
 * Returns the address of a carrier's tracking page for a tracking number; null if no valid address can be made.
 * `template` is an https address with the placeholder {tracking}. The number becomes exactly one part of the address.
 * The number can change neither the host nor any other part of the address.
 */
export function trackingUrlOf(template: string, trackingNumber: string): string | null {
  const number = trackingNumber.trim();
  if (number === '' || storableText(number) !== number) return null;
  const fill = (text: string) => URL.parse(template.replaceAll(placeholder, () => text));
  const [address, sample] = [fill(encodeURIComponent(number)), fill('1')];
  if (!address || !sample || address.protocol !== 'https:' || address.username !== '') return null;
  return address.host === sample.host ? address.href : null;
}
