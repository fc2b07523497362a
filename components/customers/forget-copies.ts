import { loadCopy } from '@/components/ui/session-copy';
import { latinDigits } from '@/lib/shared/numbers/money';
import { invisible } from '@/lib/shared/sheets/sheet-rows';

/**
 * Deletes every saved copy of a form that contains the phone number (E.164), in any notation. Call it after the person
 * with the number was erased. Copies in other browser tabs are not deleted.
 */
export function forgetCopiesOfPhone(phone: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (hasPhone(loadCopy(key), significantDigits(phone))) sessionStorage.removeItem(key);
  } catch {
    // Session storage is blocked, so there is no copy to delete.
  }
}

/** Minimum number of digits of a phone number without its country code. A shorter text is not a phone number. */
const nationalDigitsMin = 7;

function hasPhone(value: unknown, digits: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((part) => hasPhone(part, digits));
  if (typeof value !== 'string') return false;
  // A pasted sheet is one text, so each of its cells is checked. The separators and quotes are those of a sheet
  // (readSheetRows).
  const text = value.replace(invisible, '');
  return [text, ...text.split(/[\t\n\r,;|؛،"'=]| {2,}/)].some((cell) => isPhone(cell, digits));
}

function isPhone(text: string, digits: string): boolean {
  if (!/^[\d\s+().-]+$/.test(latinDigits(text))) return false;
  const typed = significantDigits(text);
  return typed.length >= nationalDigitsMin && digits.endsWith(typed);
}

/**
 * Returns the digits of a phone number without leading zeros, because these are only the trunk prefix (0) or the
 * international prefix (00).
 */
const significantDigits = (phone: string) => latinDigits(phone).replace(/\D/g, '').replace(/^0+/, '');
