import { latinDigits } from '@/lib/shared/numbers/money';

/** True if the phone number has the four digits that the driver's page asks for. Arabic digits count. */
export const hasDigits = (phone: string): boolean => latinDigits(phone).replace(/\D/g, '').length >= 4;
