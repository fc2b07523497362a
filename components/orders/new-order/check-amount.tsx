'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { isToCheck } from '@/lib/orders/new-order/new-order-draft';

type CheckAmountProps = {
  /** Currency in which the user typed the amount; undefined if no amount was typed. */
  agreedIn: string | undefined;
  currency: string;
  onConfirm: () => void;
};

/**
 * Asks the user to check an amount that was typed when the order had another currency. The amount is not converted
 * automatically.
 */
export function CheckAmount({ agreedIn, currency, onConfirm }: CheckAmountProps) {
  const t = useTranslations('newOrder.check');
  if (!agreedIn || !isToCheck(agreedIn, currency)) return null;
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-3 py-1.5 text-sm text-warn">
      <span>{t('text', { from: agreedIn, to: currency })}</span>
      <Button onClick={onConfirm}>{t('confirm', { to: currency })}</Button>
    </div>
  );
}
