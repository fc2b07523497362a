import type { LinkedSheet } from '@/lib/deliveries/link/open-sheet-link.server';
import { blindIndex, blindIndexes } from '@/lib/system/keys/crypto';

type Linked = Pick<LinkedSheet, 'installId' | 'sheetId' | 'linkHash' | 'driverPhone' | 'needsDigits'>;

const name = 'sheet_unlock';
/**
 * Lifetime of the cookie that unlocks the driver's page. The link itself expires at most two days after the day of its
 * sheet. The cookie may outlive the link, because the server also checks whether the link has expired.
 */
const maxAgeSeconds = 48 * 3_600;
const place = ({ installId }: Linked) => ({ installId, column: 'delivery_sheets.unlock' }) as const;
/**
 * Returns the text from which the value of the unlock cookie is computed. It contains one link and one phone number of
 * the driver. If the link or the number changes, the cookie therefore becomes invalid.
 */
const valueOf = ({ sheetId, linkHash, driverPhone }: Linked) => `${sheetId} ${linkHash} ${driverPhone}`;

/**
 * Returns the header that stores a cookie in this browser after the driver typed the right digits. While the cookie is
 * valid, the driver need not type the digits again. The value is a hash with a secret key, so nobody can make it
 * without the digits. The cookie is sent only to the page of this link.
 */
export function unlockCookie(linked: Linked, path: string): string {
  const value = blindIndex(valueOf(linked), place(linked));
  return `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`;
}

/** True if the request has the cookie that unlockCookie made, or if the page does not ask for digits. */
export function isUnlocked(request: Request, linked: Linked): boolean {
  if (!linked.needsDigits) return true;
  const sent = (request.headers.get('cookie') ?? '')
    .split('; ')
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const valid = blindIndexes(valueOf(linked), place(linked)).map(encodeURIComponent);
  return sent.some((value) => valid.includes(value));
}
