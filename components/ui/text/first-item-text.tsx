import { clsx } from 'clsx';
import { useTranslations } from 'next-intl';
import type { FirstItem } from '@/lib/shared/orders/first-item';

/**
 * Short text with the items of an order, such as "2 × Classic Scarf +1". A long name is cut off. The number of further
 * items is always visible. The parent must be a flex container. `className` is added to the name.
 */
export function FirstItemText({ item, className }: { item: FirstItem; className?: string }) {
  const t = useTranslations('orders.items');
  const { name, quantity, moreLines } = item;
  return (
    <>
      <span className={clsx('truncate', className)}>
        {t.rich('first', { quantity, name: () => <bdi key="name">{name}</bdi> })}
      </span>
      {moreLines > 0 && (
        <span className="shrink-0 whitespace-pre">
          {/* `bdi` keeps the plus sign before the number in Arabic text. */}
          {t.rich('more', { count: moreLines, plus: (chunks) => <bdi key="plus">{chunks}</bdi> })}
        </span>
      )}
    </>
  );
}
