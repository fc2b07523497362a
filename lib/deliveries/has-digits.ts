import { latinDigits } from '@/lib/shared/numbers/money';

/**
 * True if the phone number has at least four digits, because the driver's page asks for the last four. Arabic digits
 * count.
 */
export const hasDigits = (phone: string): boolean => latinDigits(phone).replace(/\D/g, '').length >= 4;
