import { orderKey, type SheetRow, trackingKey } from '@/lib/cash/sheet/remittance-sheet';

/**
 * Returns a text for the entries of a remittance sheet. Two sheets with the same entries give the same text, even if
 * their digits, separators, decimal marks and headings differ. The hash of this text is compared, so that the same
 * sheet is posted only once.
 */
export function sheetIdentity(rows: readonly SheetRow[]): string {
  return JSON.stringify(
    rows.flatMap(({ kind, tracking, order, amount, amountText }) => {
      if (kind === 'heading' || kind === 'total') return [];
      const value = amount.ok ? `${amount.isNegative ? '-' : ''}${plainNumber(amount)}` : amountText;
      const currencies = amount.ok ? (amount.currencies ?? []) : [];
      return [[trackingKey(tracking), orderKey(order), value, ...currencies]];
    }),
  );
}

/** Writes an exact number as text, without the zeros at its end. */
function plainNumber({ digits, scale }: { digits: bigint; scale: number }): string {
  const text = digits.toString().padStart(scale + 1, '0');
  const decimals = text.slice(text.length - scale).replace(/0+$/, '');
  const whole = text.slice(0, text.length - scale);
  return scale > 0 && decimals !== '' ? `${whole}.${decimals}` : whole;
}
