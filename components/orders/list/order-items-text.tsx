import { useTranslations } from 'next-intl';
import type { ItemsSummary } from '@/lib/orders/order-view';

/** Short form of an order's items, such as "2 × Classic Scarf, +1". A long name is cut, the number of lines is not. */
export function OrderItemsText({ summary }: { summary: ItemsSummary }) {
  const t = useTranslations('orders.items');
  const { name, quantity, moreLines } = summary;
  return (
    <span className="flex min-w-0">
      <span className="truncate">
        {t.rich('first', { quantity, name: () => <bdi key="name">{name}</bdi> })}
      </span>
      {moreLines > 0 && (
        <span className="shrink-0 whitespace-pre">
          {/* The sign stays before the number in Arabic text. */}
          {t.rich('more', { count: moreLines, plus: (chunks) => <bdi key="plus">{chunks}</bdi> })}
        </span>
      )}
    </span>
  );
}
