import { useTranslations } from 'next-intl';
import { ProductImage } from '@/components/ui/product-image';
import type { ItemsSummary } from '@/lib/orders/order-view';

/**
 * Short text with an order's items, such as "2 × Classic Scarf +1", after the picture of the first item. A long name is
 * cut off, on a desktop after three lines. The number of further items is always visible. The picture is higher than
 * the text, but a negative margin keeps the row as low as a row without a picture.
 */
export function OrderItemsText({ summary }: { summary: ItemsSummary }) {
  const t = useTranslations('orders.items');
  const { name, quantity, moreLines, pictureUrl } = summary;
  return (
    <span className="flex min-w-0 items-center">
      <ProductImage src={pictureUrl} alt="" className="-my-1 me-2 size-6 rounded!" />
      <span className="truncate lg:line-clamp-3 lg:whitespace-normal">
        {t.rich('first', { quantity, name: () => <bdi key="name">{name}</bdi> })}
      </span>
      {moreLines > 0 && (
        <span className="shrink-0 whitespace-pre">
          {/* `bdi` keeps the plus sign before the number in Arabic text. */}
          {t.rich('more', { count: moreLines, plus: (chunks) => <bdi key="plus">{chunks}</bdi> })}
        </span>
      )}
    </span>
  );
}
