import { storableText } from 'commerce-platform-client/contract/storable-text';

const placeholder = '{tracking}';

/**
 * Returns the address of a carrier's tracking page for a tracking number; null if there is none. `template` is an https
 * address with the placeholder {tracking}. The number is one part of the address: it can change neither the host nor
 * the parts around it.
 */
export function trackingUrlOf(template: string, trackingNumber: string): string | null {
  const number = trackingNumber.trim();
  if (number === '' || storableText(number) !== number) return null;
  const fill = (text: string) => URL.parse(template.replaceAll(placeholder, () => text));
  const [address, sample] = [fill(encodeURIComponent(number)), fill('1')];
  if (!address || !sample || address.protocol !== 'https:' || address.username !== '') return null;
  return address.host === sample.host ? address.href : null;
}
