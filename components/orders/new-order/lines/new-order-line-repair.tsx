'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';

type StockRepairProps = {
  available: number;
  onUse: (available: number) => void;
  onDrop: () => void;
  onSkipStock: () => void;
};

const box =
  'flex flex-wrap items-center gap-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn max-sm:*:flex-1';

/**
 * Warning that the quantity of a line exceeds the available stock. The order can still be sent. With one press, the
 * user sets the quantity to the available stock, removes the line, or chooses that the order does not change the stock.
 */
export function StockRepair({ available, onUse, onDrop, onSkipStock }: StockRepairProps) {
  const t = useTranslations('newOrder.line');
  return (
    <div className={box}>
      <span className="me-auto basis-full sm:basis-auto">{t('overStock', { available })}</span>
      {available > 0 && <Button onClick={() => onUse(available)}>{t('useAvailable', { available })}</Button>}
      <Button onClick={onDrop}>{t('drop')}</Button>
      <Button onClick={onSkipStock}>{t('skipStock')}</Button>
    </div>
  );
}

/**
 * Shown if the product of a line was deleted or is not for sale. The user removes the line or turns it into a
 * custom line without a product.
 */
export function GoneRepair({ onDrop, onMakeCustom }: { onDrop: () => void; onMakeCustom: () => void }) {
  const t = useTranslations('newOrder.line');
  return (
    <div className={box}>
      <Button onClick={onDrop}>{t('drop')}</Button>
      <Button onClick={onMakeCustom}>{t('makeCustom')}</Button>
    </div>
  );
}
