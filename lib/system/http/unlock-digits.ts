import { timingSafeEqual } from 'node:crypto';
import { latinDigits } from '@/lib/shared/numbers/money';

/**
 * True if `digits` are the last four digits of the phone number. The comparison takes constant time, so that its
 * duration shows nothing about the digits.
 */
export function isLastOf(phone: string, digits: string): boolean {
  const typed = latinDigits(digits).replace(/\D/g, '');
  const last = latinDigits(phone).replace(/\D/g, '').slice(-4);
  return typed.length === 4 && last.length === 4 && timingSafeEqual(Buffer.from(typed), Buffer.from(last));
}
